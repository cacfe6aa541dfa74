"""The account of graphs: right ones pass, and whatever is dropped, added, turned round or exchanged is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from written import call, graph, ref

from groundplan.contracts import Plan, Step
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.drafting.reader import world_of
from groundplan.packs.workflows.drafting.task import drafted
from groundplan.packs.workflows.generation.account import left_over
from groundplan.packs.workflows.generation.answer import Answered, answered
from groundplan.packs.workflows.generation.wanted import Wanted
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
        source = next((one for one in steps if one.tool == "select" and step.each == {"$ref": f"{one.id}.rows"}), None)
        if source:
            yield f"{step.id} for all that were chosen among", changed(steps, step, each=source.args["rows"])
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


def judged(task: str, inputs: dict[str, Any], club: Opened, *nodes: dict[str, Any]) -> str:
    found = answered(graph(*nodes), task, club, Wanted().held_to(club))
    assert not found.faults, found.faults
    return "; ".join(one.message for one in left_over(task, found, inputs, club))


GET = call("member", "getMember", "the member", member_id=ref("inputs.member_id"))
COURSE_OF = call("course", "getCourse", "the course", course_id=ref("inputs.course_id"))
TRAINER = call("trainer", "getTrainer", "the trainer of the course", trainer_id=ref("course.trainer_id"))


def test_what_goes_to_one_does_not_go_to_another(club: Opened) -> None:
    task = 'Send the member the text "Alpha" and send the trainer of the course the text "Beta".'
    inputs = {**MEMBER, **COURSE}
    one, other = 'Send the member the text "Alpha"', 'send the trainer of the course the text "Beta"'

    def told(first: str, second: str, one_text: str, other_text: str) -> str:
        return judged(
            task, inputs, club, GET, COURSE_OF, TRAINER,
            call("one", "sendEmail", one, to=ref(f"{first}.email"), text=one_text),
            call("other", "sendEmail", other, to=ref(f"{second}.email"), text=other_text),
        )  # fmt: skip

    assert told("member", "trainer", "Alpha", "Beta") == ""
    swapped = told("trainer", "member", "Alpha", "Beta")
    assert "of Trainer, which its words do not speak of" in swapped and "of Member, which its words" in swapped
    assert "'text' of sendEmail is 'Beta', which the words that it quotes do not say" in told(
        "member", "trainer", "Beta", "Alpha"
    )


def test_what_hangs_on_one_condition_does_not_hang_on_another(club: Opened) -> None:
    task = 'If the member is premium, book a place in this course for them. If the member is paused, send them "X".'
    first, second = "If the member is premium", "If the member is paused"

    def told(book_when: str, send_when: str) -> str:
        return judged(
            task, {**MEMBER, **COURSE}, club, GET,
            call("book", "bookCourse", f"{first}, book a place in this course for them", when=book_when,
                 member_id=ref("inputs.member_id"), course_id=ref("inputs.course_id")),
            call("tell", "sendEmail", f'{second}, send them "X"', when=send_when, to=ref("member.email"), text="X"),
        )  # fmt: skip

    premium, paused = 'member.tier == "premium"', "member.paused"
    assert told(premium, paused) == ""
    swapped = told(paused, premium)
    assert "which 'the member is premium' does not say" in swapped and "'the member is paused' does not" in swapped
    assert "says the opposite" in told(premium, f"!{paused}")
    assert "says the opposite" in told('member.tier != "premium"', paused)


def test_what_is_chosen_and_not_used_is_noticed(club: Opened) -> None:
    task = 'Send "Hi" to all members who are not paused.'
    members = call("members", "listMembers", "all members")
    chosen = call("chosen", "select", "who are not paused", rows=ref("members"), of="listMembers",
                  query="rows: where paused = false")  # fmt: skip
    right = call("send", "sendEmail", 'Send "Hi" to all members', each="chosen.rows", to=ref("item.email"), text="Hi")
    wrong = call("send", "sendEmail", 'Send "Hi" to all members', each="members", to=ref("item.email"), text="Hi")
    assert judged(task, {}, club, members, chosen, right) == ""
    assert "nothing that is done takes what chosen gives" in judged(task, {}, club, members, chosen, wrong)


def test_a_prompt_chooses_nothing(club: Opened) -> None:
    task = "Write a note and send it to all premium members."
    members = call("members", "listMembers", "all premium members")
    note = {"id": "note", "type": "executor", "said": ["Write a note", "premium"],
            "config": {"mode": "llm", "prompt": "Write a note for premium members."}}  # fmt: skip
    send = call("send", "sendEmail", "send it to all premium members", each="members", to=ref("item.email"),
                text=ref("note"))  # fmt: skip
    found = answered(graph(members, note, send), task, club, Wanted().held_to(club, "m"))
    told = [one.message for one in left_over(task, found, {}, club)]
    assert told == ["no step was read from 'premium'"]
