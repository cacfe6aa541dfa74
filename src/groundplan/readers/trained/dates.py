"""What a column of dates is held to: a period, and the days or hours in it that come round again."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.contracts import Column, Filter
from groundplan.readers.similarity.calendar.recurring import Recurring, recurring, touching, without
from groundplan.readers.similarity.periods import latest
from groundplan.readers.similarity.phrases import Phrasebook
from groundplan.readers.trained.said import Stretch, period, period_around, periods

Said = Sequence[Stretch]


def with_days(question: str, column: Column, said: Said) -> tuple[Stretch, ...]:
    """With the days and hours beside a period, which are said of the same dates: `in 2023 on weekends`."""
    if not said or column.type not in ("date", "datetime"):
        return tuple(said)
    more = [each for each in _recurring(question, column, said) if not _inside(each, said)]
    return (*said, *(Stretch(each.start, each.end, question[each.start : each.end]) for each in more))


def dates(question: str, column: Column, op: str, said: Said, book: Phrasebook) -> tuple[Filter, ...]:
    """`on weekends in 2023`: the year, and the weekends."""
    again = _recurring(question, column, said)
    rest = without(question, again)
    left = [stretch for stretch in said if rest[stretch.start : stretch.end].strip()]
    found = dated(rest, column, op, left, book) if left or not again else None
    return (*([found] if found else []), *(each.filter(column) for each in again))


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


def _recurring(question: str, column: Column, said: Said) -> list[Recurring]:
    """Those of the question that the stretches hold or touch, and the column has."""
    near = [each for each in recurring(question) if any(touching(question, each, s.start, s.end) for s in said)]
    return [each for each in near if each.fits(column)]


def _inside(each: Recurring, said: Said) -> bool:
    return any(s.start < each.end and each.start < s.end for s in said)


def _with_cue(question: str, said: Said) -> str:
    """The stretch with the word before it: `since`, `before the`."""
    if not said:
        return ""
    before = question[: said[0].start].split()
    cue = before[-2:] if before and before[-1].lower() == "the" else before[-1:]
    return " ".join([*cue, question[said[0].start : said[-1].end]])
