"""The grain of time: buckets of it, and the choice of one from span and density."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Any

from groundplan.reading.formed.form import WEEKDAYS
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import backend_of, framed, temporal
from groundplan.tabular.tools.order import MONTHS, arranged, ascending

GRAINS = ("hour", "day", "week", "month", "quarter", "year", "hour_of_day", "weekday", "month_of_year")
HOURS = tuple(f"{hour:02}:00" for hour in range(24))
_UNITS = {"hour": "h", "day": "D", "week": "W", "month": "M", "quarter": "Q", "year": "Y"}

SHORT, LONG = 90, 365
"""Days of span: below the first days are shown, above the second months."""
DENSE = 60
"""Distinct days that make a span between them worth showing day by day."""
IRREGULAR = 0.2
"""The share of uneven intervals above which single days say little."""
MONTH = 28


def bucket(value: Any, grain: str) -> Any:
    """The bucket a moment falls into: its first day, or the name of its hour, weekday or month."""
    if grain == "hour_of_day":
        return value.cast("timestamp").hour().cases(*enumerate(HOURS))
    if grain == "weekday":
        return value.day_of_week.index().cases(*enumerate(WEEKDAYS))
    if grain == "month_of_year":
        return value.month().cases(*enumerate(MONTHS, start=1))
    if grain == "hour":
        return value.cast("timestamp").truncate("h")
    return value.truncate(_UNITS[grain]).cast("date")


def able_to_bucket(df: Frame, grain: str) -> Frame:
    """SQLite cannot tell the hour of a timestamp: then the rows move to DuckDB."""
    return framed(df.arrow()) if grain in ("hour", "hour_of_day") and backend_of(df) == "sqlite" else df


def by_period(df: Frame, time_column: str, grain: str) -> Frame:
    """The rows, each with the period it falls into instead of its moment, earliest first."""
    chosen = chosen_grain(df, time_column) if grain == "auto" else grain
    df = able_to_bucket(df, chosen)
    periods = df.expr.mutate(**{time_column: bucket(temporal(df, time_column), chosen)})
    return df.then(arranged(periods, ascending([time_column])))


def chosen_grain(df: Frame, time_column: str) -> str:
    """The grain that keeps a chart of these rows readable."""
    value = temporal(df, time_column)
    days = df.then(df.expr.select(day=value.cast("date")).distinct()).arrow().column("day").to_pylist()
    known = sorted(day for day in days if day is not None)
    if len(known) in (1, 2) and value.type().is_timestamp() and _hours(df, value) > 1:
        return "hour"
    return grain_of(known)


def grain_of(days: Sequence[date]) -> str:
    """The grain for distinct days, earliest first."""
    if len(days) < 2:
        return "day"
    if all((day.month, day.day) == (1, 1) for day in days):
        return "year"
    span = (days[-1] - days[0]).days
    if span > LONG or all(day.day == 1 for day in days):
        return "month"
    if span >= SHORT and len(days) <= DENSE:
        return "week"
    return "week" if span >= MONTH and _irregular(days) > IRREGULAR else "day"


def _irregular(days: Sequence[date]) -> float:
    """The share of intervals that differ from the most frequent one; 0 for plain daily data."""
    gaps = Counter((after - before).days for before, after in pairwise(days))
    return 1 - max(gaps.values()) / gaps.total()


def _hours(df: Frame, value: Any) -> int:
    return int(df.then(df.expr.aggregate(hours=value.hour().nunique())).arrow().column("hours")[0].as_py())
