"""Months, their days, quarters and halves: `March 5, 2024`, `the 5th of May`, `Q3 2023`, `первое полугодие`."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from groundplan.language.calendar.text import Point, Text, month_end, stretch, year_after
from groundplan.language.calendar.vocabulary import vocabulary

_MONTHS = {"quarter": 3, "half": 6}
_LETTERS = {"q": "quarter", "h": "half"}
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


def quarter(text: Text, at: int) -> Point | None:
    """A quarter or a half of the year that is said, or the latest that has begun."""
    unit, number, end = _lettered(text, at) or _numbered(text, at) or _counted(text, at) or ("", 0, at)
    if not unit or not 1 <= number <= 12 // _MONTHS[unit]:
        return None
    year, after = year_after(text, end)
    if unit == "half" and after == end and not _sure_half(text, at, end):
        return None
    first = date(year or text.latest.year, _MONTHS[unit] * (number - 1) + 1, 1)
    return stretch(text, at, after, first, _MONTHS[unit], year)


def _sure_half(text: Text, at: int, end: int) -> bool:
    """`the first half` of a match is no period, `первое полугодие` is."""
    return text.alone or text.word(end - 1).startswith("полуг") or (text.word(at) == "h" and text.named(at))


def _lettered(text: Text, at: int) -> tuple[str, int, int] | None:
    number = text.word(at + 1)
    if text.word(at) not in _LETTERS or not number.isdecimal() or len(number) != 1:
        return None
    return _LETTERS[text.word(at)], int(number), at + 2


def _numbered(text: Text, at: int) -> tuple[str, int, int] | None:
    """`quarter 3`, `half 1`."""
    number = text.word(at + 1)
    if text.word(at) not in ("quarter", "qtr", "half") or number not in ("1", "2", "3", "4"):
        return None
    return vocabulary().units[text.word(at)], int(number), at + 2


def _counted(text: Text, at: int) -> tuple[str, int, int] | None:
    """`second quarter`, `2nd quarter`, `третий квартал`, `3 квартал`."""
    number, end = ordinal(text, at)
    if number is None and text.word(at) in ("1", "2", "3", "4") and text.word(at + 1) in ("квартал", "квартале", "кв"):
        number, end = int(text.word(at)), at + 1
    end += text.word(end) in vocabulary().passed or text.word(end) == "-"
    unit = vocabulary().units.get(text.word(end))
    if number is None or number < 1 or unit not in _MONTHS:
        return None
    return unit, number, end + 1 + (text.word(end) == "кв" and text.word(end + 1) == ".")


def ordinal(text: Text, at: int) -> tuple[int | None, int]:
    """The number that `first`, `2nd` or `третий` says, and where it ends; -1 is the last."""
    number = vocabulary().ordinals.get(text.stem(at))
    if number is not None:
        return number, at + 1
    end = at + 1 + (text.word(at + 1) == "-")
    if text.word(at).isdecimal() and len(text.word(at)) == 1 and text.word(end) in vocabulary().ordinal_ends:
        return int(text.word(at)), end + 1
    return None, at
