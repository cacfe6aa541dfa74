"""Two points and what lies between: `June through August`, `2022 vs 2023`, `1 to 15 March`."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from dateutil.relativedelta import relativedelta

from groundplan.language.calendar.months import is_day
from groundplan.language.calendar.points import point_at
from groundplan.language.calendar.relative import earlier
from groundplan.language.calendar.text import Point, Text
from groundplan.language.calendar.vocabulary import vocabulary

YEAR_WORDS = frozenset({"год", "года", "году", "годом", "г", "гг"})
"""What is said after the number of a year."""
_NEARLY_YEAR = relativedelta(years=1, days=-1)


def joined(text: Text, first: Point, label: str) -> Point:
    """A point with all that is joined to it; the very point where nothing is."""
    while True:
        kind, place = _joiner(text, first.end)
        second = _second(text, kind, place, first) if kind else None
        if second is None or (kind == "," and not _alike(first, second)):
            return first
        ordered = kind == "to" or label in ("between", "since")
        whole = _together(text, first, second, ordered)
        first = replace(whole, apart=not ordered, compared=first.compared or kind == "against")


def _second(text: Text, kind: str, place: int, first: Point) -> Point | None:
    """The point that is joined; what is compared may be named by its distance from the first."""
    before = earlier(text, place, first) if kind == "against" else None
    return before or point_at(text, _start(text, place))


def _joiner(text: Text, at: int) -> tuple[str, int]:
    """`to`, `beside`, `against`, or the comma of a list, and where the second point is to begin."""
    at = text.skip(at, YEAR_WORDS)
    at += text.word(at) == "." and text.word(at - 1) in YEAR_WORDS
    known, end = text.longest(at + (text.word(at) == ","), vocabulary().beside)
    if known == "against":  # `по сравнению с` before `по`
        return known, text.skip(end, frozenset({"."}))
    if text.word(at) in vocabulary().distance["together"] and _compares(text):
        return "against", at + 1
    if text.word(at) in vocabulary().to:
        return "to", at + 1
    if text.word(at) == "," and text.word(at + 1) not in ("and", "or", "и", "или"):
        return ",", at + 1
    if text.word(at) in vocabulary().months and text.word(at - 1) in vocabulary().months:
        return ",", at
    return (known, text.skip(end, frozenset({"."}))) if known else ("", at)


def _compares(text: Text) -> bool:
    return any(text.word(at) in vocabulary().distance["comparing"] for at in range(len(text.words)))


def _start(text: Text, at: int) -> int:
    """`and in May`, `to the end of May`."""
    at = text.cues[at].end if text.label(at) == "during" else at
    return at if text.label(at) in ("last", "past", "this") else text.skip(at, frozenset({"the"}))


def _alike(first: Point, second: Point) -> bool:
    """A comma lists years, or months; `in March, last year` is no list."""
    return (first.bare_year and second.bare_year) or not (first.year_said or second.year_said)


def _together(text: Text, first: Point, second: Point, ordered: bool) -> Point:
    """From the earlier to the later; a year said once holds for both."""
    if not first.year_said and second.year_said:
        first = first.until(second.low)
    elif first.year_said and not second.year_said:
        later = second.until(first.low + _NEARLY_YEAR)
        second = later if later.low <= text.latest else second
    elif not first.year_said:
        first, second = _nearest(text, first, second, ordered)
    return Point(
        first.start,
        second.end,
        min(first.low, second.low),
        max(first.high, second.high),
        year_said=first.year_said or second.year_said,
        bare_year=first.bare_year and second.bare_year,
        parts=(*(first.parts or ((first.low, first.high),)), (second.low, second.high)),
    )


def _nearest(text: Text, first: Point, second: Point, ordered: bool) -> tuple[Point, Point]:
    """Two without a year: the second after the first; side by side, the way that lies closer together."""
    later = second.until(first.low + _NEARLY_YEAR)
    if ordered:
        return first, later
    if later.low.year > first.low.year:
        turned = first.until(second.low + _NEARLY_YEAR)
        if turned.low - second.low < later.low - first.low:
            first, later = turned, second
    ahead = max(first.low, later.low) > text.latest
    return (first.moved(-1), later.moved(-1)) if ahead else (first, later)


def day_range(text: Text, at: int, label: str) -> Point | None:
    """`1 to 15 March`, `between 20 and 31 December 2023`, `с 1 по 15 февраля`."""
    if not is_day(text, at):
        return None
    place = text.skip(at + 1, vocabulary().ordinal_ends)
    joins = vocabulary().to | ({"and", "и"} if label == "between" or text.alone else set())
    if text.word(place) not in joins:
        return None
    last = point_at(text, text.skip(place + 1, frozenset({"the"})))
    number = int(text.word(at))
    if last is None or last.low != last.high or number > last.low.day:
        return None
    first = last.low - timedelta(days=last.low.day - number)
    return replace(last, start=at, low=first)
