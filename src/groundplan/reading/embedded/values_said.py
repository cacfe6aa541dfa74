"""What the words of a question say as a value: numbers, dates, periods, days that come round again, cells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any

import numpy as np
from rapidfuzz import fuzz, process

from groundplan.language.calendar.periods import Period, read_periods
from groundplan.language.calendar.recurring import Recurring, recurring, without
from groundplan.language.lexicon import lexicon
from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import Phrasebook
from groundplan.language.stems import stem
from groundplan.language.units import amounts, ordinals
from groundplan.language.words import split
from groundplan.reading.embedded.page import Stretch
from groundplan.reading.embedded.scores import Array
from groundplan.reading.embedded.sheet import Sheet
from groundplan.reading.formed.form import Filter
from groundplan.reading.time_columns import bounds, has_parts, latest, parts_held
from groundplan.sources.shape import Column

COUNTED = 0.8
"""What the model's count weighs beside the odds of the entries themselves."""

_SURE = 0.9
"""Odds of an entry that no count drops: how many there are was learnt from fewer kinds of question."""

_QUOTES = "\"'“”«»‘’`"

_ALIKE = 82.0

Said = Sequence[Stretch]


def stretches(tags: Array, sheet: Sheet, question: str) -> list[Stretch]:
    """The stretches tagged for one column: each begins at a `begin` and goes on over `inside`."""
    found: list[list[int]] = []
    labels = tags.argmax(-1)
    for token, (start, end) in enumerate(sheet.spans, 1):
        label = int(labels[token])
        before = sheet.spans[token - 2] if token > 1 else None
        goes_on = found and (label == 2 or before == (start, end)) and found[-1][1] >= (before or (0, 0))[1]
        if label and goes_on:
            found[-1][1] = max(end, found[-1][1])
        elif label:
            found.append([start, end])
    return [_stretch(question, start, end) for start, end in found]


def likeliest_word(tags: Array, sheet: Sheet, question: str) -> list[Stretch]:
    """Where nothing is tagged although a value must be said: the word that most likely says it."""
    odds = 1.0 - tags[1 : len(sheet.spans) + 1, 0]
    if not len(odds) or odds.max() < 0.02:
        return []
    start, end = sheet.spans[int(odds.argmax())]
    return [_stretch(question, start, end)]


def after_phrase(op: str, question: str, book: Phrasebook) -> list[Stretch]:
    """The word after `starting with`, `contains the letter`: what a text is searched for."""
    words = split(question)
    ends = [
        match.end for match in book.find(words, frozenset(), frozenset()) if (match.slot, match.label) == ("text", op)
    ]
    found = [words[end] for end in ends if end < len(words) and words[end].is_word]
    return [_stretch(question, word.start, word.end) for word in found[:1]]


def _stretch(question: str, start: int, end: int) -> Stretch:
    """With the point of `.7`, which stands before the number."""
    if (
        start
        and question[start - 1] == "."
        and question[start].isdigit()
        and not question[start - 2 : start - 1].isalnum()
    ):
        start -= 1
    return Stretch(start, end, question[start:end].strip(_QUOTES + " "))


def amounts_in(said: Sequence[Stretch], question: str, header: str) -> list[int | float]:
    """Every amount that the stretches touch, each once, in the unit of the header."""
    found = amounts(question, header)
    values = [a.value for s in said for a in found if a.start < s.end and s.start < a.end]
    return unique(values or [number for s in said for number in ordinals(s.text)])


def number_at(odds: Array, sheet: Sheet, question: str, header: str = "") -> int | float | None:
    """The number that one of the number heads points at."""
    if not len(sheet.spans):
        return None
    start, end = sheet.spans[int(odds[1 : len(sheet.spans) + 1].argmax())]
    return next((a.value for a in amounts(question, header) if a.start < end and start < a.end), None)


def period(text: str, column: Column, book: Phrasebook) -> Filter | None:
    """`since March 2024` as a condition on a column; None where no date is said."""
    found = periods(text, latest(column), book)
    return bounds(column, found[0]) if found else None


def periods(text: str, last: date, book: Phrasebook) -> list[Period]:
    """Every period in a text, counted from the last date of the data."""
    return list(_periods(text, last, book))


@lru_cache(maxsize=256)
def _periods(text: str, last: date, book: Phrasebook) -> tuple[Period, ...]:
    words, numbers = read_numbers(split(text))
    return tuple(read_periods(words, book.find(words, frozenset(), frozenset(numbers)), last))


def period_around(question: str, said: Sequence[Stretch], column: Column, book: Phrasebook) -> Filter | None:
    """The period of the whole question that a stretch is a part of: `jan 1 2024` where only 2024 was found."""
    words, _ = read_numbers(split(question))
    found = periods(question, latest(column), book)
    around = [p for p in found for s in said if words[p.start].start < s.end and s.start < words[p.end - 1].end]
    return bounds(column, around[0]) if len(set(around)) == 1 else None


def linked(stretch: str, column: Column) -> str | None:
    """The cell of a column that a stretch means."""
    low = stretch.lower()
    by_low = {value.lower(): value for value in column.values}
    if low in by_low:
        return by_low[low]
    alike = [value for value in column.values if stem(value.lower()) == stem(low)]
    if alike:
        return alike[0]
    hit = process.extractOne(low, list(by_low), scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return by_low[hit[0]] if hit else None


def part_of(word: str, column: Column) -> str:
    """A part of a text as the cells have it: `drums` is `drum` where cells have only that, `of May` is `May`."""
    cells = " ".join(column.values).lower()
    if word.lower() in cells:
        return word
    bare = _bare(word)
    return stem(bare.lower()) if bare.lower() not in cells and stem(bare.lower()) in cells.split() else bare


def _bare(text: str) -> str:
    """Without fillers before it, unless it is nothing else."""
    words = split(text)
    told = next((word for word in words if word.lower not in lexicon().fillers), None)
    return text[told.start :] if told else text


def chosen(cells: Array, sheet: Sheet, place: int, at_least: float = 0.5) -> list[tuple[str, float]]:
    """The cells of a column that the model picked, likeliest first."""
    own = [(sheet.values[at], float(cells[at])) for at, owner in enumerate(sheet.owners) if owner == place]
    return sorted((pair for pair in own if pair[1] >= at_least), key=lambda pair: -pair[1])


def unique(values: Sequence[Any]) -> list[Any]:
    """Each once, in order."""
    return [value for at, value in enumerate(values) if value not in values[:at]]


def how_many(odds: Sequence[float], counts: Array) -> int:
    """The likeliest number of entries to take from a ranked list, by the entries' own odds and the model's count."""
    best, taken = -np.inf, 0
    sure = np.clip(np.asarray(odds, dtype=np.float64), 1e-4, 1 - 1e-4)
    yes, no = np.log(sure), np.log(1 - sure)
    least, most = sum(chance >= _SURE for chance in odds), min(len(counts) - 1, len(odds))
    for many in range(min(least, most), most + 1):
        score = float(COUNTED * np.log(max(float(counts[many]), 1e-6)) + yes[:many].sum() + no[many:].sum())
        if score > best:
            best, taken = score, many
    return taken


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
