"""Template, Brief -> Plan of steps over frames: the form says what, this decides how.

1. choose   of the template's tools, those a requirement asks for; for a requirement that none of them covers, the
            cheapest tool that does
2. order    by phase of the data flow
3. bind     arguments, by the pack; frames are threaded from step to step
4. justify  each step says which requirements it serves; one that serves none is left out
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from groundplan.contracts import SOURCE, Brief, Plan, Requirement, Step, Tool
from groundplan.plan.cover import abilities, covers, groups_met
from groundplan.plan.template import Template
from groundplan.plan.walk import ref

Bind = Callable[[str, Brief], tuple[dict[str, Any], ...]]
"""Tool, brief -> the arguments of each call; none when the tool has nothing to do for this question."""


def compile(template: Template, brief: Brief, phases: tuple[str, ...], bind: Bind, frame: str) -> Plan:
    """The least plan that covers every requirement it can; `frame` names the table the first step reads."""
    plan = Plan(goal=brief.goal, pack=brief.pack, limits=brief.limits)
    flow: Any = ref(SOURCE, frame)
    calls = {tool.name: bind(tool.name, brief) for tool in brief.tools.values()}
    chosen = _chosen(template, brief, {name for name, bound in calls.items() if bound})
    for tool in sorted(chosen, key=lambda tool: (phases.index(tool.phase), *_place(tool.name, template))):
        for bound in calls[tool.name]:
            args = {**{name: flow for name in tool.inputs[:1]}, **_defaults(tool), **bound}
            step = _justified(Step(id=_id(tool.name, template, plan), tool=tool.name, args=args), brief)
            if not step.satisfies:  # its tool may serve a requirement, but not with these arguments
                continue
            plan = plan.model_copy(update={"steps": (*plan.steps, step)})
            if "df" in tool.outputs:
                flow = ref(step.id, "df")
    return plan


def _chosen(template: Template, brief: Brief, able: set[str]) -> tuple[Tool, ...]:
    """A cover of the requirements; those with the fewest possible tools choose first."""
    tools = [tool for tool in brief.tools.values() if tool.name in able]
    chosen: dict[str, Tool] = {}
    for any_of in _demands(brief, tools):
        serving = [tool for tool in tools if abilities(tool, brief.coverage) & set(any_of)]
        if serving and not any(tool.name in chosen for tool in serving):
            best = min(serving, key=lambda tool: (_place(tool.name, template)[0], tool.cost, tool.name))
            chosen[best.name] = best
    return tuple(chosen.values())


def _demands(brief: Brief, tools: list[Tool]) -> list[tuple[str, ...]]:
    """The capability groups that the requirements ask for, the most specific first."""
    groups = dict.fromkeys(
        any_of
        for requirement in brief.requirements
        if (need := brief.coverage.needs.get(requirement.label))
        for any_of in need.all_of
    )
    return sorted(groups, key=lambda any_of: sum(bool(abilities(t, brief.coverage) & set(any_of)) for t in tools))


def _place(name: str, template: Template) -> tuple[int, str]:
    usual = [step.tool for step in template.steps]
    return (usual.index(name) if name in usual else len(usual)), name


def _id(tool: str, template: Template, plan: Plan) -> str:
    name = next((step.id for step in template.steps if step.tool == tool), tool)
    taken = sum(step.tool == tool for step in plan.steps)
    return f"{name}_{taken + 1}" if taken else name


def _defaults(tool: Tool) -> dict[str, Any]:
    """Spelled out, so that the printed plan is all there is to know."""
    return {name: param.default for name, param in tool.params.items() if param.default is not None}


def _justified(step: Step, brief: Brief) -> Step:
    served = tuple(r.id for r in brief.requirements if covers(step, r, brief))
    why = _reason(brief.catalogue[step.tool], [r for r in brief.requirements if r.id in served], brief)
    return step.model_copy(update={"satisfies": served, "why": why})


def _reason(tool: Tool, served: list[Requirement], brief: Brief) -> str:
    labels = dict.fromkeys(r.label for r in served if groups_met(tool, r, brief.coverage))
    return f"covers {', '.join(labels)}" if labels else ""
