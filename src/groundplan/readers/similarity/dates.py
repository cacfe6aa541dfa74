"""Date reading: points and periods in a question, resolved against the latest date of the data."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from groundplan.readers.similarity.lexicon import lexicon
from groundplan.readers.similarity.phrases import Match
from groundplan.readers.similarity.words import Word

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?")
_YEARS = range(1800, 2101)
_JOINERS = frozenset({"and", "to", "-", "–", "through", "until", "till", "и", "по", "до"})


@dataclass(frozen=True)
class Point:
    """A stretch of the calendar that words name, such as a day, a month or a year."""

    start: int
    end: int
    low: date
    high: date
    year_said: bool = True
    bare_year: bool = False


@dataclass(frozen=True)
class Period:
    """Words `start` to `end` (excluded) limit dates; an open side is None."""

    start: int
    end: int
    low: date | None
    high: date | None
    bare_year: bool = False
    """It is said by nothing but years, so that it may as well be a number."""
    outside: bool = False


def read_periods(words: Sequence[Word], matches: Sequence[Match], latest: date) -> list[Period]:
    """Every period in the words: `since March`, `between 2019 and 2021`, `last 6 months`."""
    found: list[Period] = []
    at = 0
    cues = {m.start: m for m in sorted(matches, key=lambda m: m.size) if m.slot == "period"}
    while at < len(words):
        period = _to_date(at, matches, latest) or _period_at(words, at, cues, latest)
        if period:
            found.append(period)
            at = period.end
        else:
            at += 1
    return found


def _to_date(at: int, matches: Sequence[Match], latest: date) -> Period | None:
    hit = next((m for m in matches if m.slot == "period" and m.label == "to_date" and m.start == at), None)
    return Period(at, hit.end, date(latest.year, 1, 1), latest) if hit else None


def _period_at(words: Sequence[Word], at: int, cues: dict[int, Match], latest: date) -> Period | None:
    cue = cues.get(at)
    begin = cue.end if cue and cue.label not in ("last", "this", "rest") else at
    point = _point_at(words, _skip_the(words, begin, cues), cues, latest)
    if point is None:
        return None
    second = _second(words, point, cues, latest)
    if second:
        return _range(at, point, second)
    return _open_ended(at, point, cue, cues.get(point.end))


def _skip_the(words: Sequence[Word], at: int, cues: dict[int, Match]) -> int:
    while at < len(words) and words[at].lower in ("the", "year", "month", "of", "year's"):
        if at in cues and cues[at].label in ("last", "this"):
            break
        if words[at].lower in ("year", "month") and not _is_year(words, at + 1):
            break
        at += 1
    return at


def _second(words: Sequence[Word], first: Point, cues: dict[int, Match], latest: date) -> Point | None:
    if first.end + 1 < len(words) and words[first.end].lower in _JOINERS:
        return _point_at(words, _skip_the(words, first.end + 1, cues), cues, latest)
    return None


def _range(at: int, first: Point, second: Point) -> Period:
    if not first.year_said and second.year_said:
        year = second.low.year
        first = replace(first, low=first.low.replace(year=year), high=_month_end(first.low.replace(year=year)))
    low, high = min(first.low, second.low), max(first.high, second.high)
    return Period(at, second.end, low, high, bare_year=first.bare_year and second.bare_year)


def _open_ended(at: int, point: Point, cue: Match | None, after: Match | None) -> Period:
    label = cue.label if cue else "during"
    if after and after.label == "rest" and label in ("during", "since", "between"):
        return Period(at, after.end, point.low, None, point.bare_year)
    if label == "before":
        return Period(at, point.end, None, point.low - timedelta(days=1), point.bare_year)
    if label == "after":
        return Period(at, point.end, point.high + timedelta(days=1), None, point.bare_year)
    if label == "since":
        return Period(at, point.end, point.low, None, point.bare_year)
    return Period(at if cue else point.start, point.end, point.low, point.high, point.bare_year)


def _point_at(words: Sequence[Word], at: int, cues: dict[int, Match], latest: date) -> Point | None:
    if at >= len(words):
        return None
    return (
        _iso(words, at)
        or _relative(words, at, cues, latest)
        or _quarter(words, at, latest)
        or _month(words, at, latest)
        or _year(words, at)
    )


def _iso(words: Sequence[Word], at: int) -> Point | None:
    match = _ISO.fullmatch(words[at].text)
    if not match:
        return None
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None
    return Point(at, at + 1, day, day)


def _is_year(words: Sequence[Word], at: int) -> bool:
    return at < len(words) and words[at].text.isdecimal() and len(words[at].text) == 4 and int(words[at].text) in _YEARS


def _year(words: Sequence[Word], at: int) -> Point | None:
    if not _is_year(words, at):
        return None
    year = int(words[at].text)
    if at + 1 < len(words) and words[at + 1].lower == "s" and words[at + 1].start == words[at].end:
        return Point(at, at + 2, date(year, 1, 1), date(year + 9, 12, 31))
    return Point(at, at + 1, date(year, 1, 1), date(year, 12, 31), bare_year=True)


def _month(words: Sequence[Word], at: int, latest: date) -> Point | None:
    """`March`, `March 2024`, `March 5`, `5 March 2024`, `March 5, 2024`."""
    day, place = _day_before(words, at)
    month = lexicon().months.get(words[place].lower) if place < len(words) else None
    if month is None or (words[place].lower in ("may", "mar", "march") and not _dated(words, place)):
        return None
    end = place + 1
    if day is None and end < len(words) and _is_day(words[end]):
        day, end = int(words[end].text), end + 1
        end += end < len(words) and words[end].lower in ("st", "nd", "rd", "th")
    comma = end < len(words) and words[end].lower == "," and _is_year(words, end + 1)
    end += comma
    year = int(words[end].text) if _is_year(words, end) else None
    end += year is not None
    chosen = year or (latest.year if month <= latest.month else latest.year - 1)
    return _calendar_point(at, end, chosen, month, day, year is not None)


def _dated(words: Sequence[Word], at: int) -> bool:
    """`may` and `march` are months only in the company of a preposition, a year or a capital letter."""
    before = words[at - 1].lower if at else ""
    after = words[at + 1] if at + 1 < len(words) else None
    near = before in ("in", "since", "until", "and", "to", "of", "between", "from", "before", "after", "for", "-")
    return near or words[at].text[0].isupper() or bool(after and after.text[:1].isdecimal())


def _day_before(words: Sequence[Word], at: int) -> tuple[int | None, int]:
    if not _is_day(words[at]):
        return None, at
    place = at + 1
    while place < len(words) and words[place].lower in ("st", "nd", "rd", "th", "of"):
        place += 1
    return int(words[at].text), place


def _is_day(word: Word) -> bool:
    return word.text.isdecimal() and len(word.text) <= 2 and 1 <= int(word.text) <= 31


def _calendar_point(start: int, end: int, year: int, month: int, day: int | None, said: bool) -> Point:
    first = date(year, month, 1)
    if day is None:
        return Point(start, end, first, _month_end(first), said)
    exact = first.replace(day=min(day, _month_end(first).day))
    return Point(start, end, exact, exact, said)


def _month_end(day: date) -> date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def _quarter(words: Sequence[Word], at: int, latest: date) -> Point | None:
    """`Q3`, `Q3 2023`, `third quarter` is left to nobody: people write Q3."""
    if words[at].lower != "q" or at + 1 >= len(words) or words[at + 1].lower not in ("1", "2", "3", "4"):
        return None
    number, end = int(words[at + 1].lower), at + 2
    end += end < len(words) and words[end].lower in ("of", "'", "-")
    year = int(words[end].text) if _is_year(words, end) else None
    first = date(year or latest.year, 3 * number - 2, 1)
    if year is None and first > latest:
        first = first.replace(year=latest.year - 1)
    return Point(at, end + (year is not None), first, first + relativedelta(months=3, days=-1), year is not None)


def _relative(words: Sequence[Word], at: int, cues: dict[int, Match], latest: date) -> Point | None:
    """`last year`, `this month`, `past 6 weeks`, `last two quarters`."""
    cue = cues.get(at)
    if cue is None or cue.label not in ("last", "this"):
        return None
    place, count = cue.end, None
    if place < len(words) and (words[place].text.isdecimal() or words[place].lower in lexicon().numbers):
        text = words[place].lower
        count, place = int(text) if text.isdecimal() else int(lexicon().numbers[text]), place + 1
    elif place < len(words) and words[place].lower in ("few", "couple"):
        count, place = 3, place + 1
    unit = lexicon().units.get(words[place].lower) if place < len(words) else None
    if unit is None or unit == "hour":
        return None
    low, high = _stretch(cue.label, unit, count, latest)
    return Point(at, place + 1, low, high)


_STEPS = {
    "day": relativedelta(days=1), "week": relativedelta(weeks=1), "month": relativedelta(months=1),
    "quarter": relativedelta(months=3), "year": relativedelta(years=1), "decade": relativedelta(years=10),
}  # fmt: skip


def _stretch(label: str, unit: str, count: int | None, latest: date) -> tuple[date, date]:
    step = _STEPS[unit]
    if count is not None or unit == "decade":
        return latest - step * min(count or 1, 100) + timedelta(days=1), latest
    first = _first_of(unit, latest)
    if label == "last":
        first = first - step
    return first, first + step - timedelta(days=1)


def _first_of(unit: str, day: date) -> date:
    if unit == "day":
        return day
    if unit == "week":
        return day - timedelta(days=day.weekday())
    month = {"month": day.month, "quarter": 3 * ((day.month - 1) // 3) + 1, "year": 1}[unit]
    return date(day.year, month, 1)
