"""What words surely say and a form has no place for is quoted and refused; what it holds is answered."""

from __future__ import annotations

import asyncio

import pytest

from groundplan.contracts import Question, Understanding
from groundplan.pack import Source
from groundplan.reading.embedded import TrainedReader
from groundplan.tabular.reader import blank


def understood(reader: TrainedReader, source: Source, text: str) -> Understanding:
    return asyncio.run(reader.read(Question(text=text), blank(source)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("which city has the second highest revenue", "second highest"),
        ("third largest city by units", "third largest"),
        ("top 10% of cities by revenue", "top 10%"),
        ("top 10 percent of cities by revenue", "top 10 percent"),
        ("which region has the most volatile revenue", "volatile"),
        ("which region's revenue grew the most from 2023 to 2024", "grew"),
        ("cities with revenue above average", "above average"),
        ("revenue in January 2023 vs January 2024", "January 2023 vs January 2024"),
    ],
)
def test_what_the_form_cannot_hold_is_quoted(
    trained: TrainedReader, examples: dict[str, Source], question: str, quoted: str
) -> None:
    doubt = understood(trained, examples["sales"], question).doubt
    assert doubt is not None and (doubt.kind, doubt.said) == ("refuse", quoted)


@pytest.mark.parametrize(
    "question",
    [
        "which city has the highest revenue",
        "top 3 cities by revenue",
        "median revenue by city",
        "revenue growth by month",
        "compare revenue in 2023 and 2024",
        "average revenue over 100 by city",
        "standard deviation of revenue by channel",
    ],
)
def test_what_it_holds_is_answered(trained: TrainedReader, examples: dict[str, Source], question: str) -> None:
    assert understood(trained, examples["sales"], question).doubt is None
