"""What changed between two plans, step by step."""

from __future__ import annotations

from groundplan.contracts import Plan, Step
from groundplan.plan.text import show_step


def diff(before: Plan, after: Plan) -> str:
    """One line for each step that was removed (-), added (+) or changed (~); empty when nothing was."""
    lines = [f"- {step.id} = {step.tool}" for step in before.steps if after.step(step.id) is None]
    for step in after.steps:
        old = before.step(step.id)
        if old is None:
            lines.append(f"+ {_call(step)}{_reason(step)}")
        elif (old.tool, old.args) != (step.tool, step.args):
            lines.append(f"~ {_call(step)}{_changes(old, step)}")
    return "\n".join(lines)


def _call(step: Step) -> str:
    return show_step(Step(id=step.id, tool=step.tool, args=step.args))


def _reason(step: Step) -> str:
    return f"  # for {', '.join(step.satisfies)}" if step.satisfies else ""


def _changes(old: Step, new: Step) -> str:
    if old.tool != new.tool:
        return f"  # was {old.tool}"
    names = [name for name in {**old.args, **new.args} if old.args.get(name) != new.args.get(name)]
    return f"  # {', '.join(names)} set" if not old.args else f"  # changed: {', '.join(names)}"
