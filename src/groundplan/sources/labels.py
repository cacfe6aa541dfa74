"""Text columns: marks that say "none", one label in several spellings, and cells that hold lists."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from groundplan.plan import folder
from groundplan.sources import duck
from groundplan.sources.cells import NOTHING
from groundplan.sources.shape import JSON_LIST

DISTINCT = 1_000
"""Columns with more labels keep their spellings: they are names or texts."""
FIRST = 10_000
"""Cells that are looked at where hardly two of them are alike."""
SEPARATORS = (";", "|", ",", "/")
SPLIT = 0.1
"""The share of cells that are cut, for a column to hold lists."""
PIECE = 40
"""Characters of a piece: longer ones are clauses of a sentence."""
_LABELS = frozenset(folder.load(Path(__file__).with_name("missing_marks.yaml"))["labels"])


@dataclass(frozen=True)
class Labels:
    """What was found in the cells of a text column."""

    marks: Mapping[str, int] = field(default_factory=dict)
    spellings: Mapping[str, str] = field(default_factory=dict)
    """Each way of writing a label that is not its usual one, and that one."""
    separator: str = ""

    def notes(self, column: str) -> Iterator[str]:
        """What to tell of it."""
        if missing := sum(self.marks.values()):
            cells = "1 cell" if missing == 1 else f"{missing:,} cells"
            yield f"{cells} of {column!r} without a value, such as {next(iter(self.marks))!r}, counted as missing"
        if self.spellings:
            way, label = next(iter(self.spellings.items()))
            ways = "1 spelling" if len(self.spellings) == 1 else f"{len(self.spellings)} spellings"
            yield f"{ways} of labels of {column!r} read as the usual one: {way!r} as {label!r}"


def labels(rows: Callable[[str], list[Any]], relation: str, names: Mapping[str, bool]) -> dict[str, Labels]:
    """For each text column, from its different cells; of those named with False hardly two are alike."""
    return {name: _labels(*_cells(rows, relation, name, again)) for name, again in names.items()}


def _cells(rows: Callable[[str], list[Any]], relation: str, name: str, again: bool) -> tuple[dict[str, int], bool]:
    """The most frequent cells with their counts, and whether these are all."""
    column = f"trim({duck.name(name)})"
    some = relation if again else f"(SELECT {duck.name(name)} FROM {relation} LIMIT {FIRST})"
    grouped = f"SELECT {column}, count(*) FROM {some} WHERE {column} <> '' GROUP BY 1"
    found = dict(rows(f"{grouped} ORDER BY 2 DESC, 1 LIMIT {DISTINCT + 1}"))
    if not again and len(found) <= DISTINCT:  # not so many after all
        return _cells(rows, relation, name, True)
    return found, len(found) <= DISTINCT


def _labels(cells: Mapping[str, int], whole: bool) -> Labels:
    dashes = any(set(cell) <= set("+o") for cell in cells)  # ++, +, o, -, --: a dash is a grade there
    marks = {
        cell: n
        for cell, n in cells.items()
        if (cell.lower() in NOTHING and not (dashes and set(cell) == {"-"}))
        or (cell.lower() in _LABELS and _none(cells))
    }
    rest = {cell: n for cell, n in cells.items() if cell not in marks}
    return Labels(marks, _spellings(rest) if whole else {}, _separator(rest))


def _none(cells: Mapping[str, int]) -> bool:
    """Whether NA means none: among words, not among codes in capitals, where it is Namibia or North America."""
    others = [cell for cell in cells if cell.lower() not in _LABELS | NOTHING]
    codes = [cell for cell in others if cell.isupper() and 2 <= len(cell) <= 5]
    return bool(others) and len(codes) < 0.6 * len(others)


def _spellings(cells: Mapping[str, int]) -> dict[str, str]:
    """Cells that differ by capitals and inner space alone are read as the most frequent of them."""
    usual: dict[str, str] = {}
    for cell in cells:  # the most frequent first
        usual.setdefault(_folded(cell), cell)
    return {cell: usual[_folded(cell)] for cell in cells if len(cell) > 2 and usual[_folded(cell)] != cell}


def _folded(cell: str) -> str:
    return " ".join(cell.casefold().split())


def _separator(cells: Mapping[str, int]) -> str:
    """What cuts the cells into pieces that come again, if there is such a mark."""
    if not cells:
        return ""
    if all(cell.startswith("[") and cell.endswith("]") and _list(cell) for cell in list(cells)[:20]):
        return JSON_LIST
    return next((mark for mark in SEPARATORS if _cuts(mark, cells)), "")


def _list(cell: str) -> bool:
    try:
        return isinstance(json.loads(cell), list)
    except ValueError:
        return False


def _cuts(mark: str, cells: Mapping[str, int]) -> bool:
    total = sum(cells.values())
    parts = {cell: [part.strip() for part in cell.split(mark) if part.strip()] for cell in cells if mark in cell}
    several = {cell: found for cell, found in parts.items() if len(found) > 1}
    if sum(cells[cell] for cell in several) < SPLIT * total or len(several) < 3:
        return False
    if any(len(piece) > PIECE for found in several.values() for piece in found):
        return False
    pieces = Counter(piece for found in several.values() for piece in found)
    kinds = len(pieces)
    recur = sum(n > 1 for n in pieces.values()) >= 0.5 * kinds and sum(pieces.values()) >= 2.5 * kinds
    if not recur or len(cells) <= 2:
        return False
    if mark in ",/":  # `Paris, France` is a place: pieces stand in any place, and their number varies
        firsts = {found[0] for found in several.values()}
        later = {piece for found in several.values() for piece in found[1:]}
        varies = len({len(found) for found in parts.values()} | {1 for cell in cells if mark not in cell}) > 1
        if not varies or len(firsts & later) < 0.3 * len(firsts):
            return False
    alone = [cell for cell in cells if mark not in cell]
    known = sum(cell in pieces for cell in alone)
    return known >= 0.5 * len(alone)
