"""The grains of a form's time: hours of the day, two grains beside each other, what fits where none is said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from groundplan.reading.formed.form import CYCLIC, Filter, Form, Grain
from groundplan.sources.shape import Column, Table, column_ids

SERIES = frozenset({"anomaly", "forecast", "change"})
"""Analyses of a series."""
MOVING = ("percent_change", "moving_average", "cumulative")
"""What is derived from one period to the next."""
TIMELINE = 8
"""Days whose hours are still shown one after the other."""
SHORT, LONG = 90, 365
"""Days of span: below the first days are shown, above the second months."""
DENSE = 60
"""Distinct times that make a span between them worth showing day by day."""
_FINEST_FIRST: tuple[Grain, ...] = ("hour", "day", "week", "month", "quarter", "year")


def with_grains(form: Form, tables: Sequence[Table]) -> Form:
    """The form with the grains that its time is cut into."""
    if form.time is None:
        return form.model_copy(update={"across": None})
    column = column_ids(tables)[form.time.column][1]
    grain, across = form.time.grain, form.across
    if across is not None:
        grain, across = _settled(form, grain, across)
    limits = [one for one in form.filters if one.column == form.time.column and len(form.alternatives) == 1]
    if grain == "hour" and not _a_series(form) and _days(column, limits) > TIMELINE:
        grain = "hour_of_day"
    elif grain == "unknown" and column.type in ("date", "datetime"):
        grain = _readable(column, limits)
    return form.model_copy(update={"time": form.time.model_copy(update={"grain": grain}), "across": across})


def _a_series(form: Form) -> bool:
    moving = form.derive is not None and form.derive.kind in MOVING
    return form.per_period or moving or bool(SERIES & {*form.analysis})


def _settled(form: Form, first: Grain, second: Grain) -> tuple[Grain, Grain | None]:
    """`by year and month`: the months of each year; where one of two grains holds the other, it is the only one."""
    if second in ("unknown", first):
        return first, None
    if first == "unknown" and (second not in CYCLIC or "trend" not in form.analysis):
        return second, None
    if first in _FINEST_FIRST and second in _FINEST_FIRST:
        return _plain(form, first, second)
    return _beside(_of_the_day(first), _of_the_day(second))


def _plain(form: Form, first: Grain, second: Grain) -> tuple[Grain, Grain | None]:
    """Years and months, days and hours: the finer comes round in the coarser, unless a series goes along it."""
    fine, coarse = sorted((first, second), key=_FINEST_FIRST.index)
    series = SERIES & {*form.analysis} or (form.derive is not None and form.derive.kind in MOVING)
    if series or (fine != "hour" and (coarse, fine) != ("year", "month")):
        return fine, None
    return coarse, "hour_of_day" if fine == "hour" else "month_of_year"


def _beside(first: Grain, second: Grain) -> tuple[Grain, Grain | None]:
    """What goes on stands before what comes round; of two that come round, the one that is said first."""
    if first == second:
        return first, None
    return (second, first) if first in CYCLIC and second not in CYCLIC else (first, second)


def _of_the_day(grain: Grain) -> Grain:
    """Beside another grain no hour is a moment of its own."""
    return "hour_of_day" if grain == "hour" else grain


def _days(column: Column, limits: Sequence[Filter]) -> int:
    """The days from the first to the last that are looked at; 0 where they are not known."""
    try:
        ends = [(column.low, column.high), *(_ends(each) for each in limits if not each.part)]
        first = max(date.fromisoformat(str(low)[:10]) for low, _ in ends if low is not None)
        return (min(date.fromisoformat(str(high)[:10]) for _, high in ends if high is not None) - first).days
    except (ValueError, TypeError, LookupError):
        return 0


def _ends(limit: Filter) -> tuple[Any, Any]:
    if limit.op == "between":
        return limit.value[0], limit.value[-1]
    return limit.value if limit.op in ("=", ">", ">=") else None, limit.value if limit.op in ("=", "<", "<=") else None


def _readable(column: Column, limits: Sequence[Filter]) -> Grain:
    """The grain that keeps a chart of these times readable; as they stand, where they are few or far apart."""
    span = _days(column, limits)
    if 0 < column.distinct <= max(2, span // 27 + 1):
        return "unknown"  # months, quarters or years already
    if span > LONG:
        return "month"
    return "week" if span >= SHORT and column.distinct <= DENSE else "day"
