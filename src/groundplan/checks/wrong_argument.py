"""wrong-argument: an argument is missing, unknown, or not of the kind the tool's schema asks for.

Why it matters: a tool that guesses at its arguments does something other than what the plan says.

Instead: give what the schema asks for; `groundplan tools list --json` prints every schema.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.contracts import Brief, Finding, Param, Plan, Step, Tool
from groundplan.plan.nearest import did_you_mean

_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (dict,),
}


def wrong_argument(plan: Plan, brief: Brief) -> Iterator[Finding]:
    for step in plan.steps:
        tool = brief.catalogue.get(step.tool)
        for message, help in _faults(step, tool) if tool else ():
            yield Finding(code="wrong-argument", step=step.id, message=message, help=help)


def _faults(step: Step, tool: Tool) -> Iterator[tuple[str, str]]:
    taken = [*tool.inputs, *tool.params]
    for name in tool.inputs:
        if name not in step.args:
            yield f"{tool.name} needs the frame {name!r}", "give it another step's output"
    for name, param in tool.params.items():
        if param.required and step.args.get(name) is None:
            yield f"{tool.name} needs {name!r}", param.about or f"it is a {param.type}"
    for name, value in step.args.items():
        if name not in taken:
            yield f"{tool.name} takes no {name!r}", did_you_mean(name, taken)
        elif name in tool.params and (fault := _misfit(value, tool.params[name])):
            yield f"{name!r} of {tool.name} {fault}", tool.params[name].about


def _misfit(value: Any, param: Param) -> str | None:
    if value is None or _is_ref(value):
        return None
    if param.choices and value not in param.choices:
        return f"is {value!r}, not one of {', '.join(map(str, param.choices))}"
    kinds = _KINDS.get(param.type)
    wrong_bool = isinstance(value, bool) and param.type in ("integer", "number")
    if kinds and (wrong_bool or not isinstance(value, kinds)):
        return f"is {value!r}, not of type {param.type}"
    return None


def _is_ref(value: Any) -> bool:
    return isinstance(value, dict) and "$ref" in value
