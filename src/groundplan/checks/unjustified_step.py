"""unjustified-step: a step serves no requirement of the question.

Why it matters: unasked steps cost time, and put things into the answer that nobody asked for.

Instead: remove the step, or let it cite a requirement that its tool, with these arguments, really covers.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan, Step
from groundplan.plan.cover import covers


def unjustified_step(plan: Plan, brief: Brief) -> Iterator[Finding]:
    for step in plan.steps:
        if not _justified(step, brief):
            yield Finding(
                code="unjustified-step",
                step=step.id,
                message=f"Remove unjustified steps: {step.tool}",
                help=f"it serves none of {', '.join(r.id for r in brief.requirements) or 'the requirements'}",
            )


def _justified(step: Step, brief: Brief) -> bool:
    return any(r.id in step.satisfies and covers(step, r, brief) for r in brief.requirements)
