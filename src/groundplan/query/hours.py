"""When an hour is one of the day, and when a moment of its own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from groundplan.query.form import Filter, Form, Time
from groundplan.sources.shape import Column, Table, column_ids

SERIES = frozenset({"anomaly", "forecast", "change"})
"""Analyses of a series: when the table has one time column, that is the time meant."""
MOVING = ("percent_change", "moving_average", "cumulative")
"""What is derived from one period to the next."""
TIMELINE = 8
"""Days whose hours are still shown one after the other."""


def hours_of_many_days_are_those_of_the_day(form: Form, tables: tuple[Table, ...]) -> Form:
    """`busiest hour` over months is an hour of the day; over a week each hour is a moment of its own."""
    moving = form.derive is not None and form.derive.kind in MOVING
    if form.time is None or form.time.grain != "hour" or form.per_period or moving or SERIES & set(form.analysis):
        return form
    column = column_ids(tables).get(form.time.column)
    held = (
        form.filters if len(form.alternatives) == 1 else ()
    )  # beside another alternative none of them limits the days
    if column is None or _days(column[1], [f for f in held if f.column == form.time.column]) <= TIMELINE:
        return form
    return form.model_copy(update={"time": Time(column=form.time.column, grain="hour_of_day")})


def _days(column: Column, limits: Sequence[Filter]) -> int:
    """The days from the first to the last that are looked at."""
    try:
        ends = [(column.low, column.high), *(_ends(each) for each in limits if not each.part)]
        first = max(date.fromisoformat(str(low)[:10]) for low, _ in ends if low is not None)
        return (min(date.fromisoformat(str(high)[:10]) for _, high in ends if high is not None) - first).days
    except (ValueError, TypeError, LookupError):  # no dates, or none that are known
        return 0


def _ends(limit: Filter) -> tuple[Any, Any]:
    if limit.op == "between":
        return limit.value[0], limit.value[-1]
    return limit.value if limit.op in ("=", ">", ">=") else None, limit.value if limit.op in ("=", "<", "<=") else None
