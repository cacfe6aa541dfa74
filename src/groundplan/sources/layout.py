"""Rows of a file or sheet as they stand -> tables: where each begins, what its columns are called, what is no data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from groundplan.plan import folder
from groundplan.sources.cells import MISSING
from groundplan.sources.names import column_names
from groundplan.sources.one_cell import (
    Row,
    filled,
    has_figures,
    holds_figures,
    is_data,
    is_figure,
    is_name,
    is_period,
    is_unit,
)
from groundplan.sources.regions import HEADED, below_each_other, side_by_side
from groundplan.sources.rows import written
from groundplan.sources.titles import title_above

GROUPED = 0.4
"""The share that a row of group names above it fills."""
SPARSE = 0.2
"""A trailing row filled to no more than this, with no figure, is a footnote."""
BEYOND = 0.5
"""The share of rows that fill a column beyond the header, for it to be one; fewer are broken rows."""
LOOKED = 40
"""Rows above the data, at most."""
_WORDS = folder.load(Path(__file__).with_name("row_words.yaml"))
UNITS_SAID = re.compile(rf"(?i){'|'.join(map(re.escape, _WORDS['units']))}|in$")
_NOTE = re.compile(rf"(?i)({'|'.join(map(re.escape, _WORDS['footnotes']))})")


@dataclass(frozen=True)
class Block:
    """One table: its columns, its rows, and what stood around them."""

    names: tuple[str, ...]
    rows: list[Row]
    header: bool = True
    title: str = ""
    above: int = 0
    """Rows above the header, of this table."""
    units: tuple[str, ...] = ()
    left_out: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    """The place of each row in the file, counted from 0."""
    beside: bool = False
    """Whether another table stands in the same rows."""


def blocks(rows: Sequence[Row], mark: str = "") -> list[Block]:
    """Every table among the rows; none if no row holds anything. `mark` is what cut the cells of a line."""
    parts = below_each_other(rows)
    return [found for first, last in parts for found in _blocks(rows, first, last, mark)]


def _blocks(rows: Sequence[Row], first: int, last: int, mark: str) -> list[Block]:
    """The tables of some rows: one, or those that stand side by side there."""
    spans = side_by_side(rows, first, last)
    if not spans:
        found = _block(rows, first, last, mark)
        return [found] if found else []
    told = f"{len(spans)} tables stand side by side and are read each for itself"
    apart = [_block([row[a:b] for row in rows[:last]], first, last, "") for a, b in spans]
    return [
        replace(one, beside=True, notes=(*one.notes, *([] if place else [told])))
        for place, one in enumerate(one for one in apart if one)
    ]


def _block(rows: Sequence[Row], first: int, last: int, mark: str) -> Block | None:
    places = [place for place in range(first, last) if filled(rows[place])]
    if not places:
        return None
    width = _width([rows[place] for place in places])
    head = _head(rows, places, width)
    top = _with_index(rows, places, head)
    header = not is_data(top, [rows[place] for place in places[head + 1 :]][:300])
    groups = _groups(rows, places, head, width) if header else None
    second, measures, begin = _below(rows, places, head, header)
    if not header:  # rows above that hold figures are data, however few their cells
        head = next((at for at in range(head) if has_figures([rows[places[at]]])), head)
    body = places[begin:] if header else places[head:]
    if not body:
        return None
    body, notes_below = _without_footnotes(rows, body, width, len(top))
    used = _used(rows, top if header else (), body)
    names, note = _names([top, groups, second] if header else [], used)
    left_out = {"footnote": notes_below} if notes_below else {}
    if measures:
        left_out["row of units"] = 1
    above = places[: head - (groups is not None)]
    notes = [note] if note else []
    if not header:
        notes = ["it has no header; columns are called column_1 and so on"]
    return Block(
        names=names,
        rows=[_picked(rows[place], used) for place in body],
        header=header,
        title=title_above([_line(rows[place], len(top), mark) for place in above]),
        above=places[head] - places[0] - (groups is not None),
        units=tuple(written(measures[at]).strip() if at < len(measures) and measures[at] else "" for at in used)
        if measures
        else (),
        left_out=left_out,
        notes=tuple(notes),
        lines=tuple(body),
    )


def _with_index(rows: Sequence[Row], places: Sequence[int], head: int) -> Row:
    """The header; before it a blank name where each row has a cell more, as R and pandas write their index.

    Where that cell is blank throughout, the rows only end with a mark.
    """
    top = rows[places[head]]
    body = [rows[place] for place in places[head + 1 :]]
    widths = Counter(map(len, body[:200]))
    wider = bool(widths) and widths.most_common(1)[0][0] == len(top) + 1
    ended = all(len(row) <= len(top) or row[len(top)] is None for row in body)
    return [None, *top] if wider and not ended and None not in top else top


def _line(row: Row, width: int, mark: str) -> Row:
    """A line that is no row of cells, but was cut where it held the mark."""
    return [f"{mark} ".join(map(str, row))] if mark and len(row) < width and None not in row else row


def _width(rows: Sequence[Row]) -> int:
    """How many cells a row usually fills: what at least a fifth of the rows reach."""
    counts = sorted(map(filled, rows), reverse=True)
    return max(counts[len(counts) // 5], 1)


def _head(rows: Sequence[Row], places: Sequence[int], width: int) -> int:
    """Which of the filled rows is the header: the first that is wide enough and, if one is, of names alone."""
    wide = [at for at, place in enumerate(places[:LOOKED]) if filled(rows[place]) >= HEADED * width]
    if not wide:
        return 0
    first = wide[0]
    for at in wide[:3]:
        cells = [cell for cell in rows[places[at]] if cell is not None]
        full = filled(rows[places[at]]) >= min(0.9 * width, width - 1)
        if sum(map(is_name, cells)) >= 0.9 * len(cells) and full:
            return at
    return first


def _groups(rows: Sequence[Row], places: Sequence[int], head: int, width: int) -> Row | None:
    """The row above the header that names groups of columns, each name over the first of its columns."""
    if not head or places[head - 1] != places[head] - 1:
        return None
    above, top = rows[places[head - 1]], rows[places[head]]
    told = [at for at, cell in enumerate(above) if cell is not None]
    if len(told) < 2 or not all(is_name(above[at]) for at in told):
        return None
    names = [written(cell).strip().lower() for cell in top if cell is not None]
    again = len(set(names)) < len(names)
    if not again and len(told) < GROUPED * width:
        return None
    return _spread(above, len(top), top)


def _spread(cells: Row, width: int, below: Row) -> list[Any]:
    """Each name for the blank columns to its right."""
    found: list[Any] = []
    last: Any = None
    for at in range(width):
        cell = cells[at] if at < len(cells) else None
        last = cell if cell is not None else last
        found.append(last)
    return found


def _below(rows: Sequence[Row], places: Sequence[int], head: int, header: bool) -> tuple[Row | None, Row | None, int]:
    """A second header, a row of units, and where the data begin."""
    begin = head + 1
    if not header or begin + 1 >= len(places):
        return None, None, begin
    row, body = rows[places[begin]], [rows[place] for place in places[begin + 1 :][:200]]
    figured = [at for at in range(len(row)) if holds_figures([each[at] for each in body if at < len(each)])]
    told = [row[at] for at in figured if row[at] is not None]
    if _times_below(rows[places[head]], row, figured, body):
        return row, None, begin + 1
    if not told or not all(
        isinstance(cell, str) and not is_figure(cell) and cell.strip().lower() not in MISSING for cell in told
    ):
        return None, None, begin
    known = [cell for cell in told if is_unit(cell)]
    rest = [at for at in range(len(row)) if at not in figured and row[at] is not None]
    short = not rest and len(figured) < len(row) and all(len(cell) <= 12 for cell in told)
    named = all(cell is not None for at, cell in enumerate(rows[places[head]]) if at in figured)
    measured = 2 * len(known) >= len(told) or (short and known)
    if rest:  # a label beside them is of a row, if it does not say what they are
        said = any(UNITS_SAID.search(str(row[at])) for at in rest)
        measured = len(known) == len(told) and (said or len(told) > 1)
    if named and measured and len(told) >= 0.5 * len(figured):
        return None, row, begin + 1
    if len(told) >= 0.8 * len(figured) and len(figured) >= 2:
        return row, None, begin + 1
    return None, None, begin


def _times_below(top: Row, row: Row, figured: Sequence[int], body: Sequence[Row]) -> bool:
    """Whether years or months tell columns apart that the header calls alike, or names only once for all."""
    told = [row[at] for at in figured]
    names = {top[at] if at < len(top) else None for at in figured} - {None}
    if len(told) < 2 or len(names) >= len(told) or len(set(map(str, told))) * len(names) < len(told):
        return False
    rest = [row[at] for at in range(len(row)) if at not in figured and row[at] is not None]
    apart = any(not is_period(each[at]) for each in body for at in figured if at < len(each))
    return not rest and apart and all(map(is_period, told))


def _without_footnotes(rows: Sequence[Row], body: list[int], width: int, cells: int) -> tuple[list[int], int]:
    """Without the trailing rows that say something of the table and hold no figure."""
    end = len(body)
    while end > 1 and width > 1 and _is_footnote(rows, body, end - 1, width, cells):
        end -= 1
    noted = [at for at in range(end, len(body)) if _speaks(rows, body, at, cells)]
    return (body[:end], len(body) - end) if noted else (body, 0)


def _is_footnote(rows: Sequence[Row], body: Sequence[int], at: int, width: int, cells: int) -> bool:
    row = rows[body[at]]
    if filled(row) > max(SPARSE * width, 1):
        return len(row) < cells and _speaks(rows, body, at, cells) and not any(map(is_figure, row))
    return not any(map(is_figure, row))


def _speaks(rows: Sequence[Row], body: Sequence[int], at: int, cells: int) -> bool:
    """Whether a row of one cell is no label: it stands apart, is cut short, or is longer than labels are."""
    row = rows[body[at]]
    text = next((str(cell) for cell in row if cell is not None), "")
    place = next((i for i, cell in enumerate(row) if cell is not None), 0)
    apart = body[at] > 0 and not filled(rows[body[at] - 1])
    longest = max(
        (len(str(rows[i][place])) for i in body[:at][:200] if place < len(rows[i]) and filled(rows[i]) > 1), default=0
    )
    said = len(text.split()) >= 3 and (len(text) > longest or text.startswith(("*", "(", "¹", "†")))
    return apart or len(row) < min(cells, 2) or said or bool(_NOTE.match(text))


def _used(rows: Sequence[Row], top: Row, body: Sequence[int]) -> list[int]:
    """The columns that hold a name or a value."""
    width = max([len(top), *(len(rows[place]) for place in body)])
    named = [at < len(top) and top[at] is not None for at in range(width)]
    nameless = [at for at in range(width) if not named[at]]
    filled = {at: sum(rows[place][at] is not None for place in body if at < len(rows[place])) for at in nameless}
    least = {at: 0 if at < len(top) else BEYOND * len(body) for at in nameless}
    return [at for at in range(width) if named[at] or filled[at] > least[at]]


def _picked(row: Row, used: Sequence[int]) -> Row:
    """The cells of these columns."""
    if len(row) == len(used) == used[-1] + 1:
        return row
    return [row[at] if at < len(row) else None for at in used]


def _names(heads: Sequence[Row | None], used: Sequence[int]) -> tuple[tuple[str, ...], str | None]:
    """The header, with the group above and the second line below it where there are such."""
    if not heads:
        return column_names([""] * len(used))
    top, groups, second = heads

    def cell(row: Row | None, at: int) -> str:
        return " ".join(written(row[at]).split()) if row is not None and at < len(row) and row[at] is not None else ""

    if second is not None and top is not None:  # a name over several columns stands over the first of them
        width = max(len(top), len(second))
        spread = _spread(top, width, top)
        top = [
            top[at]
            if at < len(top) and top[at] is not None
            else spread[at]
            if at < len(second) and second[at] is not None
            else None
            for at in range(width)
        ]
    said = [[cell(groups, at), cell(top, at), cell(second, at)] for at in used]
    return column_names([" ".join(dict.fromkeys(part for part in parts if part)) for parts in said])
