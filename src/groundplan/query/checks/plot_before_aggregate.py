"""plot-before-aggregate: a chart is drawn from rows that were not yet aggregated, though the question groups.

Why it matters: the marks would be single rows on top of each other, not the totals that were asked for.

Instead: let the chart read the frame of the aggregate or segment step.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan, Step
from groundplan.plan.cover import abilities
from groundplan.plan.walk import ancestors

GROUPING = frozenset({"aggregate", "segment"})


def plot_before_aggregate(plan: Plan, brief: Brief) -> Iterator[Finding]:
    grouped = any(r.kind in ("group_by", "time") for r in brief.requirements)
    if not grouped or not any(_asks_for_figures(r.label, brief) for r in brief.requirements):
        return  # values over time may be drawn as they stand
    for step in plan.steps:
        if "plot" in _can(step, brief) and not any(GROUPING & _can(s, brief) for s in ancestors(plan, step)):
            yield Finding(
                code="plot-before-aggregate",
                step=step.id,
                message=f"{step.tool} draws rows that were not aggregated, though the question asks for groups",
                help="let it read the frame of an aggregate step",
            )


def _asks_for_figures(label: str, brief: Brief) -> bool:
    need = brief.coverage.needs.get(label)
    return need is not None and any("aggregate" in any_of for any_of in need.all_of)


def _can(step: Step, brief: Brief) -> frozenset[str]:
    return abilities(brief.catalogue.get(step.tool), brief.coverage)
