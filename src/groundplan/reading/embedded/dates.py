"""What a column of dates is held to: a period, and the days or hours in it that come round again."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.calendar.recurring import Recurring, recurring, without
from groundplan.language.phrases import Phrasebook
from groundplan.query.form import Filter
from groundplan.reading.embedded.said import Stretch, period, period_around, periods
from groundplan.reading.time_columns import has_parts, latest, parts_held
from groundplan.sources.shape import Column

Said = Sequence[Stretch]


def dates(question: str, column: Column, op: str, said: Said, book: Phrasebook) -> tuple[Filter, ...]:
    """`on weekends in 2023`: the year, and the weekends."""
    every = recurring(question)
    again = [each for each in every if has_parts(column, each) and within(each, said)]
    rest = without(question, every)
    left = [stretch for stretch in said if rest[stretch.start : stretch.end].strip()]
    found = dated(rest, column, "period" if every else op, left, book) if left or not again else None
    return (*([found] if found else []), *(parts_held(column, each) for each in again))


def dated(question: str, column: Column, op: str, said: Said, book: Phrasebook) -> Filter | None:
    """One period, or one day and the side of it that is meant."""
    text = " ".join(s.text for s in said)
    whole = question[said[0].start : said[-1].end] if said else ""
    if op == "period" or op in ("between", "in"):
        around = period_around(question, said, column, book)
        tried = (period(words, column, book) for words in (_with_cue(question, said), whole, text) if words)
        return around or next((found for found in tried if found), None)
    point = periods(whole or text, latest(column), book)
    if not point:
        return None
    first = point[0]
    if op in ("=", "!=") and (first.low != first.high or column.type == "datetime"):
        return period(whole, column, book) if op == "=" else None
    day = first.high if op in (">", "<=") else first.low
    day = day or first.high or first.low
    return Filter(column=column.name, op=op, value=day.isoformat()) if day else None


def within(each: Recurring, said: Said) -> bool:
    """Whether it is said by one of the stretches."""
    return any(s.start < each.end and each.start < s.end for s in said)


def _with_cue(question: str, said: Said) -> str:
    """The stretch with the word before it: `since`, `before the`."""
    if not said:
        return ""
    before = question[: said[0].start].split()
    cue = before[-2:] if before and before[-1].lower() == "the" else before[-1:]
    return " ".join([*cue, question[said[0].start : said[-1].end]])
