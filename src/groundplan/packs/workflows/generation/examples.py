"""Runs that went well -> examples for a prompt: the nearest tasks by our vectors, with their graphs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from groundplan.contracts import Plan, Run
from groundplan.errors import GroundplanError
from groundplan.llm.prompts import fenced
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.graph import from_plan
from groundplan.packs.workflows.graph.dialects import dialect
from groundplan.store.folder import listed, load

MOST, LOOKED_AT = 2, 200
NEAR = 0.5
"""How near a task has to be."""


def examples(task: str, runs: Path, opened: Opened) -> str:
    """The graphs of the nearest tasks that were run over this catalogue to their end; empty where there are none."""
    known = {plan.goal: plan for plan in _ran(runs, opened)}
    known.pop(task, None)
    if not known:
        return ""
    from groundplan.embed import best_embedder  # loads a network; without runs none is needed

    vectors = best_embedder().embed([task, *known])
    scores = sorted(zip(vectors[1:] @ vectors[0], known, strict=True), reverse=True)
    return "\n\n".join(_told(known[goal]) for score, goal in scores[:MOST] if score >= NEAR)


def _ran(runs: Path, opened: Opened) -> Iterator[Plan]:
    """The plans of the latest runs that came to their end; those that only wait are none."""
    for folder in islice(listed(runs), LOOKED_AT):
        try:
            run: Run = load(folder)
        except (GroundplanError, OSError):
            continue  # of another version, or half written
        plan, went_well = run.plan, run.status == "answered" and "run" in run.timings
        if went_well and run.pack == "workflows" and plan and plan.goal and _known(plan, opened):
            yield plan


def _known(plan: Plan, opened: Opened) -> bool:
    return all(step.tool in opened.tools for step in plan.steps)


def _told(plan: Plan) -> str:
    emit = dialect("prompt").emit
    graph = emit(from_plan(plan)) if emit else {}
    return f"Task: {plan.goal}\n{fenced(json.dumps(graph, ensure_ascii=False, separators=(',', ':')))}"
