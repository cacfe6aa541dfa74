"""over-limit: the plan has more steps than its limit.

Why it matters: a plan that grows without bound costs without bound, and nobody can check it.

Instead: merge or remove steps; a question that needs more is several questions.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan


def over_limit(plan: Plan, brief: Brief) -> Iterator[Finding]:
    most = min(plan.limits.steps, brief.limits.steps)
    if len(plan.steps) > most:
        yield Finding(
            code="over-limit",
            message=f"the plan has {len(plan.steps)} steps, the limit is {most}",
            help="remove steps, or ask in two questions",
        )
