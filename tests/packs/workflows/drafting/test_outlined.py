"""Tasks over a bare list of tools: the nearest ones as a chain, each with words that it was read from."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundplan.contracts import Question
from groundplan.packs.workflows.catalogue import open_catalogue
from groundplan.packs.workflows.drafting.outlined import bare
from groundplan.packs.workflows.parts import FOLDER
from groundplan.planner import Planner
from groundplan.settings import Settings

TOOLS = {
    "search_train": "Finds trains between two cities",
    "book_train_ticket": "Books a train ticket",
    "cancel_train_ticket": "Cancels a train ticket that was booked",
    "set_alarm": "Sets an alarm on the phone",
    "delete_alarm": "Deletes an alarm of the phone",
    "write_file": "Writes a text into a file",
}


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("list") / "tools.json"
    file.write_text(json.dumps([{"name": name, "description": told} for name, told in TOOLS.items()]), "utf-8")
    return file


@pytest.fixture(scope="module")
def planner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planner]:
    made = Planner(Settings(cache=tmp_path_factory.mktemp("cache")))
    yield made
    made.close()


def test_the_tools_stand_in_the_order_of_the_words(planner: Planner, listed: Path) -> None:
    task = "Please first set an alarm for 7 am, and then delete the alarm at 9 pm."
    run = asyncio.run(planner.answer(Question(text=task, sources=(str(listed),))))
    assert run.status == "answered" and run.plan is not None
    assert [step.tool for step in run.plan.steps][:2] == ["set_alarm", "delete_alarm"]
    assert run.plan.steps[1].needs == (run.plan.steps[0].id,)
    assert "set an alarm for 7 am" in run.plan.steps[0].why
    assert {*TOOLS} <= {*run.narrowed}  # the ranking


def test_what_looks_comes_before_what_does(planner: Planner, listed: Path) -> None:
    task = "Search a train to Graz and book a train ticket."
    run = asyncio.run(planner.answer(Question(text=task, sources=(str(listed),))))
    assert run.plan is not None and [step.tool for step in run.plan.steps][:2] == ["search_train", "book_train_ticket"]


def test_a_list_that_tells_more_is_not_bare(listed: Path, tmp_path: Path) -> None:
    for file, told in ((str(listed), True), (str(FOLDER / "data/club.json"), False)):
        opened = open_catalogue((file,), tmp_path)
        assert bare(opened.operations) is told
        opened.close()
