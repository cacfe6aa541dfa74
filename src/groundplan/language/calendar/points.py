"""Any point of the calendar, and a part of one: `early 2023`, `the end of March`, `the first week of May`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from groundplan.language.calendar.days import day, digits, holiday, season, week_of
from groundplan.language.calendar.months import month, ordinal, quarter
from groundplan.language.calendar.relative import STEPS, relative, this_unit
from groundplan.language.calendar.text import Point, Text, month_end
from groundplan.language.calendar.vocabulary import vocabulary
from groundplan.language.calendar.years import year

Read = Callable[[Text, int], Point | None]
_DAY = timedelta(days=1)
READERS: tuple[Read, ...] = (
    digits,
    day,  # `last night` before `last`
    relative,
    holiday,  # `new year` before a year
    quarter,
    season,
    month,
    year,
)


def point_at(text: Text, at: int) -> Point | None:
    """The point of the calendar that begins at a place."""
    if at >= len(text.words):
        return None
    # parts first: `last week of May` is not last week
    found = part(text, at, point_at) or next((p for read in READERS if (p := read(text, at))), None)
    return _narrowed(text, found) if found else None


def _narrowed(text: Text, whole: Point) -> Point:
    """`2023 Q4`, `last year's summer`: a year, and what of it is meant."""
    if (whole.low.month, whole.low.day, whole.high) != (1, 1, whole.low.replace(month=12, day=31)):
        return whole
    inner = next((p for read in (quarter, season, month) if (p := read(text, whole.end))), None)
    if inner is None or inner.year_said:
        return whole
    return replace(inner.moved(whole.low.year - inner.low.year), start=whole.start, year_said=True)


def part(text: Text, at: int, read: Read) -> Point | None:
    """A part of what `read` finds after it."""
    return _third(text, at, read) or _end(text, at, read) or _counted(text, at, read) or _beside(text, at, read)


def _whole(text: Text, at: int, read: Read) -> Point | None:
    """What the part is of: a point, or `the year`."""
    place = text.skip(at, vocabulary().articles | ({"in"} if text.alone else set()))
    said = text.alone or "of" in (text.word(at), text.word(place - 1)) or text.word(place)[:1] > "z"
    return read(text, place) or (this_unit(text, place) if said else None)


def _third(text: Text, at: int, read: Read) -> Point | None:
    """`early 2023`, `mid-March`; `late in 2023` may be said of a delivery."""
    third = vocabulary().thirds.get(text.word(at))
    place = at + 1 + (text.word(at + 1) == "-")
    if third is None or (text.word(at) == "middle" and text.word(place) != "of"):
        return None
    whole = _whole(text, place, read)
    return _cut(whole, at, third) if whole else None


def _end(text: Text, at: int, read: Read) -> Point | None:
    """`the end of 2023`, `в начале марта`; `contracts that end 2023` are none."""
    end = vocabulary().ends.get(text.word(at))
    if end is None or not (text.alone or text.word(at + 1) == "of" or text.word(at)[0] > "z"):
        return None
    whole = _whole(text, at + 1, read)
    return replace(_tip(whole, at, end), edge=end) if whole else None


def _cut(whole: Point, start: int, third: str) -> Point:
    months = _months(whole)
    size = relativedelta(months=months // 3) if months >= 3 else relativedelta(days=_days(whole) // 3)
    one, two = whole.low + size, whole.low + size * 2
    low = {"early": whole.low, "mid": one, "late": two}[third]
    high = {"early": one - _DAY, "mid": two - _DAY, "late": whole.high}[third]
    return replace(whole, start=start, low=low, high=max(low, high), bare_year=False)


def _tip(whole: Point, start: int, end: str) -> Point:
    """The first or last year of a decade, month of a year, third of a month."""
    months = _months(whole)
    if months < 2:
        return _cut(whole, start, "early" if end == "start" else "late")
    size = relativedelta(months=12 if months > 12 else 1)
    if end == "start":
        return replace(whole, start=start, high=whole.low + size - _DAY, bare_year=False)
    return replace(whole, start=start, low=whole.high + _DAY - size, bare_year=False)


def _months(point: Point) -> int:
    """How many whole months a stretch has; 0 when it does not run from first to last days."""
    if point.low.day != 1 or point.high != month_end(point.high):
        return 0
    return (point.high.year - point.low.year) * 12 + point.high.month - point.low.month + 1


def _days(point: Point) -> int:
    return (point.high - point.low).days + 1


def _counted(text: Text, at: int, read: Read) -> Point | None:
    """`first week of May`, `last two months of 2023`, `последняя неделя марта`."""
    number, place = ordinal(text, at + (text.word(at) == "the"))
    if number is None:
        return None
    count = text.number(place)
    place += count is not None
    unit = vocabulary().units.get(text.word(place), "")
    joined = text.word(place + 1) in ("of", "in") or text.word(at)[0] > "z"
    if unit not in {*STEPS, "weekend"} or not joined:
        return None
    following = text.skip(place + 1, vocabulary().articles | {"in"})
    whole = read(text, following) or (this_unit(text, following) if text.word(place + 1) == "of" else None)
    low_high = _nth(whole, number, min(count or 1, 100), unit) if whole and whole.low < whole.high else None
    return replace(whole, start=at, low=low_high[0], high=low_high[1], bare_year=False) if whole and low_high else None


def _nth(whole: Point, number: int, count: int, unit: str) -> tuple[date, date] | None:
    if unit == "weekend":
        return _nth_weekend(whole, number)
    step = relativedelta(days=_days(whole) // 2) if unit == "half" and not _months(whole) > 1 else STEPS[unit]
    if unit == "half" and _months(whole) > 1:
        step = relativedelta(months=_months(whole) // 2)
    if number < 0:
        return max(whole.low, whole.high + _DAY - step * count), whole.high
    low = whole.low + step * (number - 1)
    high = whole.high if unit == "half" and number == 2 else low + step * count - _DAY
    return (low, min(high, whole.high)) if low <= whole.high else None


def _nth_weekend(whole: Point, number: int) -> tuple[date, date]:
    if number < 0:
        saturday = whole.high - timedelta(days=(whole.high.weekday() - 5) % 7)
    else:
        saturday = whole.low + timedelta(days=(5 - whole.low.weekday()) % 7 + 7 * (number - 1))
    return saturday, saturday + _DAY


def _beside(text: Text, at: int, read: Read) -> Point | None:
    """`the week of 3 June` is the one that has that day; `the week before Easter` is the seven days up to it."""
    unit, link = vocabulary().units.get(text.word(at), ""), text.word(at + 1)
    if unit not in {*STEPS, "weekend"} or link not in ("of", "starting", "beginning", "before", "after"):
        return None
    whole = read(text, text.skip(at + 2, vocabulary().articles))
    if whole is None:
        return None
    if link in ("before", "after"):
        return _next_to(whole, at, unit, link) if text.alone and unit != "weekend" else None
    return _around(whole, at, unit) if unit in ("week", "weekend") and whole.low == whole.high else None


def _around(day: Point, start: int, unit: str) -> Point:
    week = replace(week_of(day), start=start, year_said=day.year_said)
    return replace(week, low=week.high - _DAY) if unit == "weekend" else week


def _next_to(whole: Point, start: int, unit: str, link: str) -> Point:
    if link == "before":
        return replace(whole, start=start, low=whole.low - STEPS[unit], high=whole.low - _DAY)
    return replace(whole, start=start, low=whole.high + _DAY, high=whole.high + STEPS[unit])
