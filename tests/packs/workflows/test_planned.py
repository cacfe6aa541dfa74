"""A task on the whole road: the plan is the answer, and nothing is run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundplan.contracts import Question
from groundplan.evals.batch import answer_all
from groundplan.packs.workflows.parts import FOLDER
from groundplan.planner import Planner
from groundplan.settings import Settings

CLUB = str(FOLDER / "data/club.json")


@pytest.fixture(scope="module")
def planner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planner]:
    made = Planner(Settings(cache=tmp_path_factory.mktemp("cache")))
    yield made
    made.close()


def test_a_plan_waits_although_everything_is_approved(planner: Planner) -> None:
    """The address of the catalogue does not exist: a call would fail."""
    asked = Question(text="Change the member's city to Kiel.", sources=(CLUB,), inputs={"member_id": "M-1"})
    answered = asyncio.run(planner.ask(asked, approve=True))
    assert answered.run.status == "answered" and not answered.results
    assert answered.run.plan is not None and [step.tool for step in answered.run.plan.steps] == ["updateMember"]
    assert "each has to be approved. Nothing was run yet." in answered.run.answer.text
    assert answered.run.understanding.form["analysis"]["complexity"] == "simple"


def test_nobody_is_asked_to_approve_a_plan_that_is_not_run(planner: Planner) -> None:
    asked = Question(text="Cancel the booking.", sources=(CLUB,), inputs={"booking_id": "B-1"})
    assert asyncio.run(planner.ask(asked, approve=lambda plan: False)).approved


def test_a_batch_takes_inputs(planner: Planner, tmp_path: Path) -> None:
    line = {"id": "t", "question": "Cancel the booking.", "sources": [CLUB], "inputs": {"booking_id": "B-1"}}
    (tmp_path / "in.jsonl").write_text(json.dumps(line), "utf-8")
    asyncio.run(answer_all(tmp_path / "in.jsonl", tmp_path / "out.jsonl", planner.answer, pack="workflows", jobs=1))
    run = json.loads((tmp_path / "out.jsonl").read_text("utf-8"))
    assert run["status"] == "answered"
    assert run["plan"]["steps"][0]["args"] == {"booking_id": {"$ref": "inputs.booking_id"}}


def test_what_is_not_understood_is_refused_in_words(planner: Planner) -> None:
    asked = Question(text="Order new towels for the member.", sources=(CLUB,), inputs={"member_id": "M-1"})
    run = asyncio.run(planner.answer(asked))
    assert run.status == "refused" and run.plan is None and "towels" in run.answer.text
