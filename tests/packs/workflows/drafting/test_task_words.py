"""A text as tokens: phrases, values, codes, numbers, both languages."""

from __future__ import annotations

import pytest

from groundplan.packs.workflows.drafting.words import tokens


def kinds(text: str) -> list[tuple[str, object]]:
    return [(one.kind, one.value) for one in tokens(text) if one.kind not in ("word", "sign")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('Send "A. B!" to U-101', [("literal", "A. B!"), ("code", "U-101")]),
        ("an e-mail by the follow-up template tpl-welcome", [("code", "tpl-welcome")]),
        ("20,000 euros on 2025-03-01", [("number", 20000), ("code", "2025-03-01")]),
        ("на 3-й урок «Зал»", [("number", 3), ("literal", "Зал")]),
        ("to jo@mail.example in term 2025-1", [("code", "jo@mail.example"), ("code", "2025-1")]),
        ("one of them", []),
    ],
)
def test_values_are_told_from_words(text: str, found: list[tuple[str, object]]) -> None:
    assert kinds(text) == found


def test_words_of_two_languages_share_a_key() -> None:
    (pupil, *_), (russian, *_) = tokens("pupils"), tokens("учеников")
    assert pupil.keys & russian.keys


def test_a_phrase_is_one_token_and_a_particle_belongs_to_its_verb() -> None:
    assert [one.text for one in tokens("send a text message")] == ["send", "a", "text message"]
    assert "waive" in tokens("let the family off")[0].verbs


def test_places_are_those_of_the_text() -> None:
    text = 'Tag every customer, "VIP", with customer-2025.'
    assert all(text[one.start : one.end] == one.text for one in tokens(text))
