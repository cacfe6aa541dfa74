"""The readers of points, in the order in which they have their say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from groundplan.reading.similarity.calendar.exact import digits
from groundplan.reading.similarity.calendar.months import month
from groundplan.reading.similarity.calendar.named import day, holiday, season
from groundplan.reading.similarity.calendar.parts import part
from groundplan.reading.similarity.calendar.quarters import quarter
from groundplan.reading.similarity.calendar.relative import relative
from groundplan.reading.similarity.calendar.text import Point, Text
from groundplan.reading.similarity.calendar.years import year

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
