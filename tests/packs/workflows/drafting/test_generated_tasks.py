"""Whatever a task says: a plan that is given out is valid. GENERATED_TASKS tells how many are tried."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from generated_tasks import Tasks
from workshop import serving

from groundplan.contracts import Plan, Question, Run, Step, refs
from groundplan.packs.workflows.catalogue import Operation, open_catalogue
from groundplan.packs.workflows.catalogue.select import checked as query_checked
from groundplan.packs.workflows.catalogue.select import shape_of
from groundplan.packs.workflows.drafting.world import world
from groundplan.packs.workflows.graph import from_plan
from groundplan.packs.workflows.graph.reading import checked
from groundplan.packs.workflows.parts import FOLDER
from groundplan.planner import Planner
from groundplan.query.language.read import read
from groundplan.settings import Settings

COUNT = int(os.environ.get("GENERATED_TASKS", "60"))
SEED = 7
ASKED = ("missing-default",)
"""What a task may ask for: `if the member is paused, cancel the booking` does nothing where the member is not."""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    with serving() as service:
        yield [str(FOLDER / "data/club.json"), str(service.document(tmp_path_factory.mktemp("workshop")))]


@pytest.fixture(scope="module")
def planned(
    sources: list[str], tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[Question, Run, Mapping[str, Operation]]]:
    cache, found = tmp_path_factory.mktemp("cache"), []
    planner = Planner(Settings(cache=cache))
    for source in sources:
        opened = open_catalogue((source,), cache)
        for asked in Tasks(world(opened.operations), source, SEED).made(COUNT // len(sources)):
            found.append((asked, asyncio.run(planner.answer(asked)), dict(opened.operations)))
        opened.close()
    planner.close()
    return found


def test_every_plan_is_valid(planned: list[tuple[Question, Run, Mapping[str, Operation]]]) -> None:
    faults = [
        (asked.text, fault)
        for asked, run, operations in planned
        if run.status == "answered"
        for fault in _faults(run.plan, operations, asked.inputs)
    ]
    assert faults == []


def test_some_are_planned_some_are_not_and_none_fails(
    planned: list[tuple[Question, Run, Mapping[str, Operation]]],
) -> None:
    told = [run.status for _, run, _ in planned]
    assert set(told) <= {"answered", "refused", "clarify"}, [r.findings for _, r, _ in planned if r.status == "failed"]
    assert told.count("answered") >= COUNT // 20 and told.count("answered") < COUNT


def _faults(plan: Plan | None, operations: Mapping[str, Operation], inputs: Mapping[str, Any]) -> Iterator[str]:
    assert plan is not None
    yield from (fault.message for fault in checked(from_plan(plan)) if not fault.warning and fault.code not in ASKED)
    before = {"inputs", "item"}
    for step in plan.steps:
        for name in refs([step.args, step.each]):
            root, *rest = name.split(".")
            if root not in before or (root == "inputs" and rest[0] not in inputs):
                yield f"{step.id}: {name} is not there yet"
        yield from _arguments(step, operations)
        before.add(step.id)


def _arguments(step: Step, operations: Mapping[str, Operation]) -> Iterator[str]:
    if step.tool == "select":
        of = str(step.args.get("of", ""))
        if of:  # else the rows are of no known shape
            query_checked(step.args["query"], shape_of(of, operations), step.args.get("given", {}))
        read(step.args["query"])
        return
    known = operations[step.tool].arguments
    yield from (f"{step.id}: {name} is no argument" for name in step.args if name not in known)
    yield from (f"{step.id}: {n} is missing" for n, one in known.items() if one.required and n not in step.args)
    for name, value in step.args.items():
        if not isinstance(value, dict) and known[name].shape.choices and value not in known[name].shape.choices:
            yield f"{step.id}: {value!r} is no value of {name}"
