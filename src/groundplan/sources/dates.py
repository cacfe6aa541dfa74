"""Which formats the dates of a text column are written in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path

from groundplan.plan import folder
from groundplan.sources.cells import MISSING

FORMATS = Path(__file__).with_name("date_formats.yaml")
"""The list that `parse_datetime` reads by: what is called a date here can be read as one there."""
MONTHS = Path(__file__).with_name("month_names.yaml")
YEAR_ALONE = "%Y"
"""A date only under a name that says so: see `roles.py`."""
LEAST = 0.5
"""Of the sample, to be tried on every cell; a second way of writing dates is looked for beside it."""
WAYS = 4

_RUN = re.compile(r"[^\W_]+")
_MONTH = re.compile(r"[^\W\d_]{3,}\.?")
_DAY_DOT = re.compile(r"\b(\d{1,2})\.\s*(?=[^\W\d_]{3})")
_YEAR_WORD = re.compile(r"\s*(г\.|года|год|г)$")
_ZONE = re.compile(r" ?[+-]\d{2}:?\d{2}$")


def date_format(values: Sequence[str]) -> str | None:
    """The first format that reads every value, if there is one: `["05.01.2024"]` gives `%d.%m.%Y`."""
    return next(iter(date_formats(values)), None)


def date_formats(values: Sequence[str]) -> list[str]:
    """Every format that reads every value, the likelier first."""
    values = _said(values)
    if not values or not any(map(str.isdigit, values[0])):
        return []
    candidates = _by_shape().get(_shape(values[0]), ())
    return [format for format in candidates if all(_reads(format, value) for value in values)]


def in_english(value: str) -> str:
    """The date with its month in English, without what stands behind a day or year: `1. Mai 2024`, `1 мая 2024 г.`."""
    plain = _YEAR_WORD.sub(" ", _DAY_DOT.sub(r"\1 ", value)).strip()
    return _MONTH.sub(lambda found: _months().get(found[0].lower().rstrip("."), found[0]), plain)


def foreign_months(values: Sequence[str]) -> dict[str, str]:
    """The words for months in the values, if some are not English, with the short English ones."""
    words = {word.lower().rstrip(".") for value in values for word in _MONTH.findall(value)}
    english = folder.load(MONTHS)["english"]
    found = {word: _months()[word] for word in sorted(words) if word in _months()}
    return found if set(found) - set(english) else {}


@cache
def _months() -> dict[str, str]:
    held = dict(folder.load(MONTHS))
    english = held.pop("english")
    return {**{name: month for month, names in held.items() for name in names}, **english}


def likely_formats(values: Sequence[str]) -> list[tuple[str, ...]]:
    """Ways to read most values: a format, and others that read what it does not, day and month in the same order."""
    by_shape: dict[str, list[str]] = defaultdict(list)
    values = _said(values)
    for value in values:
        if any(map(str.isdigit, value)):
            by_shape[_shape(value)].append(value)
    shapes = sorted(by_shape.values(), key=len, reverse=True)[:WAYS]
    if not shapes:
        return []
    firsts = [format for format in _by_shape().get(_shape(shapes[0][0]), ()) if _mostly(format, shapes[0])]
    ways = []
    for first in firsts:
        others = [format for shape in shapes[1:] for format in _beside(first, shape)[:1]]
        read = sum(any(_reads(format, value) for format in (first, *others)) for value in values)
        if read >= LEAST * len(values):
            ways.append((first, *dict.fromkeys(format for format in others if format != first)))
    return ways


def _beside(first: str, values: Sequence[str]) -> list[str]:
    """Formats of another shape that do not contradict the order of day and month."""
    formats = (format for format in _by_shape().get(_shape(values[0]), ()) if _mostly(format, values))
    return [
        format for format in formats if _day_first(format) in (_day_first(first), None) or _day_first(first) is None
    ]


def _day_first(format: str) -> bool | None:
    if format.startswith("%d") and "%m" in format:
        return True
    return False if format.startswith("%m") and "%d" in format else None


def _mostly(format: str, values: Sequence[str]) -> bool:
    left = len(values) // 10  # that may not be read so; a format that reads nothing is soon done with
    for value in values:
        left -= not _reads(format, value)
        if left < 0:
            return False
    return True


def other_reading(values: Sequence[str], format: str) -> str | None:
    """The format that `swapped` gives, if it is known and reads every value too."""
    other = swapped(format)
    known = other != format and other in _by_shape().get(_shape(other.replace("%", "")), ())
    return other if known and all(_reads(other, value) for value in _said(values)) else None


def two_ways(name: str, format: str) -> str:
    """What to tell of a column whose dates fit the format and the one that `swapped` gives."""
    first, second = ("month", "day") if format.startswith("%m") else ("day", "month")
    return f"dates of {name!r} fit {first} first and {second} first alike; read {first} first"


def swapped(format: str) -> str:
    """The format with day and month exchanged."""
    return format.replace("%m", "%_").replace("%d", "%m").replace("%_", "%d")


def parsed(value: str, format: str) -> datetime | None:
    """The moment a text says, or None."""
    try:
        moment = datetime.strptime(value, format)
    except ValueError:
        return None
    return moment.replace(tzinfo=None) if 1000 <= moment.year <= 2999 else None


def _said(values: Sequence[str]) -> list[str]:
    """The values but for those that only say that there is none."""
    return [said for value in values if (said := value.strip()).lower() not in MISSING]


def _reads(format: str, value: str) -> bool:
    whole = format != "%Y%m%d" or len(value) == 8  # it would read 2024111, too
    return whole and parsed(value, format) is not None


@cache
def _by_shape() -> dict[str, list[str]]:
    """Formats by their punctuation: `strptime` compiles each format anew, so only likely ones are tried."""
    shapes: dict[str, list[str]] = {}
    for format in folder.load(FORMATS):
        if format != YEAR_ALONE:
            shapes.setdefault(_shape(format.replace("%z", "+0000").replace("%", "")), []).append(format)
    return shapes


def _shape(text: str) -> str:
    return _RUN.sub("x", _ZONE.sub(" zone", text))
