"""What can be wrong with the tools of a graph: unknown, not allowed, given what they do not take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from groundplan.checks.wrong_argument import wrong_argument
from groundplan.contracts import REF, Brief, Coverage, Plan, Step, Tool
from groundplan.packs.workflows.graph.checks import Case
from groundplan.packs.workflows.graph.contract import Constraints, Executor
from groundplan.packs.workflows.graph.cursor import Path
from groundplan.plan.nearest import did_you_mean

_FITS = {"integer": ("integer", "number"), "null": ()}
"""What a value of a type may be given for, where that is more or less than the type itself."""
OPEN = "any"


def unknown_tool(case: Case) -> Iterator[Any]:
    """Tools that do not exist, or that may not be used here."""
    tools, allowed = case.held_to.tools, case.held_to.allowed
    for id, name, path in _named(case):
        if tools is not None and name not in tools:
            yield "unknown-tool", path, f": no tool named {name!r}", did_you_mean(name, allowed or tools), id
        elif allowed is not None and name not in allowed:
            told = f": the tool {name!r} is not allowed here"
            yield "tool-not-allowed", path, told, did_you_mean(name, allowed), id
        elif case.held_to.safe and tools is not None and tools[name].effect == "outside":
            told = f": the tool {name!r} changes the outside world, which is not allowed here"
            yield "unsafe-tool", path, told, "use a tool that only reads", id


def wrong_parameter(case: Case) -> Iterator[Any]:
    """Arguments that a tool does not take, lacks, or takes in another kind."""
    tools = case.held_to.tools or {}
    for node in case.executors:
        for number, call in enumerate(node.calls):
            tool = tools.get(call.tool)
            if tool is None:
                continue
            inputs = {name: {REF: "source.state"} for name in tool.inputs if name in call.parameters}
            given = {**call.parameters, **inputs}
            plan = Plan(goal="", steps=(Step(id="call", tool=call.tool, args=given),))
            for finding in wrong_argument(plan, _brief(tool)):
                path = (*case.place("node", node.id), *_call(case, node, number))
                yield "wrong-argument", path, f": {finding.message}", finding.help, node.id


def type_mismatch(case: Case) -> Iterator[Any]:
    """References to a value of one type where another is taken."""
    tools = case.held_to.tools or {}
    for node in case.executors:
        for number, call in enumerate(node.calls):
            tool = tools.get(call.tool)
            for name, value in call.parameters.items() if tool else ():
                wanted = tool.params[name].type if tool and name in tool.params else OPEN
                ref = value.get(REF) if isinstance(value, dict) and set(value) == {REF} else None
                found = given_type(case, str(ref)) if ref and wanted != OPEN else None
                if found and found != OPEN and wanted not in _FITS.get(found, (found,)):
                    path = (*case.place("node", node.id), *_call(case, node, number))
                    told = f": {name!r} of {call.tool} takes {wanted}, and {ref} is {found}"
                    yield "type-mismatch", path, told, f"give it a value of the type {wanted}", node.id


def given_type(case: Case, ref: str) -> str | None:
    """The JSON type of what a reference stands for, where it is known."""
    root, *parts = ref.split(".")
    if root in case.graph.inputs and not parts:
        return case.graph.inputs[root] or None
    owner = case.graph.node(root)
    if not isinstance(owner, Executor) or owner.mode != "tool" or not owner.calls or owner.each is not None:
        return None
    schema = output_schema(owner.calls[-1].tool, case.held_to)
    return _type_at(schema, parts) if schema else None


def output_schema(name: str, held_to: Constraints) -> Mapping[str, Any] | None:
    """The JSON Schema of what a tool gives, where it is known."""
    tool = (held_to.tools or {}).get(name)
    schema = held_to.gives.get(name) or (tool.extra.get("returns") if tool else None)
    return schema if isinstance(schema, dict) else None


def _type_at(schema: Mapping[str, Any], parts: list[str]) -> str | None:
    """The type at a path of a schema; a first part that no field is called is the name of the whole output."""
    here: Any = schema
    for number, part in enumerate(parts):
        fields = here.get("properties") if isinstance(here, dict) else None
        if part.isdigit() and isinstance(here, dict) and "items" in here:
            here = here["items"]
        elif isinstance(fields, dict) and part in fields:
            here = fields[part]
        elif number:
            return None
    kind = here.get("type") if isinstance(here, dict) else None
    return kind if isinstance(kind, str) else None


def _named(case: Case) -> Iterator[tuple[str, str, Path]]:
    for node in case.executors:
        path = case.place("node", node.id)
        if node.mode == "tool":
            for number, call in enumerate(node.calls):
                yield node.id, call.tool, (*path, *_call(case, node, number))
        for name in node.tools:
            yield node.id, name, path


def _call(case: Case, node: Executor, number: int) -> Path:
    """Where a call stands in its node."""
    words = case.reading.calls
    return (*words, number, "tool_name") if words[-1:] == ("tool_calls",) else (*words, "tool_name") if words else ()


def _brief(tool: Tool) -> Brief:
    return Brief(goal="", catalogue={tool.name: tool}, coverage=Coverage(version=1, needs={}))


LOOKS = (unknown_tool, wrong_parameter, type_mismatch)
