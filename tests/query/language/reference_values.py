"""Values of the reference interpreter: periods, parts of dates, arithmetic, what is equal and what stands first."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from reference_rows import Thing, written

from groundplan.errors import QueryError

SECONDS = {
    "seconds": 1.0, "minutes": 60.0, "hours": 3600.0, "days": 86400.0, "weeks": 604800.0,
    "months": 30.4375 * 86400, "years": 365.25 * 86400,
}  # fmt: skip
UNIT_WORDS = {
    "s": "seconds", "sec": "seconds", "second": "seconds", "min": "minutes", "minute": "minutes", "h": "hours",
    "hr": "hours", "hour": "hours", "d": "days", "day": "days", "week": "weeks", "month": "months", "year": "years",
}  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True)
class Stretch:
    """A period: from its start up to its end, which is out."""

    start: datetime
    end: datetime


@dataclass(frozen=True)
class Weekday:
    """A day of the week, Monday is 0."""

    number: int


def moment(value: date) -> datetime:
    """A day is its midnight."""
    return value if isinstance(value, datetime) else datetime.combine(value, time())


def unit_of(name: str) -> str:
    """The unit of time that a field's unit is, or nothing."""
    known = name.strip().casefold()
    return known if known in SECONDS else UNIT_WORDS.get(known, "")


# ------------------------------------------------------------------ periods

_WRITTEN = re.compile(r"(\d{4})-(?:Q([1-4])|W(\d\d)|(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?)?)")


def year_of(number: int) -> Stretch:
    """A year as a period."""
    return Stretch(datetime(number, 1, 1), datetime(number + 1, 1, 1))


def period_of(text: str) -> Stretch:
    """The period that a text writes; a QueryError where there is no such time."""
    found = _WRITTEN.fullmatch(text)
    try:
        return _period(found.groups()) if found else year_of(int(text))
    except (ValueError, OverflowError):
        raise QueryError(f"{text} is no time of the calendar.") from None


def _period(said: tuple[Any, ...]) -> Stretch:
    year, quarter, week, month, day, hour, minute, second, part = said
    if quarter:
        start = date(int(year), 3 * int(quarter) - 2, 1)
        return Stretch(moment(start), moment(shifted("quarter", start, 1)))
    if week:
        start = date.fromisocalendar(int(year), int(week), 1)
        return Stretch(moment(start), moment(start) + timedelta(days=7))
    if not day:
        start = date(int(year), int(month), 1)
        return Stretch(moment(start), moment(shifted("month", start, 1)))
    at = datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0))
    if part:
        at += timedelta(microseconds=int(part[:6].ljust(6, "0")))
        return Stretch(at, at + timedelta(microseconds=10 ** max(0, 6 - len(part))))
    long = timedelta(days=1) if not hour else timedelta(minutes=1) if not second else timedelta(seconds=1)
    return Stretch(at, at + long)


def now(today: date, unit: str, start: int, end: int | None) -> Stretch:
    """A period told from today on."""
    first = floor_of(unit, moment(today))
    last = start if end is None else end
    return Stretch(moment(shifted(unit, first, start)), moment(shifted(unit, first, last + 1)))


def floor_of(unit: str, value: datetime) -> date:
    """The first day of the period that a moment is in; of an hour, its beginning."""
    day = value.date()
    if unit == "hour":
        return value.replace(minute=0, second=0, microsecond=0)
    if unit == "week":
        return day - timedelta(days=day.weekday())
    return {
        "day": day, "month": day.replace(day=1), "quarter": day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1),
        "year": day.replace(month=1, day=1), "decade": date(day.year // 10 * 10 or 1, 1, 1),
    }[unit]  # fmt: skip


def shifted(unit: str, start: date, n: int) -> date:
    """The start of the period that is so many periods later."""
    if unit in ("hour", "day", "week"):
        return start + n * {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(days=7)}[unit]
    months = start.year * 12 + start.month - 1 + n * {"month": 1, "quarter": 3, "year": 12, "decade": 120}[unit]
    return start.replace(year=months // 12, month=months % 12 + 1)


# ------------------------------------------------------------------ parts and arithmetic


def taken(part: str, value: Any, size: float | None, unit: str = "") -> Any:
    """A part of a value; `unit` is the one that a number is in."""
    if value is None:
        return None
    if part == "abs":
        return abs(value)
    if part == "bin":
        return math.floor(value / float(size or 1)) * float(size or 1)
    if part in SECONDS:
        seconds = value.total_seconds() if isinstance(value, timedelta) else value * SECONDS[unit]
        return seconds / SECONDS[part]
    if isinstance(value, (int, float)):
        return value if part == "year" else math.floor(value / 10) * 10
    return _of_date(part, value.start if isinstance(value, Stretch) else moment(value))


def _of_date(part: str, at: datetime) -> Any:
    numbers = {
        "year": at.year, "decade": at.year // 10 * 10, "month_of_year": at.month, "day_of_month": at.day,
        "hour_of_day": at.hour, "weekday": Weekday(at.weekday()),
    }  # fmt: skip
    return numbers[part] if part in numbers else floor_of(part, at)


def computed(op: str, left: Any, right: Any) -> Any:
    """Arithmetic; missing where a side is, and by 0."""
    if left is None or right is None:
        return None
    left, right = (_first(side) for side in (left, right))
    if op == "/":
        return None if right == 0 else left / right
    return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right}[op]()


def _first(side: Any) -> Any:
    """A period counts as its first moment, a day as its midnight."""
    return side.start if isinstance(side, Stretch) else moment(side) if isinstance(side, date) else side


# ------------------------------------------------------------------ equal, before, after


def beside(left: Any, right: Any) -> tuple[Any, Any]:
    """Two sides as they are compared: a number beside a date is a year, a text beside a weekday is one."""
    if isinstance(left, date) and type(right) is int:
        return left, year_of(right)
    if isinstance(right, date) and type(left) is int:
        return year_of(left), right
    if isinstance(left, Weekday) and right in WEEKDAYS:
        return left, Weekday(WEEKDAYS.index(right))
    if isinstance(right, Weekday) and left in WEEKDAYS:
        return Weekday(WEEKDAYS.index(left)), right
    return left, right


def equal(left: Any, right: Any) -> bool:
    """Whether both are the same; what is missing equals nothing."""
    if left is None or right is None:
        return False
    left, right = beside(left, right)
    if isinstance(left, Stretch):
        left, right = right, left
    if isinstance(right, Stretch):
        return right.start <= moment(left) < right.end
    if isinstance(left, Thing) and isinstance(right, Thing):
        return left == right
    if isinstance(left, Thing) or isinstance(right, Thing):
        thing, text = (left, right) if isinstance(left, Thing) else (right, left)
        return written(text) in thing.called()
    return identity(left) == identity(right)


def ordered(op: str, left: Any, right: Any) -> bool | None:
    """Whether the left side stands so to the right one; None: not known."""
    if left is None or right is None:
        return None
    left, right = beside(left, right)
    if isinstance(left, Stretch):
        left, right, op = right, left, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}[op]
    if isinstance(right, Stretch):
        bound = right.start if op in ("<", ">=") else right.end
        return moment(left) < bound if op in ("<", "<=") else moment(left) >= bound
    one, other = sorting(left), sorting(right)
    return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[op]


def names_of(value: Any) -> list[str]:
    """The texts in which `has` looks."""
    return value.looked_at() if isinstance(value, Thing) else [] if value is None else [value]


def identity(value: Any) -> Any:
    """What tells a value from others: things by their row, numbers, dates and truths each for themselves."""
    if isinstance(value, (Thing, Weekday)) or value is None:
        return value
    if isinstance(value, str):
        return ("text", value)
    if isinstance(value, bool):
        return ("truth", value)
    return ("time", moment(value)) if isinstance(value, date) else ("number", value)


def sorting(value: Any) -> tuple[Any, ...]:
    """By what values are put in order."""
    if isinstance(value, Thing):
        place = value.place if isinstance(value.place, tuple) else (math.inf,)
        return (*sorting(value.shown()), place)
    if isinstance(value, Weekday):
        return (2, value.number)
    if isinstance(value, str):
        return (4, value)
    return (3, moment(value)) if isinstance(value, date) else (1, value)


def text_shown(value: Any) -> Any:
    """A value, or of a thing the text that it is called by."""
    return written(value.shown()) if isinstance(value, Thing) else value


def shown(value: Any) -> Any:
    """A value as it stands in an answer."""
    if isinstance(value, Thing):
        return value.shown()
    return WEEKDAYS[value.number] if isinstance(value, Weekday) else value
