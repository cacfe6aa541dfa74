"""The account of graphs: right ones pass, and whatever is dropped, added, turned round or exchanged is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from groundplan.contracts import Plan, Step
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.drafting.reader import world_of
from groundplan.packs.workflows.drafting.task import drafted
from groundplan.packs.workflows.generation.account import left_over
from groundplan.packs.workflows.generation.answer import Answered
from groundplan.packs.workflows.graph import from_plan
from groundplan.packs.workflows.parts import FOLDER

MEMBER, COURSE, BOOKING = {"member_id": "M-1"}, {"course_id": "CR-1"}, {"booking_id": "B-1"}
TASKS: list[tuple[str, dict[str, Any]]] = [
    ('Send "See you soon" to all premium members in Kiel, except those who are paused.', {}),
    ("If the member is not paused, book a place in this course for them.", {**MEMBER, **COURSE}),
    ('If the member is premium, book a place in this course for them, otherwise send them the text "Sorry".',
     {**MEMBER, **COURSE}),
    ("Cancel the booking if the course has fewer than three bookings.", {**COURSE, **BOOKING}),
    ("If the member is paused, cancel all their bookings.", MEMBER),
    ("Change the member's city to Kiel and the tier to premium.", MEMBER),
    ('Send the trainer of the course the text "Room 3 today".', COURSE),
    ("Cancel the booking.", BOOKING),
    ('Send "Hi" to every member with waiting bookings.', {}),
    ("How many bookings of this course are waiting?", COURSE),
]  # fmt: skip
Steps = list[Step]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    opened = open_catalogue((str(FOLDER / "data/club.json"),), tmp_path_factory.mktemp("cache"))
    yield opened
    opened.close()


def read(task: str, inputs: dict[str, Any], club: Opened) -> tuple[Steps, dict[str, Any]]:
    draft = drafted(task, inputs, world_of(club))
    assert draft.doubt is None, draft.doubt
    steps = [Step.model_validate({k: v for k, v in step.items() if v is not None}) for step in draft.steps]
    return steps, {id: tuple(places) for id, places in draft.quotes.items()}


def left(task: str, inputs: dict[str, Any], club: Opened, steps: Steps, quotes: dict[str, Any]) -> tuple[str, ...]:
    """What is left over, where a model quotes the whole task for whatever it adds."""
    known = {step.id: quotes.get(step.id, ((0, len(task)),)) for step in steps}
    plan = Plan(goal=task, steps=tuple(steps))
    found = left_over(task, Answered(from_plan(plan), plan, (), (), known, known), inputs, club)
    return tuple(one.message for one in found)


def changed(steps: Steps, step: Step, **fields: Any) -> Steps:
    return [one.model_copy(update=fields) if one is step else one for one in steps]


def mutants(steps: Steps, club: Opened) -> Iterator[tuple[str, Steps]]:
    doings = world_of(club).doings
    for at, step in enumerate(steps):
        if step.when:
            yield f"{step.id} in any case", changed(steps, step, when=None)
            yield f"{step.id} turned round", changed(steps, step, when=f"!({step.when})")
        if step.tool in doings:
            yield f"without {step.id}", [*steps[:at], *steps[at + 1 :]]
            yield f"{step.id} twice", [*steps, step.model_copy(update={"id": f"{step.id}_again"})]
            for other in doings:
                if other != step.tool:
                    yield f"{other} added", [*steps, step.model_copy(update={"id": "added", "tool": other})]
        for name, value in step.args.items():
            if isinstance(value, dict) or step.tool == "select":
                continue
            without = {key: one for key, one in step.args.items() if key != name}
            if step.tool not in doings:
                yield f"{step.id} without {name}", changed(steps, step, args=without)
            other_value = (
                not value if isinstance(value, bool) else f"{value} zzz" if isinstance(value, str) else value + 7
            )
            yield f"{name} of {step.id} another", changed(steps, step, args={**step.args, name: other_value})
        query = step.args.get("query", "")
        if " where " in query:
            bare = query.partition(" where ")[0]
            yield f"{step.id} of all", changed(steps, step, args={**step.args, "query": bare})


@pytest.mark.parametrize(("task", "inputs"), TASKS)
def test_a_right_graph_leaves_nothing_over(club: Opened, task: str, inputs: dict[str, Any]) -> None:
    steps, quotes = read(task, inputs, club)
    assert left(task, inputs, club, steps, quotes) == ()


@pytest.mark.parametrize(("task", "inputs"), TASKS)
def test_every_wrong_one_does(club: Opened, task: str, inputs: dict[str, Any]) -> None:
    steps, quotes = read(task, inputs, club)
    wrong = list(mutants(steps, club))
    assert wrong or task.startswith("How many")
    unnoticed = [told for told, mutant in wrong if not left(task, inputs, club, mutant, quotes)]
    assert unnoticed == []
