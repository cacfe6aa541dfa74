"""Plan, Changes -> Plan: what a model may do to a draft."""

from __future__ import annotations

from collections.abc import Iterable

from groundplan.contracts import Change, Plan, Step


def apply(plan: Plan, changes: Iterable[Change]) -> Plan:
    """The plan after add, remove and modify, in the order given; a change of an absent step adds or does nothing."""
    for change in changes:
        plan = plan.model_copy(update={"steps": _applied(plan, change)})
    return plan


def _applied(plan: Plan, change: Change) -> tuple[Step, ...]:
    if change.action == "remove":
        return tuple(step for step in plan.steps if step.id != change.step)
    old = plan.step(change.step)
    if old is None:
        return (*plan.steps, _made(change)) if change.tool else plan.steps
    new = _modified(old, change) if change.action == "modify" else _made(change)
    return tuple(new if step.id == change.step else step for step in plan.steps)


def _made(change: Change) -> Step:
    return Step(
        id=change.step,
        tool=change.tool or "",
        args=change.params,
        satisfies=change.satisfies,
        why=change.rationale,
    )


def _added(step: Step) -> tuple[str, ...]:
    """The needs that no reference explains: a change of arguments leaves them."""
    found = Step(id=step.id, tool=step.tool, args=step.args, each=step.each).needs
    return tuple(need for need in step.needs if need not in found)


def _modified(old: Step, change: Change) -> Step:
    same_tool = change.tool in (None, old.tool)
    changed = {
        "tool": change.tool or old.tool,
        "args": {**old.args, **change.params} if same_tool else change.params,
        "needs": _added(old),
        "satisfies": change.satisfies or old.satisfies,
        "why": change.rationale or old.why,
    }
    return Step(**{**old.model_dump(), **changed})
