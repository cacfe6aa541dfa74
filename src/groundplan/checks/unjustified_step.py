"""unjustified-step: a step serves no requirement of the question, or none that other steps do not serve already.

Why it matters: unasked steps cost time, and put things into the answer that nobody asked for.

Instead: remove the step, or let it cite a requirement that its tool, with these arguments, is needed for.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan, Step
from groundplan.plan.cover import covers, missing_groups


def unjustified_step(plan: Plan, brief: Brief) -> Iterator[Finding]:
    needed = _needed(plan, brief) if brief.asked else plan.steps
    for step in plan.steps:
        if step not in needed:
            yield Finding(
                code="unjustified-step",
                step=step.id,
                message=f"Remove unjustified steps: {step.tool}",
                help=_why(step, brief),
            )


def _needed(plan: Plan, brief: Brief) -> tuple[Step, ...]:
    """The steps without which less would be covered; of two that do the same, the earlier one stays."""
    kept = plan.steps
    for step in reversed(plan.steps):
        rest = tuple(s for s in kept if s is not step)
        if all(missing_groups(rest, r, brief) == missing_groups(kept, r, brief) for r in brief.requirements):
            kept = rest
    return kept


def _why(step: Step, brief: Brief) -> str:
    served = [r.id for r in brief.requirements if r.id in step.satisfies and covers(step, r, brief)]
    if served:
        return f"other steps do what it serves: {', '.join(served)}"
    return f"it serves none of {', '.join(r.id for r in brief.requirements) or 'the requirements'}"
