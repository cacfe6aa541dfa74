"""A period that is said by another one: `the month before`, `the previous quarter`, `the same month last year`."""

from __future__ import annotations

from datetime import timedelta

from groundplan.language.calendar.relative import STEPS
from groundplan.language.calendar.text import Point, Text
from groundplan.language.calendar.vocabulary import vocabulary

_DAY = timedelta(days=1)


def earlier(text: Text, at: int, later: Point) -> Point | None:
    """What is compared with a period and named by its distance from it."""
    said = vocabulary().distance
    at = text.skip(at, vocabulary().articles | said["own"])
    if text.word(at) in said["same"]:
        unit, end = "year", _year_back(text, text.skip(at + 1, said["same"] | said["lasting"] | {"of", "in"}))
    elif text.word(at) in said["previous"]:
        named = bool(_unit(text, at + 1, later))  # `the previous` alone is as long as what it stands before
        unit, end = _unit(text, at + 1, later) or _length(later), at + 1 + named
    else:
        unit, end = _unit(text, at, later), at + 2 if text.word(at + 1) in said["earlier"] else None
    return _back(later, unit, end) if unit in STEPS and end else None


def _unit(text: Text, at: int, later: Point) -> str:
    """The unit that is said; `the one before` is as long as what it stands before."""
    said = vocabulary().units.get(text.word(at), "")
    return said or (_length(later) if text.word(at) in vocabulary().distance["ones"] else "")


def _length(period: Point) -> str:
    return next((unit for unit in STEPS if period.low + STEPS[unit] == period.high + _DAY), "")


def _year_back(text: Text, at: int) -> int | None:
    """Where `last year`, `a year earlier` or `the previous year` ends."""
    at = text.skip(at, vocabulary().articles)
    cued = text.cues[at].end if text.label(at) == "last" else at
    if vocabulary().units.get(text.word(cued)) != "year":
        return None
    if cued > at:
        return cued + 1
    return at + 2 if text.word(at + 1) in vocabulary().distance["earlier"] else None


def _back(later: Point, unit: str, end: int) -> Point:
    """As many days one unit earlier; whole months stay whole."""
    low, high = later.low - STEPS[unit], later.high + _DAY - STEPS[unit] - _DAY
    return Point(later.end, end, low, high)
