"""A plan changed by words: by the words alone, and by a language model; what is locked stays byte for byte."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from written import call, ref, text

from groundplan.contracts import Plan, Question, Step
from groundplan.llm.openai import Endpoint
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.generation.generate import Asking
from groundplan.packs.workflows.generation.refine import Refined, refine
from groundplan.packs.workflows.generation.response import responded
from groundplan.packs.workflows.generation.wanted import Wanted
from groundplan.packs.workflows.graph import from_plan
from groundplan.packs.workflows.parts import FOLDER
from llm_server import Unruly, fails, says

CLUB = str(FOLDER / "data/club.json")
TASK = 'Book a place in this course for the member and send them the text "Hi".'
INPUTS = {"member_id": "M-1", "course_id": "CR-1"}
GET = call("get_member", "getMember", "the member", member_id=ref("inputs.member_id"))
BOOK = call("book_course", "bookCourse", "Book a place in this course for the member",
            member_id=ref("inputs.member_id"), course_id=ref("inputs.course_id"))  # fmt: skip
SEND = call("send_email", "sendEmail", 'send them the text "Hi"', to=ref("get_member.email"), text="Hi")
WORDS = "skip the e-mail if the member is basic"
SKIPS = call("send_email", "sendEmail", 'send them the text "Hi"', WORDS, to=ref("get_member.email"), text="Hi",
             when='!(get_member.tier == "basic")')  # fmt: skip


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    opened = open_catalogue((CLUB,), tmp_path_factory.mktemp("cache"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def plan(club: Opened, tmp_path_factory: pytest.TempPathFactory) -> Plan:
    asked = Question(text=TASK, inputs=INPUTS)
    found = asyncio.run(responded(asked, club, Wanted(), llm=None, cache=tmp_path_factory.mktemp("cache")))
    assert found.plan is not None
    return found.plan


def change(plan: Plan, words: str, club: Opened, *locked: str, **more: Any) -> Refined:
    return asyncio.run(refine(plan, words, {**INPUTS, **more}, club, locked))


def by_model(
    plan: Plan, words: str, club: Opened, unruly: Unruly, folder: Path, *script: Any, locked: tuple[str, ...] = ()
) -> Refined:
    unruly.will(*script)
    asking = Asking(Endpoint(unruly.base_url, "m"), club, Wanted(), folder)
    return asyncio.run(refine(plan, words, INPUTS, club, locked, asking))


def bytes_of(plan: Plan, id: str) -> tuple[bytes, bytes]:
    """A step as it is saved, and its node as it is drawn."""
    step, node = plan.step(id), from_plan(plan).node(id)
    assert step is not None and node is not None
    return step.model_dump_json().encode(), node.model_dump_json().encode()


# ------------------------------------------------------------------ by the words alone


def test_a_step_more_is_drafted_beside_those_that_stand(plan: Plan, club: Opened) -> None:
    found = change(plan, 'Also send the trainer of the course the text "One more".', club, "book_course", "send_email")
    assert found.plan is not None, found.question
    assert "+ node send_email_2 (tool sendEmail)" in found.diff and "+ node get_trainer (tool getTrainer)" in found.diff
    assert all(bytes_of(found.plan, id) == bytes_of(plan, id) for id in ("book_course", "send_email"))
    assert found.plan.goal.endswith('Also send the trainer of the course the text "One more".')


def test_a_copy_goes_to_somebody_else(plan: Plan, club: Opened) -> None:
    unknown = change(plan, "also send a copy to sales", club)
    assert not unknown.changed and "“sales” is none" in unknown.question
    found = change(plan, "also send a copy to sales", club, "send_email", sales_email="sales@club.example")
    assert found.plan is not None
    copy = found.plan.step("send_email_2")
    assert copy and copy.args == {"to": {"$ref": "inputs.sales_email"}, "text": "Hi"}
    assert bytes_of(found.plan, "send_email") == bytes_of(plan, "send_email")
    assert [line[0] for line in found.diff.splitlines() if "node" in line] == ["+"]


@pytest.mark.parametrize(
    ("words", "more", "when"),
    [
        ("skip the e-mail if the amount is under 100", {"amount": 5}, "!(inputs.amount < 100)"),
        ("only send the e-mail if the member is premium", {}, '(get_member.tier == "premium")'),
        ("Don't send the e-mail if the member is paused.", {}, "!((get_member.paused == true))"),
        ("skip the e-mail unless the course costs more than 20", {}, "(get_course.price > 20)"),
    ],
)
def test_a_step_is_done_in_some_cases_alone(
    plan: Plan, club: Opened, words: str, more: dict[str, Any], when: str
) -> None:
    found = change(plan, words, club, "book_course", **more)
    assert found.plan is not None, found.question
    step = found.plan.step("send_email")
    assert step and step.when == when
    assert bytes_of(found.plan, "book_course") == bytes_of(plan, "book_course")


@pytest.mark.parametrize(
    ("words", "query"),
    [
        ("skip the e-mail if they live in Kiel", 'rows: where city != "Kiel"'),
        ("only send the e-mail if the member has no trainer", "rows: where missing(trainer_id)"),
        ("skip the e-mail if they are purple", ""),
    ],
)
def test_a_step_for_each_of_a_list_is_done_for_some_of_it(club: Opened, words: str, query: str) -> None:
    steps = (
        Step(id="members", tool="listMembers", args={"tier": "premium"}),
        Step(id="send", tool="sendEmail", each={"$ref": "members.result"},
             args={"to": {"$ref": "item.email"}, "text": "Hi"}),
    )  # fmt: skip
    found = change(Plan(goal='Send "Hi" to all premium members.', steps=steps), words, club)
    assert bool(found.plan) == bool(query)
    if found.plan:
        chosen, send = found.plan.step("chosen"), found.plan.step("send")
        assert chosen and chosen.args == {"rows": {"$ref": "members.result"}, "of": "listMembers", "query": query}
        assert send and send.each == {"$ref": "chosen.rows"} and query.replace('"', '\\"') in found.diff


def test_a_step_less_takes_what_only_it_read_along(plan: Plan, club: Opened) -> None:
    found = change(plan, "leave out the e-mail", club)
    assert found.plan and [step.id for step in found.plan.steps] == ["book_course"]


def test_another_value(plan: Plan, club: Opened) -> None:
    found = change(plan, 'change the text to "Bye"', club)
    assert '~ node send_email: calls.0.parameters.text "Hi" -> "Bye"' in found.diff


@pytest.mark.parametrize("words", ["leave out the e-mail", 'change the text to "Bye"', WORDS])
def test_what_is_locked_is_not_changed(plan: Plan, club: Opened, words: str) -> None:
    found = change(plan, words, club, "send_email")
    assert not found.changed and found.plan is None and "send_email is locked" in found.question


@pytest.mark.parametrize("words", ["dance with them", 'also send them the text "X" by pigeon', "skip it if it rains"])
def test_words_that_are_left_over_change_nothing(plan: Plan, club: Opened, words: str) -> None:
    found = change(plan, words, club)
    assert not found.changed and found.question


# ------------------------------------------------------------------ by a model


def test_a_model_changes_what_is_asked_and_nothing_else(
    plan: Plan, club: Opened, unruly: Unruly, tmp_path: Path
) -> None:
    script = says(text(GET, BOOK, SKIPS))
    found = by_model(plan, WORDS, club, unruly, tmp_path, script, locked=("book_course",))
    assert found.drafter == "model" and found.plan is not None, found.log
    assert bytes_of(found.plan, "book_course") == bytes_of(plan, "book_course")
    assert bytes_of(found.plan, "get_member") == bytes_of(plan, "get_member")
    step = found.plan.step("send_email")
    assert step and step.when == '!(get_member.tier == "basic")'
    assert "Locked: book_course" in str(unruly.bodies[0]["messages"])


def test_a_model_that_changes_more_is_told_and_then_passed_over(
    plan: Plan, club: Opened, unruly: Unruly, tmp_path: Path
) -> None:
    other = json.loads(json.dumps(BOOK).replace('"inputs.course_id"', '"inputs.member_id"'))
    added = call("cancel", "cancelBooking", WORDS, booking_id="B-1")
    turned = json.loads(json.dumps(SKIPS).replace("!(get_member", "(get_member"))
    wrong = says(text(GET, other, SKIPS)), says(text(GET, SKIPS)), says(text(GET, BOOK, turned, added))
    found = by_model(plan, WORDS, club, unruly, tmp_path, *wrong, locked=("book_course",))
    told = [" ".join(one.errors) for one in found.log]
    assert "book_course is locked, and was changed" in told[0] and "is locked, and was changed" in told[1]
    assert "cancelBooking changes something" in told[2] and "'skip'" in told[2]
    assert found.drafter == "embedded" and found.plan is not None
    assert bytes_of(found.plan, "book_course") == bytes_of(plan, "book_course")


def test_without_its_model_a_plan_is_changed_as_well(plan: Plan, club: Opened, unruly: Unruly, tmp_path: Path) -> None:
    found = by_model(plan, "leave out the e-mail", club, unruly, tmp_path, fails(401, "no"))
    assert found.changed and found.drafter == "embedded" and "check the key" in found.notes[0]


# ------------------------------------------------------------------ the command


def test_a_change_is_shown_and_then_made(plan: Plan, cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(plan.model_dump_json(), "utf-8")
    shown = cli("refine", str(file), "leave out the e-mail", CLUB)
    assert shown.code == 0 and "- node send_email (tool sendEmail)" in shown.out and "nothing was written" in shown.err
    assert Plan.model_validate_json(file.read_text("utf-8")) == plan
    assert cli("refine", str(file), "leave out the e-mail", CLUB, "--apply").code == 0
    assert [step.id for step in Plan.model_validate_json(file.read_text("utf-8")).steps] == ["book_course"]
    wrong = cli("refine", str(file), "leave out the booking", CLUB, "--lock", "bok")
    assert wrong.code == 2 and "no step named 'bok' can be locked" in wrong.err


def test_a_graph_with_a_router_comes_back_as_it_was(club: Opened, unruly: Unruly, tmp_path: Path) -> None:
    """The model gives the very graph that it was shown, one value in it changed."""
    task = 'If the member is premium, book a place in this course for them, otherwise send them the text "Sorry".'
    asked = Question(text=task, inputs=INPUTS)
    drafted = asyncio.run(responded(asked, club, Wanted(), llm=None, cache=tmp_path)).plan
    assert drafted is not None
    words = 'change the text to "Bye"'

    def gives_back(handler: Any, body: dict[str, Any], server: Unruly) -> None:
        shown = body["messages"][1]["content"].partition("The graph:\n```\n")[2].partition("\n```")[0]
        changed = json.loads(shown.replace('"Sorry"', '"Bye"'))
        for node in changed["nodes"]:
            node["said"] = [words] if node["id"] == "send_email" else []
        says(json.dumps({"reasoning": "", "graph": changed}))(handler, body, server)

    found = by_model(drafted, words, club, unruly, tmp_path, gives_back, locked=("book_course", "get_member"))
    assert found.drafter == "model" and found.plan is not None, found.log
    assert all(bytes_of(found.plan, id) == bytes_of(drafted, id) for id in ("book_course", "get_member"))
    changed = found.plan.step("send_email")
    before = drafted.step("send_email")
    assert changed and before and changed.args == {**before.args, "text": "Bye"} and changed.when == before.when
