"""Days in digits (`2024-03-05`), and what has a name of its own: `yesterday`, `summer 2023`, `Christmas`."""

from __future__ import annotations

import re
from datetime import date, timedelta

from dateutil.easter import EASTER_ORTHODOX, easter

from groundplan.language.calendar.text import YEARS, Point, Text, century, month_end, stretch, year_after
from groundplan.language.calendar.vocabulary import vocabulary

_THURSDAY, _SUNDAY = 3, 6
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})")


def digits(text: Text, at: int) -> Point | None:
    """A day or a month in digits."""
    return _iso(text, at) or _dotted(text, at) or _slashed(text, at) or _iso_month(text, at)


def _iso(text: Text, at: int) -> Point | None:
    match = _ISO.fullmatch(text.words[at].text)
    return _day(at, at + 1, int(match[1]), int(match[2]), int(match[3])) if match else None


def _dotted(text: Text, at: int) -> Point | None:
    match = _DOTTED.fullmatch(text.words[at].text)
    if not match or (len(match[3]) == 2 and not text.alone):  # 6.0.24 may be a version
        return None
    year = int(match[3]) if len(match[3]) == 4 else century(int(match[3]))
    return _day(at, at + 1, year, int(match[2]), int(match[1]))


def _slashed(text: Text, at: int) -> Point | None:
    """The month stands first, as in American dates, unless no month has such a number."""
    year = text.year(at + 4)
    if text.word(at + 1) != "/" or text.word(at + 3) != "/" or year is None:
        return None
    one, two = text.number(at), text.number(at + 2)
    if one is None or two is None or not text.touching(at):
        return None
    month, day = (two, one) if one > 12 else (one, two)
    return _day(at, at + 5, year, month, day)


def _iso_month(text: Text, at: int) -> Point | None:
    year, month = text.year(at), text.word(at + 2)
    joined = text.word(at + 1) == "-" and text.touching(at) and text.touching(at + 1)
    if year is None or not joined or len(month) != 2 or not month.isdecimal() or not 1 <= int(month) <= 12:
        return None
    first = date(year, int(month), 1)
    return Point(at, at + 3, first, month_end(first))


def _day(start: int, end: int, year: int, month: int, day: int) -> Point | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return Point(start, end, found, found) if year in YEARS else None


def day(text: Text, at: int) -> Point | None:
    """`yesterday` always; `today` only where no more than a period is said, for it often means now."""
    back, end = text.longest(at, vocabulary().days)
    if back is None and (text.alone or text.label(at - 1) in ("since", "before", "after")):
        back, end = text.longest(at, vocabulary().now)
    if back is None:
        return None
    found = text.latest - timedelta(days=back)
    return Point(at, end, found, found)


def season(text: Text, at: int) -> Point | None:
    """Three months of the year they begin in; the winter of a year is the one that begins in its December."""
    first = vocabulary().seasons.get(text.word(at))
    if first is None:
        return None
    year, end = year_after(text, at + 1)
    verb = text.word(at + 1) == "in" and not text.alone  # did sales fall in 2023
    adverb = text.word(at)[0] > "z" and text.word(at).endswith(("ой", "ом", "ью"))
    if not text.named(at) and not adverb and (year is None or verb):
        return None
    return stretch(text, at, end, date(year or text.latest.year, first, 1), 3, year)


def holiday(text: Text, at: int) -> Point | None:
    """A holiday, or the week of one."""
    days, end = text.longest(at, vocabulary().holidays)
    name, after = text.longest(at, vocabulary().moving)
    end = max(end, after)
    if days is None and name is None:
        return None
    week = text.word(end) == "week"
    year, end = year_after(text, end + week)
    if year is None and not text.named(at):
        return None
    point = _fixed(text, at, end, days, year) if days else _moving(text, at, end, name or "", year)
    return week_of(point) if week else point


def _fixed(text: Text, start: int, end: int, days: tuple[str, str], year: int | None) -> Point:
    said = year or text.latest.year
    low, high = (date.fromisoformat(f"{said}-{day}") for day in days)
    high = high.replace(year=said + 1) if high < low else high
    point = Point(start, end, low, high, year_said=year is not None)
    return point if point.year_said else point.until(text.latest)


def _moving(text: Text, start: int, end: int, name: str, year: int | None) -> Point:
    found = moving(name, year or text.latest.year)
    if year is None and found > text.latest:
        found = moving(name, text.latest.year - 1)
    return Point(start, end, found, found)


def week_of(point: Point) -> Point:
    """The weeks, from Monday to Sunday, that days lie in."""
    low = point.low - timedelta(days=point.low.weekday())
    high = point.high + timedelta(days=6 - point.high.weekday())
    return Point(point.start, point.end, low, high)


def moving(name: str, year: int) -> date:
    """The day of a holiday in a year."""
    if name == "orthodox_easter":
        return easter(year, EASTER_ORTHODOX)
    if name in ("easter", "good_friday", "easter_monday"):
        return easter(year) + timedelta(days={"easter": 0, "good_friday": -2, "easter_monday": 1}[name])
    if name == "mothers_day":
        return _weekday(date(year, 5, 1), _SUNDAY, 2)
    days = {"thanksgiving": 0, "black_friday": 1, "cyber_monday": 4}[name]
    return _weekday(date(year, 11, 1), _THURSDAY, 4) + timedelta(days=days)


def _weekday(first: date, weekday: int, number: int) -> date:
    """The so-manieth weekday from a day on."""
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))
