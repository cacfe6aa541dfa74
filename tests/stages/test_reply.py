"""A choice that is picked after a question back, and the question that is meant then."""

from __future__ import annotations

import pytest

from groundplan.contracts import Doubt
from groundplan.stages.reply import picked, replied

COLUMNS = ("net_revenue", "gross_revenue", "best lap")
STATES = ("On hold", "Closed", "2")


@pytest.mark.parametrize(
    ("text", "choices", "choice"),
    [
        ("net_revenue", COLUMNS, "net_revenue"),
        ("Net revenue", COLUMNS, "net_revenue"),
        ("the net one, please", COLUMNS, "net_revenue"),
        ("gross", COLUMNS, "gross_revenue"),
        ("best", COLUMNS, "best lap"),
        ("gros_revenue", COLUMNS, "gross_revenue"),
        ("2", COLUMNS, "gross_revenue"),
        ("closed.", STATES, "Closed"),
        ("2", STATES, "2"),
        ("закрытые", ("открытые", "закрытые"), "закрытые"),
    ],
)
def test_a_choice_is_picked_by_its_name_its_number_or_words_of_its_own(
    text: str, choices: tuple[str, ...], choice: str
) -> None:
    assert picked(text, choices) == choice


@pytest.mark.parametrize("text", ["revenue", "total revenue by region", "how many rows", "0", "9", "the one", "?", ""])
def test_what_picks_none_or_more_than_one_is_another_question(text: str) -> None:
    assert picked(text, COLUMNS) is None


def test_the_choice_stands_where_the_doubt_was() -> None:
    doubt = Doubt(kind="clarify", message="", choices=("Closed", "Open"), said="done", about="state")
    assert replied("abandoned and Done tickets by team", doubt, "closed") == "abandoned and Closed tickets by team"


def test_a_doubt_without_words_is_settled_after_the_question() -> None:
    value = Doubt(kind="clarify", message="", choices=("Closed", "Open"), about="state")
    assert replied("what is left?", value, "open") == "what is left, state is Open"
    column = Doubt(kind="clarify", message="", choices=("net", "gross"))
    assert replied("total revenue", column, "1") == "total revenue (net)"


def test_another_question_stays_what_it_is() -> None:
    doubt = Doubt(kind="clarify", message="", choices=("net", "gross"), said="revenue")
    assert replied("total revenue", doubt, "how many orders") is None
