"""cycle: steps wait for each other.

Why it matters: none of them can ever start.

Instead: let each step read only what earlier steps give.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan
from groundplan.plan.walk import ancestors


def cycle(plan: Plan, brief: Brief) -> Iterator[Finding]:
    caught = [step.id for step in plan.steps if step.id in _reached(plan, step.id)]
    if caught:
        yield Finding(
            code="cycle",
            step=caught[0],
            message=f"steps wait for each other: {' -> '.join([*caught, caught[0]])}",
            help="let each step read only what earlier steps give",
        )


def _reached(plan: Plan, id: str) -> set[str]:
    step = plan.step(id)
    before = (step, *ancestors(plan, step)) if step else ()
    return {need for s in before for need in s.needs}
