"""Plan, Brief -> Findings."""

from __future__ import annotations

from groundplan.checks import check_plan
from groundplan.contracts import Brief, Finding, Plan
from groundplan.pack import Pack
from groundplan.plan.cover import covered_labels


def check(plan: Plan, brief: Brief, pack: Pack) -> tuple[Finding, ...]:
    """Everything that is wrong with the plan; empty when it may run."""
    if not plan.steps:
        return (Finding(code="empty-plan", message="the plan has no steps", help="say what is to be found or done"),)
    return check_plan(plan, brief, pack.planning.checks)


def coverage(plan: Plan, brief: Brief) -> str:
    """How many of the requirement labels the plan covers, as `7/7`."""
    done, all = covered_labels(plan.steps, brief)
    return f"{done}/{all}"
