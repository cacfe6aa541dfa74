"""A question becomes one line of clean text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.contracts import Question
from groundplan.errors import UsageError
from groundplan.stages.normalize import LONGEST, normalize


def cleaned(text: str) -> str:
    return normalize(Question(text=text)).text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("  revenue \t by\r\n\nregion ", "revenue by region"),
        ("rev\x00enue\x1b[31m by\x07 region", "revenue by region"),
        ("revenue\u200b by\u202e region\ufeff", "revenue by region"),
        ("revenue\u00a0by\u2003region", "revenue by region"),
        ("cafe\u0301", "café"),
        ("выручка по регионам", "выручка по регионам"),
        ('"quoted" {{places}} ```', '"quoted" {{places}} ```'),
    ],
)
def test_what_nobody_can_see_is_taken_out(text: str, clean: str) -> None:
    assert cleaned(text) == clean


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00\x01", "\u200b"])
def test_an_empty_question_ends_with_the_next_move(text: str) -> None:
    with pytest.raises(UsageError, match=r'the question is empty; ask one: groundplan ask "revenue by region" DATA'):
        cleaned(text)


def test_ten_thousand_characters_are_read() -> None:
    text = ("revenue by region " * 600)[:10_000]
    assert cleaned(text) == text.strip()


def test_a_question_without_end_is_refused() -> None:
    with pytest.raises(UsageError, match="the question has 20,001 characters, at most 20,000 are read; ask it shorter"):
        cleaned("x" * (LONGEST + 1))


@given(st.text(max_size=200))
def test_a_clean_question_stays_as_it_is(text: str) -> None:
    try:
        once = cleaned(text)
    except UsageError:
        return
    assert cleaned(once) == once == unicodedata.normalize("NFC", once)
    assert not any(unicodedata.category(c).startswith("C") for c in once)


def test_all_but_the_text_is_left_alone() -> None:
    question = Question(text=" x ", id="7", session="s", sources=("sales.csv",))
    assert normalize(question) == question.model_copy(update={"text": "x"})
