"""Dates in digits: `2024-03-05`, `2024-03`, `05.03.2024`, `03/05/2024`."""

from __future__ import annotations

import re
from datetime import date

from groundplan.language.calendar.text import YEARS, Point, Text, century, month_end

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
