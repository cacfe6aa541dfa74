"""Quarters and halves of a year: `Q3 2023`, `the second quarter`, `H1 2024`, `первое полугодие`."""

from __future__ import annotations

from datetime import date

from groundplan.language.calendar.text import Point, Text, stretch, year_after
from groundplan.language.calendar.vocabulary import vocabulary

_MONTHS = {"quarter": 3, "half": 6}
_LETTERS = {"q": "quarter", "h": "half"}


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
