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
from groundplan.plan import compile
from groundplan.stages.run import run
from groundplan.stages.verify import verify


def planned(form: dict[str, Any], source: Source, goal: str = "?", *, intent: str) -> tuple[Plan, Brief]:
    """The plan of a form over the first table, and what it is proved against; both outputs where none is said."""
    settled = pack.settle({"outputs": ["chart", "table"], **form}, source.tables)
    brief = brief_of(settled, goal=goal, tables=source.tables)
    return compile(pack.templates[intent], brief, pack.phases, pack.bind, source.tables[0].name), brief


def answered(form: dict[str, Any], source: Source, goal: str = "?", *, intent: str) -> tuple[Facts, str]:
    """The facts and the answer, with no finding on the way."""
    plan, brief = planned(form, source, goal, intent=intent)
    assert check_plan(plan, brief, pack.checks) == ()
    ran = asyncio.run(run(plan, pack, source, LocalExecutor()))
    assert ran.findings == ()
    answer = pack.render(brief, ran.facts)
    assert verify(answer, answer, goal) == ()
    return ran.facts, answer.text
