"""The order of rows: always stated, and kept through steps that would lose it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.reading.formed.form import WEEKDAYS
from groundplan.sources.frame import Frame

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG = (
    *("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)  # fmt: skip
CALENDAR = {name.lower(): place for names in (_LONG, WEEKDAYS + MONTHS) for place, name in enumerate(names)}
_PLACES = CALENDAR | {f"{hour:02}:00": hour for hour in range(24)}

Keys = Sequence[tuple[str, str]]
"""Columns, each with `asc` or `desc`."""


def arranged(expr: Any, keys: Keys, ties: Sequence[str] = ()) -> Any:
    """The rows in that order; empty values last, text without case, days and months as the calendar has them."""
    sorts = [sort for name, order in keys for sort in _sorts(expr[name], order)]
    sorts += [expr[name].asc(nulls_first=False) for name in ties]
    return expr.order_by(sorts) if sorts else expr


def ascending(names: Sequence[str]) -> Keys:
    """Every one of these columns upwards."""
    return [(name, "asc") for name in names]


def others(df: Frame, name: str) -> list[str]:
    """The remaining columns, which break ties so that equal rows never change places."""
    return [other for other in df.columns if other != name and not df.expr[other].type().is_nested()]


def arrangement(expr: Any) -> Keys:
    """The order an earlier step gave the rows; empty if none did."""
    import ibis.expr.operations as ops  # slow, and a help text needs none of it

    node = expr.op()
    while isinstance(node, (ops.Limit, ops.Filter, ops.Project, ops.DropColumns)):
        node = node.parent
    if not isinstance(node, ops.Sort):
        return []
    keys = [(key.arg.name, "asc" if key.ascending else "desc") for key in node.keys if isinstance(key.arg, ops.Field)]
    return [key for key in keys if key[0] in expr.columns]


def grouped_by(expr: Any) -> tuple[str, ...] | None:
    """The columns the rows were grouped by; None where they are rows as they were read."""
    import ibis.expr.operations as ops

    node = expr.op()
    while isinstance(node, (ops.Limit, ops.Filter, ops.Project, ops.DropColumns, ops.Sort)):
        node = node.parent
    if not isinstance(node, ops.Aggregate):
        return None
    return tuple(name for name in node.groups if name in expr.columns)


def in_calendar(values: Sequence[Any]) -> list[Any]:
    """Days, months or hours of the day in their order, what is empty last; other values as they come."""
    places = {value: _PLACES.get(str(value).lower()) for value in values}
    foreign = [value for value, place in places.items() if place is None and value not in (None, "(empty)")]
    return list(values) if foreign else sorted(values, key=lambda value: _last(places[value]))


def _last(place: int | None) -> int:
    return len(_PLACES) if place is None else place


def along(value: Any) -> list[Any]:
    """What a window over time is ordered by; no window may stand in it, so the calendar is taken as it comes."""
    return [_place(value), value] if value.type().is_string() else [value]


def _sorts(value: Any, order: str) -> list[Any]:
    values = [value]
    if value.type().is_string():
        values = [_calendar_place(value), value.lower(), value]
    return [each.desc(nulls_first=False) if order == "desc" else each.asc(nulls_first=False) for each in values]


def _calendar_place(value: Any) -> Any:
    """Where a day or month stands in the calendar, if every value of the column is one."""
    place = _place(value)
    foreign = (place.isnull() & value.notnull()).any().over()
    return foreign.ifelse(None, place)


def _place(value: Any) -> Any:
    return value.lower().cases(*CALENDAR.items())
