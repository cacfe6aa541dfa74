"""A relative date filter -> the first moment that it keeps, and the first that it does not keep any more."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from groundplan.packs.tableau.vizql.query import Relative


def period(asked: Relative, now: datetime, week_start: int) -> tuple[datetime, datetime]:
    """The periods are counted from the one that holds the anchor, which the last n and the next n include."""
    anchor = datetime.combine(asked.anchor_date, time()) if asked.anchor_date else now
    unit = "DAYS" if asked.period_type == "UNSPECIFIED" else asked.period_type
    start = _start(anchor, unit, week_start)
    many = asked.range_n or 1
    if asked.date_range_type == "TODATE":
        fine = unit in ("MINUTES", "HOURS")
        return start, anchor + timedelta(minutes=1) if fine else datetime.combine(_day(anchor, 1), time())
    first, last = {
        "CURRENT": (0, 1), "LAST": (-1, 0), "NEXT": (1, 2), "LASTN": (1 - many, 1), "NEXTN": (0, many)
    }[asked.date_range_type]  # fmt: skip
    return _moved(start, unit, first), _moved(start, unit, last)


def _day(moment: datetime, days: int) -> date:
    return moment.date() + timedelta(days=days)


def _start(moment: datetime, unit: str, week_start: int) -> datetime:
    if unit == "MINUTES":
        return moment.replace(second=0, microsecond=0)
    if unit == "HOURS":
        return moment.replace(minute=0, second=0, microsecond=0)
    day = datetime.combine(moment.date(), time())
    if unit == "DAYS":
        return day
    if unit == "WEEKS":
        return day - timedelta(days=(day.isoweekday() - week_start) % 7)
    months = {"MONTHS": 1, "QUARTERS": 3, "YEARS": 12}[unit]
    return day.replace(month=(day.month - 1) // months * months + 1, day=1)


def _moved(start: datetime, unit: str, count: int) -> datetime:
    """As far as the calendar goes."""
    try:
        if unit in ("MINUTES", "HOURS", "DAYS", "WEEKS"):
            return start + timedelta(**{unit.lower(): count})
        months = start.year * 12 + start.month - 1 + count * {"MONTHS": 1, "QUARTERS": 3, "YEARS": 12}[unit]
        return start.replace(year=months // 12, month=months % 12 + 1)
    except (OverflowError, ValueError):
        return datetime.min if count < 0 else datetime.max
