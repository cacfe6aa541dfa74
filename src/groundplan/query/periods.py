"""Periods as they are written in a query: where each begins, where the next one does, and those told from today on."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from groundplan.errors import QueryError

_WRITTEN = re.compile(r"(\d{4})(?:-(?:Q([1-4])|W(\d\d)|(\d\d)(?:-(\d\d)(T.*)?)?))?")
_MOMENTS = (("%Y-%m-%dT%H:%M", 60), ("%Y-%m-%dT%H:%M:%S", 1), ("%Y-%m-%dT%H:%M:%S.%f", 0))
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120}
"""Periods that are whole months."""


def bounds(written: str | int) -> tuple[datetime, datetime]:
    """Where the period begins, and where the next one does."""
    found = _WRITTEN.fullmatch(str(written))
    if not found:
        raise QueryError(f"{written!r} is no period; write 2024, 2024-03, 2024-Q1, 2024-W05 or 2024-03-05.")
    year, quarter, week, month, day, moment = found.groups()
    try:
        if moment:
            return _moment(str(written))
        if week:
            start = date.fromisocalendar(int(year), int(week), 1)
            return _days(start, 7)
        if day:
            return _days(date(int(year), int(month), int(day)), 1)
        start = date(int(year), int(month or 1 + 3 * (int(quarter or 1) - 1)), 1)
        return _midnight(start), _midnight(moved(start, 1 if month else 3 if quarter else 12))
    except (ValueError, OverflowError):
        raise QueryError(f"{written!r} is no date of the calendar; correct it.") from None


def moved(day: date, months: int) -> date:
    """The first of the month so many months on."""
    place = day.year * 12 + day.month - 1 + months
    return date(place // 12, place % 12 + 1, 1)


def from_today(unit: str, start: int, end: int | None, today: date) -> tuple[datetime, datetime]:
    """From the period so many on from today's as far as another, both included."""
    last = start if end is None else end
    if unit == "hour":
        raise QueryError("now(hour) is not known, as a query runs on a day; take now(day).")
    try:
        return _from_today(unit, start, last, today)
    except (ValueError, OverflowError):
        raise QueryError(f"now({unit}, {start}, {last}) lies beyond the calendar; take a smaller number.") from None


def _from_today(unit: str, start: int, last: int, today: date) -> tuple[datetime, datetime]:
    if unit in MONTHS:
        size = MONTHS[unit]
        first = {"month": today.month, "quarter": (today.month - 1) // 3 * 3 + 1}.get(unit, 1)
        year = today.year // 10 * 10 if unit == "decade" else today.year
        begin = date(year, first, 1)
        return _midnight(moved(begin, start * size)), _midnight(moved(begin, (last + 1) * size))
    size = 7 if unit == "week" else 1
    begin = today - timedelta(days=today.weekday() if unit == "week" else 0)
    return _midnight(begin + timedelta(days=start * size)), _midnight(begin + timedelta(days=(last + 1) * size))


def _days(start: date, many: int) -> tuple[datetime, datetime]:
    return _midnight(start), _midnight(start + timedelta(days=many))


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day)


def _moment(written: str) -> tuple[datetime, datetime]:
    for form, seconds in _MOMENTS:
        try:
            start = datetime.strptime(written, form)
        except ValueError:
            continue
        return start, start + (timedelta(seconds=seconds) if seconds else timedelta(microseconds=1))
    raise ValueError(written)
