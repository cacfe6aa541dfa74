"""ungrouped: a grouping the question asks for is in no aggregate or segment step.

Why it matters: figures over everything would be shown as if they were figures for each group.

Instead: put the column into `group_by` of an aggregate, or `segment_by` of a segment step.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan
from groundplan.plan.cover import abilities, covers

GROUPING = frozenset({"aggregate", "segment"})


def ungrouped(plan: Plan, brief: Brief) -> Iterator[Finding]:
    for requirement in brief.requirements:
        if requirement.kind != "group_by":
            continue
        steps = [s for s in plan.steps if GROUPING & abilities(brief.catalogue.get(s.tool), brief.coverage)]
        if not any(covers(step, requirement, brief) for step in steps):
            yield Finding(
                code="ungrouped",
                message=f"no aggregate or segment step groups by {requirement.value!r}",
                help=f"add {requirement.value!r} to group_by of the aggregate step",
            )
