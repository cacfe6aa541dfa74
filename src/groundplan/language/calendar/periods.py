"""Date reading: the periods in a question, resolved against the latest date of the data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from groundplan.language.calendar.points import point_at
from groundplan.language.calendar.ranges import YEAR_WORDS, day_range, joined
from groundplan.language.calendar.relative import first_of
from groundplan.language.calendar.text import Days, Point, Text, read_text
from groundplan.language.calendar.vocabulary import vocabulary
from groundplan.language.phrases import Match
from groundplan.language.words import Word

_OPEN = frozenset({"during", "since", "between"})
_OWN = frozenset({"last", "past", "this", "rest", "back"})
"""Cues that are part of the point, or come after it."""
_TO_DATE = {"ytd": "year", "mtd": "month", "qtd": "quarter", "wtd": "week"}
_LONG = 100
_DECADE = 3650
"""Days of a stretch that is long, and of a decade."""
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Period:
    """Words `start` to `end` (excluded) limit dates; an open side is None."""

    start: int
    end: int
    low: date | None
    high: date | None
    bare_year: bool = False
    """It is said by nothing but years, so that it may as well be a number."""
    parts: tuple[Days, ...] = ()
    """The first and the last day of each that it joins."""
    apart: bool = False
    """They are set side by side: `in 2022 and 2024` leaves a year out."""
    compared: bool = False


def read_periods(words: Sequence[Word], matches: Sequence[Match], latest: date) -> list[Period]:
    """Every period in the words: `since March`, `between 2019 and 2021`, `last 6 months`."""
    text = read_text(words, matches, latest)
    found: list[Period] = []
    at = 0
    while at < len(words):
        period = _to_date(text, at) or _period_at(text, at)
        if period:
            found.append(period)
            at = period.end
        else:
            at += 1
    return found


def _to_date(text: Text, at: int) -> Period | None:
    """`year to date`, `so far this month`."""
    if text.label(at) != "to_date":
        return None
    said = [text.word(place) for place in range(at, text.cues[at].end)]
    units = [unit for word in said if (unit := _TO_DATE.get(word) or vocabulary().units.get(word))]
    return Period(at, text.cues[at].end, first_of(units[0] if units else "year", text.latest), text.latest)


def _period_at(text: Text, at: int) -> Period | None:
    label = text.label(at)
    begin = text.cues[at].end if label and label not in _OWN else at
    begin += label == "since" and text.word(begin) == "in"  # starting in March
    begin = _skip_the(text, begin)
    if days := day_range(text, begin, label):
        return Period(at, days.end, days.low, days.high)
    point = point_at(text, begin)
    if point is None:
        return None
    whole = joined(text, point, label)
    if whole.end > point.end:
        joins = (whole.parts, whole.apart, whole.compared)
        return Period(at, whole.end, whole.low, whole.high, whole.bare_year, *joins)
    first = _open_ended(text, at, point, label)
    return _closed(text, first) if first.high is None else first


def _skip_the(text: Text, at: int) -> int:
    """Past `the`, `the year` and `the month of`."""
    while text.word(at) in ("the", "year", "month", "of") and text.label(at) not in _OWN:
        following = point_at(text, at + 2 if text.word(at + 1) == "of" else at + 1)
        if text.word(at) in ("year", "month") and (point_at(text, at) or following is None):
            break
        at += 1
    return at


def _open_ended(text: Text, at: int, point: Point, label: str) -> Period:
    after = text.skip(point.end, YEAR_WORDS)
    period = Period(at if label else point.start, point.end, point.low, point.high, point.bare_year)
    if (rest := _rest(text, after)) and label in _OPEN | {""}:
        return replace(period, end=rest, high=None)
    if (back := _back(text, after)) and label in _OPEN | {""}:
        return replace(period, end=back, low=None)
    if label == "before":
        return replace(period, low=None, high=point.high if point.edge == "end" else point.low - _DAY)
    if label == "through" and not _throughout(text, at, point):
        return replace(period, low=None, high=point.low if point.edge == "start" else point.high)
    if label == "after":
        return replace(period, low=point.low if point.edge == "start" else point.high + _DAY, high=None)
    if label == "since" and not _origin(text, at, point):
        return replace(period, low=point.high + _DAY if point.edge == "end" else point.low, high=None)
    return period


def _rest(text: Text, at: int) -> int | None:
    """Where `and later` ends, or the sign of `2020+`."""
    if text.label(at) == "rest":
        return text.cues[at].end
    return at + 1 if text.word(at) == "+" and text.touching(at - 1) else None


def _back(text: Text, at: int) -> int | None:
    """Where `and earlier` ends, or `and before` with no date of its own."""
    if text.label(at) == "back":
        return text.cues[at].end
    before = text.word(at) in ("and", "or") and text.word(at + 1) == "before" and point_at(text, at + 2) is None
    return at + 2 if before else None


def _origin(text: Text, at: int, point: Point) -> bool:
    """`games from the 90s` and `orders from last week` are of that time, `from last week on` goes on."""
    begun = text.word(at) == "from" and text.word(point.end) != "on"
    return begun and (text.label(point.start) in ("last", "past", "this") or (point.high - point.low).days > _DECADE)


def _throughout(text: Text, at: int, point: Point) -> bool:
    """`through June` ends with June, `through 2023` and `through the summer` begin with it."""
    whole = (point.high - point.low).days > _LONG or text.word(at + 1) == "the"
    return text.word(at) == "through" and whole and not point.edge


def _closed(text: Text, first: Period) -> Period:
    """`after March and before June`: the second side of a period that is open so far."""
    at = text.skip(first.end, YEAR_WORDS | {"and", "but", ",", "и", "но"})
    if text.label(at) not in ("before", "through"):
        return first
    second = _period_at(text, at)
    if second is None or second.low is not None or second.high is None or second.high < (first.low or second.high):
        return first
    return replace(first, end=second.end, high=second.high)
