from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.embed import clauses
from groundplan.embed.words import spoken, terms


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("getAirQuality", "get air quality"),
        ("get_air_quality", "get air quality"),
        ("PDF&URLTool", "pdf url tool"),
        ("HTTPServer2Go", "http server2 go"),
        ("выручка_по_дням", "выручка по дням"),
    ],
)
def test_identifiers_are_spoken(name: str, words: str) -> None:
    assert spoken(name) == words


def test_terms_are_stems_without_stop_words() -> None:
    assert terms("Booking the flights to some cities") == ["book", "flight", "citi"]
    assert terms("I would like to have cached pages") == ["like", "cach", "page"]
    assert terms("please") == []


def test_a_request_is_split_into_wishes() -> None:
    request = "Book a flight to Rome, reserve a hotel room and then send Ann the plan. Is it warm there?"
    assert clauses(request) == [
        "Book a flight to Rome, reserve a hotel room and then send Ann the plan.", "Is it warm there?",
        "Book a flight to Rome", "reserve a hotel room", "send Ann the plan.",
    ]  # fmt: skip


def test_sentences_come_before_their_parts_when_there_are_too_many() -> None:
    request = "Send one letter, two cards and three parcels. Then read the news to me."
    assert clauses(request, most=2) == ["Send one letter, two cards and three parcels.", "Then read the news to me."]


def test_one_wish_has_no_parts() -> None:
    assert clauses("total sales by region") == []


def test_no_more_than_asked() -> None:
    assert len(clauses(", ".join(f"send letter number {number}" for number in range(20)), most=3)) == 3


@given(st.text(max_size=200))
def test_every_clause_stands_in_the_request(request: str) -> None:
    assert all(clause in request and clause != request for clause in clauses(request))


@given(st.text(max_size=80))
def test_no_term_is_empty(text: str) -> None:
    assert all(terms(text))
