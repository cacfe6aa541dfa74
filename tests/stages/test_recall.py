"""Whether a question stands alone or changes the one before it."""

from __future__ import annotations

import asyncio
from typing import Any

from groundplan.contracts import Question, Recall, Turn, Understanding
from groundplan.stages.recall import TURNS, recall
from readers_told import ToldReader


def gate(asked: Question) -> tuple[bool, str]:
    before = [turn.text for turn in asked.history if turn.role == "user"][-1]
    return asked.text.startswith(("and", "only")), f"{asked.text!r} after {before!r}"


def recalled(question: Question, reader: ToldReader, prior: dict[str, Any] | None = None) -> Recall:
    return asyncio.run(recall(question, prior, gate, reader))


def question(text: str, *before: str) -> Question:
    turns = [turn for asked in before for turn in (Turn(role="user", text=asked), Turn(role="assistant", text="..."))]
    return Question(text=text, history=tuple(turns))


def test_the_first_question_stands_alone_and_nothing_is_read() -> None:
    assert recalled(question("revenue by region"), ToldReader([])) == Recall(reason="there is no earlier question")


def test_answers_alone_are_no_earlier_question() -> None:
    asked = Question(text="and by city", history=(Turn(role="assistant", text="hello"),))
    assert recalled(asked, ToldReader([])).decision == "independent"


def test_a_question_that_follows_nothing_carries_nothing() -> None:
    found = recalled(question("units by city", "revenue by region"), ToldReader([]), prior={"limit": 5})
    assert found == Recall(reason="'units by city' after 'revenue by region'")


def test_a_follow_up_changes_the_form_that_is_known() -> None:
    found = recalled(question("and by city", "revenue by region"), ToldReader([]), prior={"limit": 5})
    assert (found.decision, found.prior) == ("follow_up", {"limit": 5})


def test_without_a_known_form_the_earlier_questions_are_read_again_each_in_the_light_of_the_last() -> None:
    forms: list[dict[str, Any]] = [{"limit": 1}, {"limit": 2}, {"limit": 3}]
    reader = ToldReader(Understanding(form=form) for form in forms)
    found = recalled(question("and by city", "revenue", "only in May", "units"), reader)
    assert found.prior == {"limit": 3}
    assert reader.read_texts == ["revenue", "only in May", "units"]
    assert reader.priors == [None, {"limit": 1}, None]  # `units` follows nothing


def test_an_earlier_question_that_nobody_understood_leaves_the_form_before_it() -> None:
    reader = ToldReader([Understanding(form={"limit": 1}), Understanding()])
    assert recalled(question("and by city", "revenue", "and hm"), reader).prior == {"limit": 1}


def test_a_long_conversation_is_read_from_its_last_questions() -> None:
    asked = [f"only {n}" for n in range(10)]
    reader = ToldReader([Understanding(form={"limit": 1})] * TURNS)
    recalled(question("and by city", *asked), reader)
    assert reader.read_texts == asked[-TURNS:]
