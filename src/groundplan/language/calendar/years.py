"""Years and decades: `2023`, `FY23`, `2019-21`, `the 90s`, `the nineties`."""

from __future__ import annotations

from datetime import date

from groundplan.language.calendar.text import Point, Text, century
from groundplan.language.calendar.vocabulary import vocabulary

_FISCAL = frozenset({"fy", "fiscal", "financial", "cy"})
_ENDS = frozenset({"е", "х", "ые", "ых"})
_SHORTEST = 50
"""`in the 50s` is a decade; people are in their 30s, and so are values."""
_CENTURIES = 2000
"""`the 1800s` are a century, `the 2000s` ten years."""


def year(text: Text, at: int) -> Point | None:
    """A year or a decade."""
    return _fiscal(text, at) or _decade(text, at) or _plain(text, at) or _short(text, at)


def _plain(text: Text, at: int) -> Point | None:
    first = text.year(at)
    if first is None:
        return None
    last = _short_end(text, at, first)
    end = at + 1 if last == first else at + 3
    return Point(at, end, date(first, 1, 1), date(last, 12, 31), bare_year=True)


def _short_end(text: Text, at: int, first: int) -> int:
    """2021 in `2019-21`, and the year itself without such an end."""
    last = text.word(at + 2)
    joined = text.word(at + 1) in ("-", "–", "/") and text.touching(at) and text.touching(at + 1)
    if not joined or len(last) != 2 or not last.isdecimal() or int(last) <= first % 100:
        return first
    return first - first % 100 + int(last)


def _fiscal(text: Text, at: int) -> Point | None:
    """A fiscal year is taken for the calendar year of its number."""
    if text.word(at) not in _FISCAL:
        return None
    place = text.skip(at + 1, frozenset({"year", "'", "’", "-"}))
    said = text.word(place)
    number = text.year(place) or (century(int(said)) if len(said) == 2 and said.isdecimal() else None)
    return Point(at, place + 1, date(number, 1, 1), date(number, 12, 31)) if number else None


def _decade(text: Text, at: int) -> Point | None:
    first = vocabulary().decades.get(text.word(at))
    end = at + 1
    if first is None:
        first, end = _tens(text, at)
    elif not text.named(at):
        return None
    if first is None:
        return None
    whole = first % 100 == 0 and first < _CENTURIES and text.word(at + 1) == "s"
    return Point(at, end, date(first, 1, 1), date(first + (99 if whole else 9), 12, 31))


def _tens(text: Text, at: int) -> tuple[int | None, int]:
    """`1990s`, `90s`, `90-х`."""
    dashed = text.word(at + 1) == "-" and text.word(at + 2) in _ENDS
    if not dashed and not (text.word(at + 1) == "s" and text.touching(at)):
        return None, at
    said, end = text.word(at), at + 2 + dashed
    if (year := text.year(at)) is not None:
        return (None, at) if year % 10 else (year, end)
    if len(said) != 2 or not said.isdecimal() or int(said) % 10 or not _stands(text, at, int(said)):
        return None, at
    return (1900 if int(said) >= 30 else 2000) + int(said), end


def _stands(text: Text, at: int, tens: int) -> bool:
    near = text.word(at - 1) in ("the", "'", "’", "early", "mid", "late", "since", "-")
    return text.alone or (near and tens >= _SHORTEST) or text.word(at - 1) in ("в", "с", "до", "после")


def _short(text: Text, at: int) -> Point | None:
    """`in 23`, where nothing else is said, and `'23` anywhere."""
    said = text.word(at)
    marked = text.word(at - 1) in ("'", "’") and text.touching(at - 1) and text.word(at + 1) not in ("'", "’")
    if len(said) != 2 or not said.isdecimal() or not (marked or (text.alone and len(text.words) == 2 and at == 1)):
        return None
    number = century(int(said))
    return Point(at, at + 1, date(number, 1, 1), date(number, 12, 31)) if number <= text.latest.year + 1 else None
