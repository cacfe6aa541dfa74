"""What has a name of its own: `yesterday`, `summer 2023`, `Christmas`, `the week of 3 June`."""

from __future__ import annotations

from datetime import date, timedelta

from groundplan.language.calendar.holidays import moving
from groundplan.language.calendar.text import Point, Text, stretch, year_after
from groundplan.language.calendar.vocabulary import vocabulary


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
