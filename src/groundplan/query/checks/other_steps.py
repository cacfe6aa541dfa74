"""other-steps: the plan is not what the query becomes.

Why it matters: every step would run, and answer another question.

Instead: leave the steps of a query as they are, or ask another query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from groundplan.contracts import Brief, Finding, Plan, Step
from groundplan.query.typed import is_query

_FOLLOWS = ("told", "key", "called", "along")
"""Arguments that follow from the data: words beside a chart, what rows are called, what they stand in order by."""


def other_steps(plan: Plan, brief: Brief) -> Iterator[Finding]:
    def compiled(asked_for: Brief) -> Plan:
        from groundplan.query import asked  # loads what computes queries

        return asked.plan(asked_for)

    return not_as(plan, brief, compiled)


def not_as(plan: Plan, brief: Brief, compiled: Callable[[Brief], Plan]) -> Iterator[Finding]:
    """The steps that are not those which the query becomes."""
    if not is_query(brief.form) or not brief.asked:
        return
    wanted = {step.id: _said(step, brief) for step in compiled(brief).steps}
    for step in plan.steps:
        if wanted.get(step.id) != _said(step, brief):
            yield Finding(
                code="other-steps",
                step=step.id,
                message=f"step {step.id!r} is not what the query asks for",
                help="leave the steps of a query as they are, or ask another query",
            )


def _said(step: Step, brief: Brief) -> tuple[str, dict[str, Any]]:
    """The step with those arguments that are not what they are anyway; and not those of the data."""
    params = brief.catalogue[step.tool].params if step.tool in brief.catalogue else {}
    usual = {name: param.default for name, param in params.items()}
    return step.tool, {
        name: held for name, held in step.args.items() if held != usual.get(name) and name not in _FOLLOWS
    }
