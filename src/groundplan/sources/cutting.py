"""How the lines of a text are cut into cells: by a mark, in quotes of one kind, at runs of spaces, or not at all."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from typing import NamedTuple

from groundplan.sources.one_cell import is_figure, is_name

MARKS = ",;\t|"
RARE = "~^:\x01"
"""Marks that cut a text only where they cut every line alike, under a header that they cut, too."""
NONE = "\x1f"
"""A mark that stands in no text."""
LINES = 50
FIGURES = 0.2
"""Of the cells that a mark would make, so many are figures where it makes a table of more than words."""
TOGETHER = 0.6
"""The share of rows of one width, for a table whose first line a mark does not cut."""
_SAID = re.compile(r"\Asep=(.)\r?\n", re.IGNORECASE)
_GAP = re.compile(r" {2,}")


class Row(NamedTuple):
    """A row that is not blank, and what is before it: lines, as an editor counts, and rows, blank ones as well."""

    lines: int
    rows: int
    cells: list[str]


@dataclass(frozen=True)
class Cut:
    """What is between cells, and around those that hold it."""

    mark: str
    quote: str = '"'
    spaces: bool = False
    """Whether columns stand one below the other, apart by runs of spaces; the mark is to be put there."""


def cut_of(head: str) -> Cut:
    """The mark that cuts the most rows into the same number of cells, more than one."""
    said = _SAID.match(head)
    if said:
        return Cut(said[1], _quote(head, said[1]))
    cuts = [Cut(mark, _quote(head, mark)) for mark in MARKS]
    scores = {cut: _evenness(widths(head, cut)) for cut in cuts}
    best = max(cuts, key=lambda cut: scores[cut])
    if not scores[best][0] and not any(mark in head for mark in MARKS):
        rare = next((Cut(mark) for mark in RARE if _cuts_all(rows_of(head, Cut(mark), LINES))), None)
        return rare or (Cut("\t", spaces=True) if columns_of(head.splitlines()[:LINES]) else best)
    return Cut(NONE) if _is_prose(rows_of(head, best, LINES)) else best


def widths(head: str, cut: Cut) -> list[int]:
    """How many cells each of the first rows has."""
    return [len(row.cells) for row in rows_of(head, cut, LINES)]


def rows_of(text: str, cut: Cut, limit: int) -> list[Row]:
    """The first rows that are not blank."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=cut.mark, quotechar=cut.quote)
    rows: list[Row] = []
    line = 0
    with suppress(csv.Error):  # a cell over csv's own limit: what was read so far is sample enough
        for before, cells in enumerate(reader):
            if any(map(str.strip, cells)):
                rows.append(Row(line, before, cells))
            line = reader.line_num
            if len(rows) == limit:
                break
    return rows


def columns_of(lines: Sequence[str]) -> list[int]:
    """Where columns begin that stand one below the other; none if hardly any line has a gap there."""
    filled = [line.rstrip() for line in lines if line.strip()]
    if len(filled) < 3 or any("\t" in line for line in filled):
        return []
    width = max(map(len, filled))
    blank = [all(at >= len(line) or line[at] == " " for line in filled) for at in range(width)]
    starts = [at for at in range(2, width) if not blank[at] and blank[at - 1] and blank[at - 2]]
    starts = [0, *starts] if not blank[0] else starts
    return starts if len(starts) > 1 and all(len(line) > starts[1] for line in filled) else []


def apart(text: str) -> str:
    """The text with a tab between columns that stand one below the other."""
    lines = text.splitlines()
    starts = columns_of(lines)
    if not starts:
        return "\n".join("\t".join(_GAP.split(line.strip())) for line in lines)
    ends = [*starts[1:], None]
    return "\n".join("\t".join(line[a:b].strip() for a, b in zip(starts, ends, strict=True)) for line in lines)


def _quote(head: str, mark: str) -> str:
    """The single quote, where cells begin and end with it and none with the double one."""
    if "'" not in head:
        return '"'
    edge = rf"(?:^|{re.escape(mark)})"
    opened = len(re.findall(rf"{edge} *'", head, re.MULTILINE))
    closed = len(re.findall(rf"{edge} *'(?:[^'\n]|'')*' *(?={re.escape(mark)}|\r?$)", head, re.MULTILINE))
    plain = re.search(rf"{edge} *\"", head, re.MULTILINE) is None
    return "'" if opened > 1 and opened == closed and plain else '"'


def _evenness(found: Sequence[int]) -> tuple[float, int]:
    width, count = Counter(found).most_common(1)[0] if found else (1, 0)
    return (round(count / len(found), 1), width) if width > 1 else (0.0, 1)


def _cuts_all(rows: Sequence[Row]) -> bool:
    found = {len(row.cells) for row in rows}
    return len(rows) > 2 and len(found) == 1 and found != {1} and all(is_name(cell) for cell in rows[0].cells)


def _is_prose(rows: Sequence[Row]) -> bool:
    """Whether a mark only stands in the sentences of a single column: the first line, its name, has none."""
    if not rows or len(rows[0].cells) > 1:
        return False
    wide = [row.cells for row in rows if len(row.cells) > 1]
    cells = [cell for row in wide for cell in row]
    if not cells or sum(is_figure(cell) for cell in cells) > FIGURES * len(cells):
        return False
    later = [cell for row in wide for cell in row[1:]]
    spaced = sum(cell[:1] in ("", " ") for cell in later) >= 0.9 * len(later)
    usual = max(Counter(map(len, wide)).values())
    return spaced or (usual < TOGETHER * len(rows) and len({len(row) for row in wide}) > 1)
