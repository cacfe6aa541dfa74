"""wrong-argument: an argument is missing, unknown, or not of the kind the tool's schema asks for.

Why it matters: a tool that guesses at its arguments does something other than what the plan says.

Instead: give what the schema asks for; `groundplan tools list --json` prints every schema.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.contracts import REF, Brief, Finding, Param, Plan, Step, Tool
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
        if not _is_ref(step.args.get(name)):
            yield f"{tool.name} needs {name!r}", "give it another step's output, or one of the source"
    for name, param in tool.params.items():
        if param.required and step.args.get(name) is None:
            yield f"{tool.name} needs {name!r}", _help(param)
    for name, value in step.args.items():
        if name not in taken:
            yield f"{tool.name} takes no {name!r}", did_you_mean(name, taken)
        elif name in tool.params and (fault := _misfit(value, tool.params[name])):
            yield f"{name!r} of {tool.name} {fault}", _help(tool.params[name])


def _misfit(value: Any, param: Param) -> str | None:
    if value is None or _is_ref(value):
        return None
    if param.choices and value not in param.choices:
        return f"is {value!r}, not one of {', '.join(map(str, param.choices))}"
    kinds = _KINDS.get(param.type)
    wrong_bool = isinstance(value, bool) and param.type in ("integer", "number")
    if kinds and (wrong_bool or not isinstance(value, kinds)):
        return f"is {value!r}, not of type {param.type}"
    if param.refers and isinstance(value, (list, tuple)) and not all(isinstance(v, (str, dict)) for v in value):
        return f"is {value!r}, not each a {param.refers}"
    return None


def _help(param: Param) -> str:
    if param.choices:
        return f"give one of {', '.join(map(str, param.choices))}"
    return param.about or f"give a value of type {param.type}"


def _is_ref(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {REF}
