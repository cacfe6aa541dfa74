"""Months and their days: `March`, `March 2024`, `5 March`, `March 5, 2024`, `the 5th of May`."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from groundplan.language.calendar.text import Point, Text, month_end, year_after
from groundplan.language.calendar.vocabulary import vocabulary

_DOUBTFUL = frozenset({"may", "mar", "march", "мар"})
_BEFORE = frozenset(
    {"in", "since", "until", "till", "and", "or", "to", "of", "between", "from", "before", "after", "for", "during"}
    | {"through", "thru", "vs", "-", "last", "early", "mid", "late"}
)


def month(text: Text, at: int) -> Point | None:
    """A month, or a day of one, in the year that is said or the latest that has begun."""
    day, place = _day(text, at)
    number = vocabulary().months.get(text.word(place))
    if number is None or not _dated(text, at, place):
        return None
    end, last = place + 1, None
    if day is None:
        day, end = _day(text, end, of_month=False)
        last, end = _last_day(text, end) if day else (None, end)
    year, end = year_after(text, end)
    return _point(text, at, end, (year, number, day, last))


def _point(text: Text, start: int, end: int, said: tuple[int | None, int, int | None, int | None]) -> Point:
    year, number, day, last = said
    first = date(year or text.latest.year, number, 1)
    point = Point(start, end, first, month_end(first), year_said=year is not None)
    if year is None:
        point = point.until(text.latest)
    if day is None:
        return point
    longest = point.high.day
    high = point.low.replace(day=min(last or day, longest))
    return replace(point, low=point.low.replace(day=min(day, longest)), high=high)


def _day(text: Text, at: int, of_month: bool = True) -> tuple[int | None, int]:
    """The day of a month at a place, and where its month or its year is to stand."""
    if not is_day(text, at):
        return None, at
    end = at + 1
    if text.word(end) == "-" and text.word(end + 1) in vocabulary().ordinal_ends:
        end += 2
    end += text.word(end) in vocabulary().ordinal_ends
    return int(text.word(at)), end + (of_month and text.word(end) == "of")


def _last_day(text: Text, at: int) -> tuple[int | None, int]:
    """`5` in `March 3-5`."""
    if text.word(at) not in ("-", "–") or not is_day(text, at + 1) or text.word(at + 2) in vocabulary().months:
        return None, at
    return int(text.word(at + 1)), at + 2


def is_day(text: Text, at: int) -> bool:
    """Whether a number from 1 to 31 stands at a place."""
    word = text.word(at)
    return word.isdecimal() and len(word) <= 2 and 1 <= int(word) <= 31


def _dated(text: Text, at: int, place: int) -> bool:
    """`may` and `march` are months only in the company of a preposition, a year or a capital letter."""
    if text.word(place) not in _DOUBTFUL or text.alone:
        return True
    near = text.word(place - 1) in _BEFORE or (place > at and text.word(at - 1) in _BEFORE | {"on", "by"})
    written = text.words[place].text
    capital = written[0].isupper() and written.isalpha()  # May's is a person's
    return near or capital or text.word(place + 1)[:1].isdecimal()
