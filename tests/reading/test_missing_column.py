"""Words that ask for something that no column has."""

from __future__ import annotations

import pytest
from reader_cases import LABELS, table

from groundplan.language.phrases import phrasebook
from groundplan.reading.missing_column import missing_column


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("average profit by region", "'profit'"),
        ("revenue by planet", "'planet'"),
        ("what is the average ticket cost?", "'ticket cost'"),
        ("median profit and salary by region", "'profit' and 'salary'"),
    ],
)
def test_the_words_are_named_with_what_there_is(text: str, missing: str) -> None:
    found = missing_column(text, (table("sales"),), phrasebook(LABELS), ())
    assert found is not None and found.kind == "refuse"
    assert found.message.startswith(f"there is no column for {missing}; table 'sales' has the columns date, revenue")


@pytest.mark.parametrize(
    "text",
    [
        "average revenue by region",
        "total units in 2023",
        "returned by staff",
        "how many by product type",
        "",
        "by date",
    ],
)
def test_words_that_the_data_has_are_not_missed(text: str) -> None:
    assert missing_column(text, (table("sales"),), phrasebook(LABELS), ()) is None


def test_words_that_have_been_understood_are_not_missed() -> None:
    text = "average revenue by Acme Limited"
    assert missing_column(text, (table("sales"),), phrasebook(LABELS), ()) is not None
    assert missing_column(text, (table("sales"),), phrasebook(LABELS), ((19, 31),)) is None
