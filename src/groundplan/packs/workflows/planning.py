"""A form of a task -> the plan: its steps as they are, what each is for, and what the plan may cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundplan.contracts import Brief, Limits, Plan, Requirement, Step
from groundplan.pack import Form
from groundplan.plan.template import Template, TemplateStep

TEMPLATES = {
    "task": Template(
        intent="task",
        summary="Read what is needed, choose, write.",
        steps=(TemplateStep(id="chosen", tool="select"),),
        tools=("select",),
    )
}
_CALLS, _STEPS = 20_000, 60


def settled(form: Form, _model: Any) -> dict[str, Any]:
    """The form as it is: a reader leaves nothing open."""
    return dict(form)


def requirements(form: Form, model: Mapping[str, Any]) -> tuple[Requirement, ...]:
    """One for each step: what it does is to be done."""
    return tuple(
        Requirement(id=f"{label}.{step['id']}", kind=label, value=step["tool"], label=label)
        for step in form.get("steps", ())
        for label in (_label(step["tool"], model),)
    )


def _label(tool: str, operations: Mapping[str, Any]) -> str:
    if tool not in operations:
        return "select" if tool == "select" else "node"
    return "write" if operations[tool].writes else "read"


def compiled(_template: Template, brief: Brief) -> Plan:
    """The plan that the form tells."""
    labels = {str(one.id).partition(".")[2]: one.id for one in brief.requirements}
    steps = tuple(_step(step, labels, brief) for step in brief.form.get("steps", ()))
    return Plan(goal=brief.goal, pack=brief.pack, steps=steps, limits=brief.limits)


def _step(step: Mapping[str, Any], labels: Mapping[str, str], brief: Brief) -> Step:
    more = {key: step[key] for key in ("needs", "when", "each") if step.get(key) is not None}
    said = said_of(brief.goal, brief.form.get("quotes", {}).get(step["id"], ()))
    why = f"{step['why']}: {said}" if said else step["why"]
    return Step(id=step["id"], tool=step["tool"], args=step["args"], satisfies=(labels[step["id"]],), why=why, **more)


def said_of(goal: str, places: Any) -> str:
    """The words of the task at these places, each once and in order; what lies apart is set apart."""
    merged: list[list[int]] = []
    for start, end in sorted({(int(start), int(end)) for start, end in places}):
        if merged and start <= merged[-1][1] + 1:
            merged[-1][1] = max(end, merged[-1][1])
        else:
            merged.append([start, end])
    return " ... ".join(goal[start:end] for start, end in merged)


def named(form: Form) -> tuple[str, ...]:
    """The tools that come nearest, where they were ranked, and those of the steps."""
    return tuple(dict.fromkeys([*form.get("near", ()), *(step["tool"] for step in form.get("steps", ()))]))


def limits(form: Form) -> Limits:
    """As many steps as were read, and calls for every item of long lists."""
    return Limits(steps=max(_STEPS, len(form.get("steps", ()))), calls=_CALLS)
