"""A pack that only runs plans over catalogues, for tests of running: nobody reads a task here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from groundplan.contracts import Coverage, Doubt, Plan, Understanding
from groundplan.pack import Mind, Pack, Planning, Reading, Sources, Telling
from groundplan.packs.workflows.catalogue import open_catalogue
from groundplan.packs.workflows.catalogue.told import facts, render
from groundplan.packs.workflows.settings import CatalogueSettings
from groundplan.plan.template import Template


class _Nobody:
    async def read(self, question: Any, prior: Any = None) -> Understanding:
        return Understanding(doubt=Doubt(kind="refuse", message="nobody reads here"))


pack = Pack(
    name="workshop",
    summary="runs plans over catalogues",
    folder=Path(__file__).parent,
    sources=Sources(open=open_catalogue, claims=lambda source: 0, settings=CatalogueSettings),
    reading=Reading(
        intents={}, mind=lambda source, aids: Mind(_Nobody(), lambda q: (False, ""), lambda llm: _Nobody())
    ),
    planning=Planning(
        catalogue=lambda source: source.catalogue,  # type: ignore[attr-defined]
        coverage=Coverage(version=1, needs={}),
        templates={"run": Template(intent="run", summary="", steps=(), tools=())},
        settle=lambda form, model: dict(form),
        requirements=lambda form, model: (),
        compile=lambda template, brief: Plan(goal=brief.goal),
    ),
    telling=Telling(facts=facts, render=render),
)
