"""duplicate-step: two steps have the same name.

Why it matters: a reference to that name would mean either, and only one of them would run.

Instead: give each step a name of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan


def duplicate_step(plan: Plan, brief: Brief) -> Iterator[Finding]:
    for id, times in Counter(step.id for step in plan.steps).items():
        if times > 1:
            yield Finding(
                code="duplicate-step",
                step=id,
                message=f"{times} steps are named {id!r}",
                help="give each step a name of its own",
            )
