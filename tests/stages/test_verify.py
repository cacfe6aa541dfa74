"""What a wording says that the facts do not, or leaves out."""

from __future__ import annotations

import pytest

from groundplan.contracts import Answer
from groundplan.stages.verify import verify

FACTS = "total revenue by region: East 81,234.5, North 70311, South -12.25, West 0.5.\nNote: 'date' is shown by month."
QUESTION = "total revenue by region in 2023"


def violations(text: str, facts: str = FACTS, question: str = QUESTION) -> tuple[str, ...]:
    return verify(Answer(text=text), Answer(text=facts), question)


def test_the_renderers_own_text_passes() -> None:
    assert violations(FACTS) == ()


@pytest.mark.parametrize(
    "text",
    [
        "In 2023 the East made 81234.50, the North 70,311, the South −12.25 and the West 0.5 ('date' by month). Note.",
        "Revenue by region:\n- East: 81,234.5\n- North: 70311\n- South: -12.25\n- West: 0.50",
    ],
)
def test_another_wording_of_the_same_facts_passes(text: str) -> None:
    assert violations(text, facts=FACTS.split("\n")[0]) == ()


@pytest.mark.parametrize(
    ("spoiled", "told"),
    [
        (FACTS.replace("70311", "70312"), ("the figure 70311 is missing", "the figure 70312 is not in the facts")),
        (
            FACTS.replace("81,234.5", "81,234"),
            ("the figure 81234.5 is missing", "the figure 81234 is not in the facts"),
        ),
        (FACTS.replace("-12.25", "12.25"), ("the figure -12.25 is missing", "the figure 12.25 is not in the facts")),
        (FACTS.replace(", West 0.5", ""), ("the figure 0.5 is missing", "the name 'west' is missing")),
        (FACTS.replace("East 81,234.5", "81,234.5"), ("the name 'east' is missing",)),
        (FACTS.replace("North", "Bavaria"), ("the name 'bavaria' is not in the facts", "the name 'north' is missing")),
        (FACTS + " This beats France.", ("the name 'france' is not in the facts",)),
        (FACTS + " That is 12 % more.", ("the figure 12 is not in the facts",)),
        (
            "",
            (
                "the figure -12.25 is missing",
                "the figure 0.5 is missing",
                "the figure 70311 is missing",
                "the figure 81234.5 is missing",
                "the name 'east' is missing",
                "the name 'north' is missing",
                "the name 'south' is missing",
                "the name 'west' is missing",
            ),
        ),
    ],
    ids=[
        "wrong",
        "rounded",
        "unsigned",
        "item dropped",
        "name dropped",
        "name swapped",
        "foreign name",
        "new figure",
        "nothing",
    ],
)
def test_a_spoiled_answer_is_caught(spoiled: str, told: tuple[str, ...]) -> None:
    assert violations(spoiled) == told


def test_a_figure_of_the_question_may_be_repeated_but_does_not_stand_for_a_fact() -> None:
    assert violations("top 5: North 7", "North 7", "the top 5 regions") == ()
    assert violations("top 5: North", "North 7", "the top 5 regions") == ("the figure 7 is missing",)


def test_a_hyphen_in_a_date_is_no_sign() -> None:
    assert violations("from 2023-01-05 on", "since 2023-01-05") == ()
