"""Places of a ranking are told by words, and the question is read without them."""

from __future__ import annotations

import pytest
from reader_cases import LABELS

from groundplan.language.phrases import phrasebook
from groundplan.reading.embedded.places import said_place


@pytest.mark.parametrize(
    ("text", "said", "number", "rest"),
    [
        ("which city has the second highest revenue", "second highest", 2, "which city has the highest revenue"),
        ("the 3rd-largest order", "3rd-largest", 3, "the largest order"),
        ("second best product by revenue", "second best", 2, "best product by revenue"),
        ("какой регион второй по выручке", "второй по", 2, "какой регион второй по выручке"),
    ],
)
def test_a_place_is_told_apart_from_what_is_ranked(text: str, said: str, number: int, rest: str) -> None:
    place = said_place(text, phrasebook(LABELS))
    assert place is not None and (place.said, place.number, place.rest) == (said, number, rest)


@pytest.mark.parametrize(
    "text", ["revenue in the second quarter", "the highest revenue", "the first order", "99th highest"]
)
def test_other_numbers_are_no_places(text: str) -> None:
    assert said_place(text, phrasebook(LABELS)) is None
