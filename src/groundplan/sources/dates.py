"""Which one format all dates of a text column are written in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path

from groundplan.plan import folder
from groundplan.sources.cells import MISSING

FORMATS = Path(__file__).with_name("date_formats.yaml")
"""The list that `parse_datetime` reads by: what is called a date here can be read as one there."""
YEAR_ALONE = "%Y"
"""A date only under a name that says so: see `roles.py`."""

_RUN = re.compile(r"[^\W_]+")


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
    return moment if 1000 <= moment.year <= 2999 else None


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
            shapes.setdefault(_shape(format.replace("%", "")), []).append(format)
    return shapes


def _shape(text: str) -> str:
    return _RUN.sub("x", text)
