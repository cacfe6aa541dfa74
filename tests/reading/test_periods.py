"""Periods as people say them, in English and in Russian."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from reader_cases import LABELS

from groundplan.language.calendar.periods import Period, read_periods
from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import Phrasebook
from groundplan.language.words import Word, split
from groundplan.reading.time_columns import bounds
from groundplan.sources.shape import Column

CASES = yaml.safe_load((Path(__file__).parent / "periods.yaml").read_text(encoding="utf-8"))
QUESTIONS = CASES.pop("questions")
SAID = [case for group in CASES.values() for case in group]
LATEST = date(2024, 8, 15)


@lru_cache(maxsize=1)
def _book() -> Phrasebook:
    return Phrasebook(LABELS)


def _read(text: str, latest: date = LATEST) -> tuple[tuple[Word, ...], list[Period]]:
    words, numbers = read_numbers(split(text))
    return words, read_periods(words, _book().find(words, frozenset(), frozenset(numbers)), latest)


@pytest.mark.parametrize(("said", "low", "high"), SAID, ids=[str(case[0]) for case in SAID])
def test_days_of_a_period(said: Any, low: date | None, high: date | None) -> None:
    _, found = _read(str(said))
    assert [(p.low, p.high) for p in found[:1]] == [(low, high)]


@pytest.mark.parametrize(("question", "expected"), QUESTIONS, ids=[case[0] for case in QUESTIONS])
def test_words_of_a_question_that_say_a_period(question: str, expected: list[str]) -> None:
    words, found = _read(question)
    assert [question[words[p.start].start : words[p.end - 1].end] for p in found] == expected


@pytest.mark.parametrize(
    ("latest", "low", "high"),
    [
        (date(2024, 7, 10), date(2024, 6, 1), date(2024, 8, 31)),
        (date(2024, 5, 31), date(2023, 6, 1), date(2023, 8, 31)),
    ],
)
def test_range_without_a_year_begins_before_the_data_ends(latest: date, low: date, high: date) -> None:
    _, found = _read("June through August", latest)
    assert (found[0].low, found[0].high) == (low, high)


@pytest.mark.parametrize(
    ("said", "op", "value"),
    [
        ("2019-2021", "between", [2019, 2021]),
        ("since the 90s", ">=", 1990),
        ("in the 1800s", "between", [1800, 1899]),
        ("in the 2000s", "between", [2000, 2009]),
        ("in the 1910s", "between", [1910, 1919]),
        ("before 2005", "<=", 2004),
        ("by 2005", "<=", 2005),
        ("in 2020", "=", 2020),
    ],
)
def test_years_as_whole_numbers(said: str, op: str, value: Any) -> None:
    column = Column(name="year", type="integer", role="numeric", low=1980, high=2024)
    condition = bounds(column, _read(said)[1][0])
    assert (condition.op, condition.value) == (op, value)


@pytest.mark.parametrize("latest", [date(5, 12, 31), date(2024, 2, 29), date(9999, 12, 31)])
@pytest.mark.parametrize(
    "said", ["past 100 decades", "this weekend", "29 February", "after this year", "Christmas holidays"]
)
def test_dates_stay_within_the_calendar(said: str, latest: date) -> None:
    assert _read(said, latest)[1]
