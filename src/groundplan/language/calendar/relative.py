"""Periods by their distance from the last date of the data, or from another: `last year`, `the quarter before`."""

from __future__ import annotations

from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from groundplan.language.calendar.days import holiday, season
from groundplan.language.calendar.months import month, quarter
from groundplan.language.calendar.text import Point, Text
from groundplan.language.calendar.vocabulary import vocabulary

STEPS = {
    "day": relativedelta(days=1),
    "week": relativedelta(weeks=1),
    "fortnight": relativedelta(weeks=2),
    "month": relativedelta(months=1),
    "quarter": relativedelta(months=3),
    "half": relativedelta(months=6),
    "year": relativedelta(years=1),
    "decade": relativedelta(years=10),
}
_ROLLING = frozenset({"decade", "fortnight"})
_MOST = 100
_DAY = timedelta(days=1)


def relative(text: Text, at: int) -> Point | None:
    """What `last`, `past` and `this` say, `ago`, and days of the last week."""
    if text.label(at) in ("last", "past", "this"):
        return _cued(text, at)
    return _ago(text, at) or _before_last(text, at) or _weekend(text, at) or _weekday(text, at)


def _cued(text: Text, at: int) -> Point | None:
    label, place = text.label(at), text.skip(text.cues[at].end, vocabulary().passed)
    count, place = _count(text, place)
    place = text.skip(place, vocabulary().passed | {"-"})
    unit = vocabulary().units.get(text.word(place))
    if unit is None:
        return _named(text, at, place, label) if count is None else None
    end = place + 1 + (unit == "half" and text.word(place + 1) == "year")
    if unit == "weekend":
        return _saturday(text, at, end, first_of("week", text.latest) + timedelta(days=5 if label == "this" else -2))
    low, high = _stretch(text, at, unit, count)
    return Point(at, end, low, high)


def _count(text: Text, at: int) -> tuple[int | None, int]:
    number = text.number(at)
    if number is None:
        number = vocabulary().few.get(text.word(at))
        return number, at + (number is not None) + (text.word(at) == "couple" and text.word(at + 1) == "of")
    return min(number, _MOST * 24), at + 1


def _stretch(text: Text, at: int, unit: str, count: int | None) -> tuple[date, date]:
    """Counted units run up to the last date; `last month` is the whole month before."""
    label, latest = text.label(at), text.latest
    if unit == "hour":
        unit, count = "day", -(-(count or 1) // 24)
    if count is not None or unit in _ROLLING or label == "past":
        return latest - STEPS[unit] * min(count or 1, _MOST) + _DAY, latest
    back = 0 if label == "this" else 2 if text.word(at).startswith("позапрошл") else 1
    first = first_of(unit, latest) - STEPS[unit] * back
    return first, first + STEPS[unit] - _DAY


def _named(text: Text, at: int, place: int, label: str) -> Point | None:
    """`last March` is over; `this March` is the one of the year of the last date."""
    if (weekday := vocabulary().weekdays.get(text.word(place))) is not None:
        return _last_weekday(text, at, place + 1, weekday, text.latest - timedelta(days=label != "this"))
    point = month(text, place) or season(text, place) or quarter(text, place) or holiday(text, place)
    if point is None or point.year_said:
        return point.spanning(at, point.end) if point else None
    if label != "this":
        over = point if point.high < text.latest else point.moved(-1)
        return over.spanning(at, point.end)
    held = point.low <= text.latest <= point.high
    return (point if held else point.moved(text.latest.year - point.high.year)).spanning(at, point.end)


def _ago(text: Text, at: int) -> Point | None:
    """`3 months ago` is the third month before."""
    count, place = _count(text, at)
    if count is None:
        count, place = 1, at + (text.word(at) in ("a", "an", "one"))
    unit = vocabulary().units.get(text.word(place), "")
    if unit not in STEPS or text.word(place + 1) not in vocabulary().ago:
        return None
    return _unit_back(text, at, place + 2, unit, min(count, _MOST))


def _before_last(text: Text, at: int) -> Point | None:
    """`the month before last`."""
    unit = vocabulary().units.get(text.word(at), "")
    if unit not in STEPS or text.word(at + 1) != "before" or text.word(at + 2) != "last":
        return None
    return _unit_back(text, at, at + 3, unit, 2)


def _unit_back(text: Text, start: int, end: int, unit: str, count: int) -> Point:
    first = first_of(unit, text.latest - STEPS[unit] * count)
    return Point(start, end, first, first + STEPS[unit] - _DAY)


def _weekend(text: Text, at: int) -> Point | None:
    """`over the weekend` is the latest that has begun; `on weekends` is none."""
    if vocabulary().units.get(text.word(at)) != "weekend" or not text.named(at) or text.word(at + 1) == "of":
        return None
    saturday = text.latest - timedelta(days=(text.latest.weekday() - 5) % 7)
    return _saturday(text, at, at + 1, saturday)


def _saturday(text: Text, start: int, end: int, day: date) -> Point:
    return Point(start, end, day, day + _DAY)


def _weekday(text: Text, at: int) -> Point | None:
    """`since Monday`; `on a Monday` is any."""
    weekday = vocabulary().weekdays.get(text.word(at))
    open_side = text.label(at - 1) in ("since", "before", "after", "through")
    if weekday is None or text.word(at - 1) in vocabulary().articles or not (open_side or text.alone):
        return None
    return _last_weekday(text, at, at + 1, weekday, text.latest)


def _last_weekday(text: Text, start: int, end: int, weekday: int, until: date) -> Point:
    day = until - timedelta(days=(until.weekday() - weekday) % 7)
    return Point(start, end, day, day)


def this_unit(text: Text, at: int) -> Point | None:
    """The week, month, quarter or year of the last date, for `the start of the year`; `years` are none."""
    place = text.skip(at, vocabulary().passed)
    word = text.word(place)
    unit = vocabulary().units.get(word, "")
    many = word.endswith("s") or word in ("лет", "дней", "недель", "месяцев", "кварталов")
    return _unit_back(text, at, place + 1, unit, 0) if unit in STEPS and not many else None


def first_of(unit: str, day: date) -> date:
    """The first day of the unit that a day lies in."""
    if unit == "day":
        return day
    if unit in ("week", "fortnight"):
        return day - timedelta(days=day.weekday())
    if unit == "decade":
        return date(day.year - day.year % 10, 1, 1)
    months = {"month": 1, "quarter": 3, "half": 6, "year": 12}[unit]
    return date(day.year, day.month - (day.month - 1) % months, 1)


def earlier(text: Text, at: int, later: Point) -> Point | None:
    """What is compared with a period and named by its distance from it."""
    said = vocabulary().distance
    at = text.skip(at, vocabulary().articles | said["own"])
    if text.word(at) in said["same"]:
        unit, end = "year", _year_back(text, text.skip(at + 1, said["same"] | said["lasting"] | {"of", "in"}))
    elif text.word(at) in said["previous"]:
        named = bool(_unit(text, at + 1, later))  # `the previous` alone is as long as what it stands before
        unit, end = _unit(text, at + 1, later) or _length(later), at + 1 + named
    else:
        unit, end = _unit(text, at, later), at + 2 if text.word(at + 1) in said["earlier"] else None
    return _back(later, unit, end) if unit in STEPS and end else None


def _unit(text: Text, at: int, later: Point) -> str:
    """The unit that is said; `the one before` is as long as what it stands before."""
    said = vocabulary().units.get(text.word(at), "")
    return said or (_length(later) if text.word(at) in vocabulary().distance["ones"] else "")


def _length(period: Point) -> str:
    return next((unit for unit in STEPS if period.low + STEPS[unit] == period.high + _DAY), "")


def _year_back(text: Text, at: int) -> int | None:
    """Where `last year`, `a year earlier` or `the previous year` ends."""
    at = text.skip(at, vocabulary().articles)
    cued = text.cues[at].end if text.label(at) == "last" else at
    if vocabulary().units.get(text.word(cued)) != "year":
        return None
    if cued > at:
        return cued + 1
    return at + 2 if text.word(at + 1) in vocabulary().distance["earlier"] else None


def _back(later: Point, unit: str, end: int) -> Point:
    """As many days one unit earlier; whole months stay whole."""
    low, high = later.low - STEPS[unit], later.high + _DAY - STEPS[unit] - _DAY
    return Point(later.end, end, low, high)
