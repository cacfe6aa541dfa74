"""Words that share a stem, and words that do not."""

from __future__ import annotations

import pytest

from groundplan.language.stems import english, stem


@pytest.mark.parametrize(
    "words",
    [
        "city cities city's", "hired hire hires hiring", "revenue revenues", "person people persons ppl",
        "sold sell sells", "average avg", "child children", "month months mth", "зарплата зарплаты зарплате",
        "второй второго вторая", "каждый каждая каждого", "город города городам",
    ],
)  # fmt: skip
def test_forms_of_one_word_share_a_stem(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize(
    "words", ["different difference", "month monthly", "station stats", "state status", "expense expensive"]
)
def test_words_that_mean_another_thing_do_not(words: str) -> None:
    one, two = words.split()
    assert stem(one) != stem(two)


@pytest.mark.parametrize("word", ["", "a", "gas", "2024", "h2o", "'s", "max"])
def test_short_words_and_numbers_stay(word: str) -> None:
    assert english(word) == word
    assert isinstance(stem(word), str)
