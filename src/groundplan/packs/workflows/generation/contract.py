"""The JSON Schemas that a model fills: the analysis of a task, and a graph whose tools are enums."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from groundplan.contracts import REF
from groundplan.llm.schema import SCALAR, TEXT, Schema, closed, defined, just, one_of, optional, several
from groundplan.packs.workflows.catalogue import Opened, Shape
from groundplan.packs.workflows.generation.wanted import Wanted
from groundplan.packs.workflows.graph.contract import ASKING

LONG_TEXT: Schema = {"type": "string", "maxLength": 8000}
LONG: Schema = {"type": "string", "maxLength": 600}
_MOST_EDGES, _MOST_ROUTES, _MOST_ENTRIES, _DEEPEST = 60, 8, 20, 3
GRAPH: Schema = {
    "type": "object",
    "anyOf": [{"type": "object", "required": ["nodes"]}, {"type": "object", "required": ["graph"]}],
}
"""What is read and mended, however it is written."""
ANALYSIS: Schema = closed(
    complexity=one_of(("simple", "moderate", "complex")),
    requires_tools={"type": "boolean"},
    requires_routing={"type": "boolean"},
    suggested_node_types=several(one_of(("executor", "router")), 2),
    key_entities=several(TEXT, 12),
    intent=LONG,
)


def graph_contract(names: Iterable[str], opened: Opened, wanted: Wanted, *, asks: bool = False) -> Schema:
    """What a graph over these tools may be, each told by its id and arguments; `asks`: nodes may ask a model."""
    tools = tuple(names)
    modes = wanted.preferred_modes or ("tool", *(ASKING if asks else ()))
    calls = {f"call_{number}": _call(name, opened) for number, name in enumerate(tools)}
    configs = {"tool": closed(mode=just("tool"), tool_calls=several({"anyOf": [*map(defined, calls)]}, 1))}
    configs["llm"] = closed(mode=just("llm"), prompt=LONG)
    configs["agent"] = closed(mode=just("agent"), prompt=LONG, available_tools=several(one_of(tools), 8))
    kinds = [_executor(config) for mode, config in configs.items() if mode in modes]
    graph = closed(
        entry_point=TEXT,
        nodes=several({"anyOf": [*kinds, _router()]}, wanted.max_nodes),
        edges=several(closed(source=TEXT, target=TEXT), _MOST_EDGES),
    )
    shared = {**calls, "ref": closed(**{REF: TEXT}), "said": several(LONG, 8)}
    return {**closed(reasoning=LONG, graph=graph), "$defs": shared}


def _executor(config: Schema) -> Schema:
    return closed(
        id=TEXT, type=just("executor"), said=defined("said"), description=TEXT, when=optional(LONG),
        each=optional(defined("ref")), config=config,
    )  # fmt: skip


def _router() -> Schema:
    routes = several(closed(condition=LONG, target=TEXT), _MOST_ROUTES)
    config = closed(mode=just("deterministic"), routes=routes, fallback=optional(TEXT))
    return closed(id=TEXT, type=just("router"), said=defined("said"), description=TEXT, config=config)


def plain_call(name: str, opened: Opened) -> Schema:
    """A call of one operation with values alone."""
    operation = opened.operations[name]
    given = {own: _plain(argument.shape, argument.required) for own, argument in operation.arguments.items()}
    return closed(tool_name=just(name), parameters=closed(**given))


def _plain(shape: Shape, required: bool) -> Schema:
    held = _held(shape, 0) if shape.type != "array" else several(_held(shape.items or Shape(), 0), _MOST_ENTRIES)
    return held if required else optional(held)


def _call(name: str, opened: Opened) -> Schema:
    """A call of one tool; what has no closed form is left out of it."""
    given: dict[str, Schema] = {}
    if name in opened.operations:
        for own, argument in opened.operations[name].arguments.items():
            either: Schema = {"anyOf": [_held(argument.shape, _DEEPEST), defined("ref")]}
            given[own] = either if argument.required else optional(either)
    else:
        tool = opened.tools[name]
        given |= {own: defined("ref") for own in tool.inputs}
        plain = {own: param for own, param in tool.params.items() if param.type == "string"}
        given |= {own: LONG if param.required else optional(LONG) for own, param in plain.items()}
    return closed(tool_name=just(name), parameters=closed(**given))


def _held(shape: Shape, depth: int) -> Schema:
    """A value written out."""
    if shape.choices:
        return {"enum": [*shape.choices]}
    if shape.type in ("number", "integer", "boolean"):
        return {"type": shape.type}
    if shape.type == "array":
        return several(_part(shape.items or Shape(), depth), _MOST_ENTRIES)
    if shape.type == "object" and shape.fields and depth:
        fields: dict[str, Any] = {name: _part(inner, depth) for name, inner in shape.fields.items()}
        return closed(**{name: one if name in shape.required else optional(one) for name, one in fields.items()})
    return LONG if shape.type == "string" else {"anyOf": [*SCALAR["anyOf"]]}


def _part(shape: Shape, depth: int) -> Schema:
    inner = _held(shape, depth - 1)
    return {"anyOf": [*inner.get("anyOf", [inner]), defined("ref")]}
