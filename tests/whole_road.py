"""A form on its whole road: settled, planned, proved, run on its source, and told."""

from __future__ import annotations

import asyncio
from typing import Any

from briefs import brief_of
from groundplan.checks import check_plan
from groundplan.contracts import Brief, Facts, Plan
from groundplan.execute import LocalExecutor
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.stages.run import run
from groundplan.stages.verify import verify


def planned(form: dict[str, Any], source: Source, goal: str = "?", *, intent: str) -> tuple[Plan, Brief]:
    """The plan of a form over the first table, and what it is proved against; both outputs where none is said."""
    settled = pack.planning.settle({"outputs": ["chart", "table"], **form}, source.model)
    brief = brief_of(settled, goal=goal, tables=source.model)
    return pack.planning.compile(pack.planning.templates[intent], brief), brief


def answered(form: dict[str, Any], source: Source, goal: str = "?", *, intent: str) -> tuple[Facts, str]:
    """The facts and the answer, with no finding on the way."""
    plan, brief = planned(form, source, goal, intent=intent)
    assert check_plan(plan, brief, pack.planning.checks) == ()
    ran = asyncio.run(run(plan, pack, pack.catalogue(source), source, LocalExecutor(), False))
    assert ran.findings == ()
    answer = pack.telling.render(brief, ran.facts)
    assert verify(answer, answer, goal) == ()
    return ran.facts, answer.text
