"""What ran well is shown to a model: the same model does at first with it what it cannot do without."""

from __future__ import annotations

import asyncio
import json
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from written import call, ref, text

from groundplan.contracts import Plan, Question, Run, Step
from groundplan.llm.openai import Endpoint
from groundplan.packs.workflows.catalogue import open_catalogue
from groundplan.packs.workflows.generation.examples import examples
from groundplan.packs.workflows.generation.response import responded
from groundplan.packs.workflows.generation.wanted import PlanResponse, Wanted
from groundplan.packs.workflows.parts import FOLDER
from groundplan.packs.workflows.settings import CatalogueSettings
from groundplan.store import folder
from llm_server import Unruly, says

BEFORE = "Notify every premium member that the gym is closed."
TASK = "Notify every premium member that the pool is closed."
PLAN = Plan(goal=BEFORE, pack="workflows", steps=(
    Step(id="members", tool="listMembers", args={"tier": "premium"}),
    Step(id="notify", tool="sendEmail", each={"$ref": "members.result"},
         args={"to": {"$ref": "item.email"}, "text": "the gym is closed"}),
))  # fmt: skip
CLUB = str(FOLDER / "data/club.json")


def ran(runs: Path, **more: Any) -> None:
    known = {"id": "r", "status": "answered", "pack": "workflows", "plan": PLAN, "timings": {"run": 0.1}, **more}
    folder.save(Run(question=Question(text=BEFORE), **known), runs / "ran")


def imitates(handler: BaseHTTPRequestHandler, body: dict[str, Any], server: Unruly) -> None:
    """A model that copies an example where it sees one, and forgets who is meant where it sees none."""
    shown = body["messages"][1]["content"].partition("ran well:")[2]
    tier = {"tier": "premium"} if '"tier":"premium"' in shown else {}
    members = call("members", "listMembers", "every premium member", **tier)
    notify = call("notify", "sendEmail", TASK, each="members", to=ref("item.email"), text="the pool is closed")
    says(text(members, notify))(handler, body, server)


def draft(unruly: Unruly, runs: Path) -> PlanResponse:
    unruly.will(imitates)
    club = open_catalogue((CLUB,), runs / "cache")
    settings = CatalogueSettings(runs=runs, secret={})
    try:
        return asyncio.run(
            responded(Question(text=TASK), club, Wanted(), llm=Endpoint(unruly.base_url, "m"), cache=runs / "cache",
                      settings=settings, analyse=False)
        )  # fmt: skip
    finally:
        club.close()


def test_before_and_after(unruly: Unruly, tmp_path: Path) -> None:
    before = draft(unruly, tmp_path)
    assert not before.success and before.iterations == 3
    assert any("'premium'" in error for error in before.validation_log[0].errors)
    ran(tmp_path)
    after = draft(unruly, tmp_path)
    assert after.success and after.drafter == "model" and after.iterations == 1


@pytest.mark.parametrize(
    "more",
    [
        {"status": "failed"},
        {"timings": {"draft": 0.1}},
        {"pack": "tables"},
        {"plan": PLAN.model_copy(update={"steps": (Step(id="x", tool="elsewhere"),)})},
        {"plan": PLAN.model_copy(update={"goal": "Отмени бронь"})},
    ],
)
def test_only_what_is_near_and_ran_over_these_tools_is_an_example(tmp_path: Path, more: dict[str, Any]) -> None:
    club = open_catalogue((CLUB,), tmp_path / "cache")
    ran(tmp_path, **more)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/run.json").write_text("{", "utf-8")
    assert examples(TASK, tmp_path, club) == ""
    ran(tmp_path)
    found = examples(TASK, tmp_path, club)
    club.close()
    assert BEFORE in found and json.loads(found.split("```\n")[1].split("\n```")[0])["nodes"]
