"""Where tables stand among the rows of a file or sheet: one below the other, or side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from groundplan.sources.one_cell import Row, filled, has_figures, is_figure, is_label, is_name
from groundplan.sources.rows import written

HEADED = 0.6
"""The share of the usual width that a header fills."""
LABELS = 0.8
"""The share of labels in the first column of a table that stands beside another."""


def below_each_other(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """First and last row of each table: after a blank row another begins if it has a header of its own."""
    starts = [0]
    for place in range(1, len(rows)):
        if not filled(rows[place - 1]) and filled(rows[place]) and _begins(rows, starts[-1], place):
            starts.append(place)
    return list(zip(starts, [*starts[1:], len(rows)], strict=True))


def _begins(rows: Sequence[Row], first: int, place: int) -> bool:
    """Whether a header stands here, with figures below it that the table above does not have in the same columns."""
    above = [row for row in rows[first:place] if filled(row)]
    below = _until_blank(rows, place)
    if len(above) < 3 or len(below) < 2:
        return False
    head = next((i for i, row in enumerate(below[:3]) if filled(row) >= 2), None)
    if head is None or head + 1 >= len(below):
        return False
    width = Counter(map(filled, above[-20:])).most_common(1)[0][0]
    if width < 2 or max(map(filled, above)) < 2:
        return False
    top, body = below[head], below[head + 1 :]
    told = [cell for cell in top if cell is not None]
    if not all(is_name(cell) for cell in told) or not has_figures(above):
        return False
    places = [at for at, cell in enumerate(top) if cell is not None]
    figured = [at for at in places if any(is_figure(row[at]) for row in body if at < len(row))]
    same = [written(cell).strip() for cell in told] == [written(c).strip() for c in _header_of(above) if c is not None]
    return bool(figured) and not same and not any(is_figure(top[at]) for at in figured)


def _header_of(rows: Sequence[Row]) -> Row:
    width = max(map(filled, rows))
    return next((row for row in rows if filled(row) >= HEADED * width), rows[0])


def _until_blank(rows: Sequence[Row], place: int) -> list[Row]:
    found = []
    for row in rows[place : place + 50]:
        if not filled(row):
            break
        found.append(row)
    return found


def side_by_side(rows: Sequence[Row], first: int, last: int) -> list[tuple[int, int]]:
    """First and last column of each table: at a blank column another begins if all parts are tables of their own."""
    here = rows[first:last]
    spans = _spans(here)
    if len(spans) < 2:
        return []
    tables = [_Part([row[a:b] for row in here]) for a, b in spans]
    uneven = len({table.rows for table in tables}) > 1
    own = all(table.headed and table.labelled and (uneven or table.apart) for table in tables)
    return spans if own else []


def _spans(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Columns with something in them that stand next to each other."""
    used = sorted({at for row in rows for at, cell in enumerate(row) if cell is not None})
    starts = [at for before, at in zip([-2, *used], used, strict=False) if at > before + 1]
    ends = [before + 1 for before, at in pairwise(used) if at > before + 1]
    return list(zip(starts, [*ends, used[-1] + 1], strict=True)) if used else []


class _Part:
    """Some columns of a sheet, seen as a table of their own."""

    def __init__(self, rows: Sequence[Row]) -> None:
        kept = [row for row in rows if filled(row)]
        head = next((at for at, row in enumerate(kept[:5]) if filled(row) > 1), len(kept))
        top, body = (kept[head], kept[head + 1 :]) if head < len(kept) else ((), [])
        labels = [row[0] for row in body if row and row[0] is not None]
        self.rows = len(kept)
        self.headed = (
            len(body) > 1 and len(top) > 1 and None not in top and all(map(is_name, top)) and has_figures(body)
        )
        """Whether names stand over figures."""
        self.labelled = len(labels) == len(body) and sum(map(is_label, labels)) >= LABELS * len(labels)
        self.apart = len(set(map(str, labels))) == len(labels)
        """Whether each row has a label of its own, which one table has in one column only."""
