"""The nouns: frozen, closed, and true to their own rules."""

from __future__ import annotations

import inspect

import pytest
from pydantic import ValidationError

import groundplan.contracts as contracts
from groundplan.contracts import Coverage, Noun, Plan, Question, Step, Usage, refs

NOUNS = [noun for noun in vars(contracts).values() if inspect.isclass(noun) and issubclass(noun, Noun)]


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.__name__)
def test_every_noun_is_frozen_closed_and_told(noun: type[Noun]) -> None:
    assert noun.model_config["frozen"] and noun.model_config["extra"] == "forbid"
    assert noun.__doc__ and noun.__doc__.strip().endswith(".")


def test_a_noun_takes_no_unknown_field_and_no_change() -> None:
    with pytest.raises(ValidationError, match="mood"):
        Plan(goal="?", mood="good")  # type: ignore[call-arg]
    with pytest.raises(ValidationError, match="frozen"):
        Plan(goal="?").goal = "!"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"$ref": "a.df"}, ["a.df"]),
        ({"x": {"$ref": "a.df"}, "y": [1, ({"$ref": "b.df"},)]}, ["a.df", "b.df"]),
        ({"$ref": "a.df", "more": 1}, []),
        ("$a.df", []),
        (None, []),
    ],
)
def test_references_are_found_wherever_they_stand(value: object, found: list[str]) -> None:
    assert list(refs(value)) == found


def test_needs_follow_from_references_and_others_may_be_added() -> None:
    step = Step(id="c", tool="t", args={"df": {"$ref": "a.df"}, "other": {"$ref": "source.x"}}, needs=("b",))
    assert step.needs == ("b", "a")


@pytest.mark.parametrize("id", ["", "A", "1a", "a-b", "a b", "a\n"])
def test_a_step_has_a_plain_name(id: str) -> None:
    with pytest.raises(ValidationError, match="pattern"):
        Step(id=id, tool="t")


def test_a_step_is_found_by_its_name() -> None:
    plan = Plan(goal="?", steps=(Step(id="a", tool="t"),))
    assert plan.step("a") is plan.steps[0]
    assert plan.step("b") is None


def test_a_question_may_be_called_by_either_name() -> None:
    assert Question.model_validate({"question": "why"}).text == "why"


def test_an_alias_is_followed_once() -> None:
    mapping = Coverage(version=1, needs={}, aliases={"summarize": "aggregate"})
    assert (mapping.canonical("summarize"), mapping.canonical("join")) == ("aggregate", "join")


def test_usage_adds_up() -> None:
    assert Usage(prompt=1, completion=2, calls=1) + Usage(prompt=3, calls=1) == Usage(prompt=4, completion=2, calls=2)


def test_a_run_is_called_after_its_question_sources_and_inputs() -> None:
    one = Question(text="Remind everybody", sources=("shop.yaml",))
    handed = ({}, {"day": 1}, {"day": 2}, {"day": 1})
    ids = [contracts.run_id(one.model_copy(update={"inputs": inputs})) for inputs in handed]
    assert len(set(ids)) == 3 and ids[1] == ids[3] and all(id.startswith("remind-everybody-") for id in ids)
