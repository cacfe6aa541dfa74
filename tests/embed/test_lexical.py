from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.embed.lexical import build_lexical

TEXTS = ["book a flight", "book a hotel room", "air quality of a city", ""]
WORDS = st.lists(st.sampled_from(["flight", "hotel", "city", "air", "book"]), min_size=1, max_size=6).map(" ".join)


def test_a_text_scores_one_against_itself() -> None:
    scores = build_lexical(TEXTS).scores("booking a hotel room")
    assert scores[1] == pytest.approx(1, abs=1e-6)
    assert scores.argmax() == 1
    assert scores[2] == scores[3] == 0


def test_a_rare_term_weighs_more_than_a_common_one() -> None:
    scores = build_lexical(["sales report", "sales chart", "sales table", "weekly menu"]).scores("sales menu")
    assert scores[3] > scores[:3].max()


def test_words_side_by_side_weigh_more_than_apart() -> None:
    scores = build_lexical(["credit card limit", "card of gold, credit given, limit"]).scores("credit card")
    assert scores[0] > scores[1] > 0


@pytest.mark.parametrize("query", ["", "zebra", "the of a"])
def test_a_query_without_known_terms_scores_nothing(query: str) -> None:
    assert not build_lexical(TEXTS).scores(query).any()


@pytest.mark.parametrize("texts", [[], ["", ""]])
def test_texts_without_terms(texts: list[str]) -> None:
    assert build_lexical(texts).scores("sales").tolist() == [0.0] * len(texts)


@given(st.lists(WORDS, min_size=1, max_size=8), WORDS)
def test_scores_are_cosines(texts: list[str], query: str) -> None:
    scores = build_lexical(texts).scores(query)
    assert np.all(scores >= 0)
    assert np.all(scores <= 1 + 1e-5)
    for text, score in zip(texts, scores, strict=True):
        assert (score > 0) == bool(set(text.split()) & set(query.split()))
