"""What the trained heads say on its whole road: made a query, planned, proved, run on its source, and told."""

from __future__ import annotations

import asyncio
from typing import Any

from briefs import brief_of
from groundplan.checks import check_plan
from groundplan.contracts import Brief, Facts, Plan
from groundplan.execute import LocalExecutor
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.query import asked
from groundplan.query.language.show import show
from groundplan.reading.formed.after import after
from groundplan.reading.formed.figure_notes import figure_notes
from groundplan.reading.formed.form import Form
from groundplan.reading.formed.query import formed
from groundplan.stages.run import run
from groundplan.stages.verify import verify


def planned(form: dict[str, Any], source: Source, goal: str = "?") -> tuple[Plan, Brief]:
    """The plan of a form's query, and what it is proved against."""
    heard = Form.model_validate(form)
    query = formed(heard, source.model)
    more = {"chart": heard.chart, "outputs": list(heard.outputs), asked.THEN: after(heard, query)}
    more["notes"] = figure_notes(heard, source.model)
    held = {asked.KEY: show(query), asked.DAY: "2024-06-01", **{key: one for key, one in more.items() if one}}
    brief = brief_of(held, goal=goal, tables=source.model, model=source.model)
    brief = brief.model_copy(update={"limits": pack.planning.limits(held)})
    return pack.planning.compile(pack.planning.templates["query"], brief), brief


def answered(form: dict[str, Any], source: Source, goal: str = "?") -> tuple[Facts, str]:
    """The facts and the answer, with no finding on the way."""
    plan, brief = planned(form, source, goal)
    assert check_plan(plan, brief, pack.planning.checks) == ()
    facts = found(plan, source)
    answer = pack.telling.render(brief, facts)
    assert verify(answer, answer, goal) == ()
    return facts, answer.text


def found(plan: Plan, source: Source) -> Facts:
    """What the plan finds, nothing going wrong."""
    ran = asyncio.run(run(plan, pack, pack.catalogue(source), source, LocalExecutor(), False))
    assert ran.findings == ()
    return ran.facts
