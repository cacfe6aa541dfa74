"""A question that says which day it is -> the same without that, its times told from that day as days."""

from __future__ import annotations

import re
from datetime import date, timedelta

from groundplan.language.calendar.periods import Period, read_periods
from groundplan.language.calendar.vocabulary import vocabulary
from groundplan.language.labels import labels
from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import phrasebook
from groundplan.language.words import split

_APART = timedelta(days=4019)
"""So far from a day that nothing told from it is the same there: neither the year nor the weekday."""


def from_said_day(text: str) -> str:
    """`sales last week (today is 2024-09-12)` -> `sales from 2024-09-02 to 2024-09-08`."""
    said = "|".join(re.escape(one) for one in vocabulary().today_is)
    found = re.search(rf"[(\[]?\s*\b(?:{said})\b[\s:,]*", text, re.IGNORECASE)
    stated = _stated(text[found.end() :]) if found else None
    if not found or stated is None:
        return text
    day, end = stated
    rest = f"{text[: found.start()].rstrip()} {text[found.end() + end :].lstrip(' )].,;')}".strip(" ,;")
    for period, other in reversed(list(zip(_periods(rest, day), _periods(rest, day - _APART), strict=False))):
        if (period.low, period.high) != (other.low, other.high) and period.low and period.high:
            words = split(rest)
            rest = f"{rest[: words[period.start].start]}{_told(period)}{rest[words[period.end - 1].end :]}"
    return rest


def _stated(text: str) -> tuple[date, int] | None:
    """The one day at the beginning of a text, which its weekday may stand before, and where it ends."""
    words = split(text)
    named = bool(words) and words[0].lower in vocabulary().weekdays
    skipped = words[0].end if named else 0
    rest = text[skipped:].lstrip(" ,")
    period = next(iter(_periods(rest, date.today())), None)
    if period is None or period.start or period.low is None or period.low != period.high:
        return None
    return period.low, len(text) - len(rest) + split(rest)[period.end - 1].end


def _periods(text: str, day: date) -> list[Period]:
    words, numbers = read_numbers(split(text))
    return read_periods(words, phrasebook(labels()).find(words, frozenset(), frozenset(numbers)), day)


def _told(period: Period) -> str:
    """As days, which mean the same on any day."""
    return f"on {period.low}" if period.low == period.high else f"from {period.low} to {period.high}"
