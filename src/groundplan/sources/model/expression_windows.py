"""A function over the rows around each row -> an ibis value: as SQL has it, frames and missing values included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ibis

from groundplan.errors import SourceError
from groundplan.sources.model.expressions import AGGREGATES, Literal, Window

Value = Callable[[Any, Any], Any]
"""A part, a table -> the part's value in it."""


def windowed(part: Window, table: Any, value: Value) -> Any:
    """The value of a window over the rows of a table; `value` gives that of the parts inside it."""
    of, name = part.of, part.of.name
    if name in AGGREGATES and of.distinct and name != "COUNT":
        raise SourceError(f"{name} of distinct values is of groups, not of rows among others; leave DISTINCT out.")
    if name in AGGREGATES:
        return value(of, table).over(_window(part, table, value, framed=True))
    found = _FUNCTIONS[name]([_given(one, table, value) for one in of.args])
    place = found.over(_window(part, table, value, framed=name in ("FIRST_VALUE", "LAST_VALUE", "NTH_VALUE")))
    return place + 1 if name in _FROM_ZERO else place


def _given(part: Any, table: Any, value: Value) -> Any:
    """Whole numbers say how far or how many, and stay numbers."""
    return part.value if isinstance(part, Literal) and type(part.value) is int else value(part, table)


def _window(part: Window, table: Any, value: Value, framed: bool) -> Any:
    apart: dict[str, Any] = {"group_by": [value(one, table) for one in part.partition] or None}
    order = [_sorted(value(one.of, table), one.descending, one.nulls_first) for one in part.order]
    if part.frame and framed:
        made = ibis.rows_window if part.frame == "ROWS" else ibis.range_window
        return made(**apart, order_by=order or None, **_bounds(part.start, part.end))
    if order and framed:  # as SQL has it: up to this row, and those that stand beside it
        return ibis.range_window(**apart, order_by=order, following=0)
    return ibis.window(**apart, order_by=order or None)


def _sorted(key: Any, descending: bool, nulls_first: bool) -> Any:
    return key.desc(nulls_first=nulls_first) if descending else key.asc(nulls_first=nulls_first)


def _bounds(start: int | None, end: int | None) -> dict[str, Any]:
    """As ibis takes them: how far before, how far after."""
    if end is not None and end < 0:
        return {"preceding": (None if start is None else -start, -end)}
    if start is not None and start > 0:
        return {"following": (start, end)}
    return {"preceding": None if start is None else -start, "following": end}


_FUNCTIONS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "ROW_NUMBER": lambda _: ibis.row_number(),
    "RANK": lambda _: ibis.rank(),
    "DENSE_RANK": lambda _: ibis.dense_rank(),
    "PERCENT_RANK": lambda _: ibis.percent_rank(),
    "CUME_DIST": lambda _: ibis.cume_dist(),
    "NTILE": lambda given: ibis.ntile(given[0]),
    "LAG": lambda given: given[0].lag(*given[1:]),
    "LEAD": lambda given: given[0].lead(*given[1:]),
    "FIRST_VALUE": lambda given: given[0].first(include_null=True),
    "LAST_VALUE": lambda given: given[0].last(include_null=True),
    "NTH_VALUE": lambda given: given[0].nth(given[1] - 1),
}
_FROM_ZERO = ("ROW_NUMBER", "RANK", "DENSE_RANK", "NTILE")
"""What ibis counts from 0."""
