"""A function over the rows around each row -> an ibis value: as SQL has it, frames and missing values included."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ibis

from groundplan.errors import SourceError
from groundplan.sources.model.expression_functions import Function
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
    found = WINDOWED[name].value(*(_given(one, table, value) for one in of.args))
    place = found.over(_window(part, table, value, framed=name in ("FIRST_VALUE", "LAST_VALUE", "NTH_VALUE")))
    return place + 1 if name in _FROM_ZERO else place


def _given(part: Any, table: Any, value: Value) -> Any:
    """Whole numbers say how far or how many, and stay numbers."""
    return part.value if isinstance(part, Literal) and type(part.value) is int else value(part, table)


def _window(part: Window, table: Any, value: Value, framed: bool) -> Any:
    apart: dict[str, Any] = {"group_by": [value(one, table) for one in part.partition] or None}
    order = [sorted_by(value(one.of, table), one.descending, one.nulls_first) for one in part.order]
    if part.frame and framed:
        made = ibis.rows_window if part.frame == "ROWS" else ibis.range_window
        return made(**apart, order_by=order or None, **_bounds(part.start, part.end))
    if order and framed:  # as SQL has it: up to this row, and those that stand beside it
        return ibis.range_window(**apart, order_by=order, following=0)
    return ibis.window(**apart, order_by=order or None)


def sorted_by(key: Any, descending: bool, nulls_first: bool) -> Any:
    """A key of rows that are ordered."""
    return key.desc(nulls_first=nulls_first) if descending else key.asc(nulls_first=nulls_first)


def _bounds(start: int | None, end: int | None) -> dict[str, Any]:
    """As ibis takes them: how far before, how far after."""
    if end is not None and end < 0:
        return {"preceding": (None if start is None else -start, -end)}
    if start is not None and start > 0:
        return {"following": (start, end)}
    return {"preceding": None if start is None else -start, "following": end}


WINDOWED: Mapping[str, Function] = {
    "ROW_NUMBER": Function(0, 0, ibis.row_number),
    "RANK": Function(0, 0, ibis.rank),
    "DENSE_RANK": Function(0, 0, ibis.dense_rank),
    "PERCENT_RANK": Function(0, 0, ibis.percent_rank),
    "CUME_DIST": Function(0, 0, ibis.cume_dist),
    "NTILE": Function(1, 1, ibis.ntile),
    "LAG": Function(1, 3, lambda x, *given: x.lag(*given)),
    "LEAD": Function(1, 3, lambda x, *given: x.lead(*given)),
    "FIRST_VALUE": Function(1, 1, lambda x: x.first(include_null=True)),
    "LAST_VALUE": Function(1, 1, lambda x: x.last(include_null=True)),
    "NTH_VALUE": Function(2, 2, lambda x, place: x.nth(place - 1)),
}
"""Functions of windows only."""
_FROM_ZERO = ("ROW_NUMBER", "RANK", "DENSE_RANK", "NTILE")
"""What ibis counts from 0."""
