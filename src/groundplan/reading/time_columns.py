"""Columns that carry time, and what a question says of time as a condition on them."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from dateutil import parser

from groundplan.language.calendar.periods import Period
from groundplan.language.calendar.recurring import Recurring
from groundplan.reading.formed.form import WEEKDAYS, Filter
from groundplan.sources.shape import Column

_NOWHERE = date(2000, 1, 1)
_FIRST = re.compile(r"^\d{4}-\d\d-01")
"""The first day of a month."""
_OPPOSITE = {"in": "not_in", "=": "!="}


def bounds(column: Column, period: Period) -> Filter:
    """A period as a condition on a column."""
    low, high = _bound(column, period.low, False), _bound(column, period.high, True)
    if low is None:
        return _before(column, period)
    if high is None:
        return Filter(column=column.name, op=">=", value=low)
    if low == high:
        return Filter(column=column.name, op="=", value=low)
    return Filter(column=column.name, op="between", value=[low, high])


def _before(column: Column, period: Period) -> Filter:
    """`before 21 June` excludes that day, on dates and on timestamps alike."""
    end = period.high or _NOWHERE
    if _whole_years(column):
        return Filter(column=column.name, op="<=", value=end.year)
    return Filter(column=column.name, op="<", value=date.fromordinal(end.toordinal() + 1).isoformat())


def _bound(column: Column, day: date | None, last: bool) -> str | int | None:
    if day is None:
        return None
    if _whole_years(column):
        return day.year
    return f"{day.isoformat()}T23:59:59" if last and column.type == "datetime" else day.isoformat()


def _whole_years(column: Column) -> bool:
    return column.type in ("integer", "number")


def latest(column: Column) -> date:
    """The last date of a column: what `last year` is counted from."""
    return _as_date(column.high) or max((d for s in column.samples if (d := _as_date(s))), default=_NOWHERE)


def _as_date(value: object) -> date | None:
    if isinstance(value, date):
        return date(value.year, value.month, value.day)
    if isinstance(value, (int, float)) and 1 <= int(value) <= 9999:
        return date(int(value), 12, 31)
    try:
        return parser.parse(str(value)).date() if value is not None else None
    except (ValueError, OverflowError):
        return None


def carries_time(column: Column) -> bool:
    """A date, a timestamp, or whole numbers that can only be years."""
    if column.role == "temporal":
        return True
    whole = column.type == "integer" and isinstance(column.low, int) and isinstance(column.high, int)
    return whole and 1900 <= column.low < column.high <= 2100


def parts_held(column: Column, each: Recurring) -> Filter:
    """Weekdays or hours that come round again as a condition on a column of dates."""
    values: list[Any] = [WEEKDAYS[day] for day in each.values] if each.part == "weekday" else list(each.values)
    if each.part == "hour" and not each.outside and 2 < len(values) == values[-1] - values[0] + 1:
        return Filter(column=column.name, op="between", value=[values[0], values[-1]], part=each.part)
    op = "=" if len(values) == 1 else "in"
    held = values[0] if len(values) == 1 else values
    return Filter(column=column.name, op=_OPPOSITE[op] if each.outside else op, value=held, part=each.part)


def has_parts(column: Column, each: Recurring) -> bool:
    """Whether a column has such parts: days have no hours, months not even weekdays."""
    months = len(column.samples) > 1 and all(_FIRST.search(str(sample)) for sample in column.samples)
    if each.part == "weekday" and months:
        return False
    return column.type == "datetime" or (column.type == "date" and each.part == "weekday")
