"""The readers of points, in the order in which they have their say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from groundplan.language.calendar.exact import digits
from groundplan.language.calendar.months import month
from groundplan.language.calendar.named import day, holiday, season
from groundplan.language.calendar.parts import part
from groundplan.language.calendar.quarters import quarter
from groundplan.language.calendar.relative import relative
from groundplan.language.calendar.text import Point, Text
from groundplan.language.calendar.years import year

READERS: tuple[Callable[[Text, int], Point | None], ...] = (
    digits,
    day,  # `last night` before `last`
    relative,
    holiday,  # `new year` before a year
    quarter,
    season,
    month,
    year,
)


def point_at(text: Text, at: int) -> Point | None:
    """The point of the calendar that begins at a place."""
    if at >= len(text.words):
        return None
    # parts first: `last week of May` is not last week
    found = part(text, at, point_at) or next((p for read in READERS if (p := read(text, at))), None)
    return _narrowed(text, found) if found else None


def _narrowed(text: Text, whole: Point) -> Point:
    """`2023 Q4`, `last year's summer`: a year, and what of it is meant."""
    if (whole.low.month, whole.low.day, whole.high) != (1, 1, whole.low.replace(month=12, day=31)):
        return whole
    inner = next((p for read in (quarter, season, month) if (p := read(text, whole.end))), None)
    if inner is None or inner.year_said:
        return whole
    return replace(inner.moved(whole.low.year - inner.low.year), start=whole.start, year_said=True)
