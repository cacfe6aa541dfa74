"""Numbers that words say."""

from __future__ import annotations

import pytest

from groundplan.language.numbers import cardinal, number_words, ordinal, read_numbers
from groundplan.language.words import split


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("seventeen cities", [17]), ("1.5 million rows", [1_500_000]), ("$20 and 10k", [20, 10_000]),
        ("двенадцать городов", [12]), ("25 тыс", [25_000]), ("over hundred", [100]), ("each one", []),
        ("оба города", []),
    ],
)  # fmt: skip
def test_numbers_become_one_word_with_a_value(text: str, values: list[float]) -> None:
    assert list(read_numbers(split(text))[1].values()) == values


@pytest.mark.parametrize(
    ("text", "place"),
    [("second", 2), ("twelfth", 12), ("второго", 2), ("третья", 3), ("четверть", None), ("two", None)],
)
def test_an_ordinal_says_a_place(text: str, place: int | None) -> None:
    assert ordinal(split(text)[0]) == place


def test_no_word_is_two_numbers() -> None:
    known = number_words()
    tables = (known.cardinals, known.collective, known.scales, known.offhand, known.ordinals)
    words = [word for table in tables for word in table]
    assert len(words) == len(set(words))
    assert cardinal("dozen") == 12 and cardinal("thousand") is None
