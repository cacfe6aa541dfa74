"""The dialect `schema`: nodes are a map, edges go `from` and `to`, executors have an `executor_type`."""

from __future__ import annotations

from typing import Any

from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import Call, Executor, Graph, Mode, Route, Router
from groundplan.packs.workflows.graph.cursor import At
from groundplan.packs.workflows.graph.dialects import dago
from groundplan.packs.workflows.graph.references import canonical, written

WORDS = dago.Words("entry_node", "from", "to", listed=False, style="template", prefix="state.")
TYPES = ("llm", "tool", "python", "bash", "http", "custom")
CONDITIONS = ("jsonpath", "simple", "custom")


def likely(document: dict[str, Any], nodes: list[dict[str, Any]]) -> int:
    """How much of a document is as this dialect writes it."""
    typed = sum("executor_type" in node or "default_route" in node for node in nodes)
    return 2 * isinstance(document.get("nodes"), dict) + 2 * ("entry_node" in document) + 3 * bool(typed)


def read(at: At) -> Graph:
    """A document of the dialect as a graph."""
    if isinstance(at.fields.get("nodes"), dict):
        at.text("id", required=True)
    return dago.read_graph(at, WORDS, _executor, _router)


def emit(graph: Graph) -> dict[str, Any]:
    """The graph as a document of the dialect."""
    return dago.emitted(graph, WORDS, _written, read)


def _executor(at: At, id: str) -> Executor:
    kind = at.text("executor_type", required=True, known=TYPES)
    config = at.object("config")
    if not kind:
        at.reading.broken.add(id)
        return Executor(id=id, mode="custom")
    given: dict[str, Any] = {"id": id, "mode": kind, "inputs": at.mapping("input_mapping")}
    given |= {"outputs": at.mapping("output_mapping"), "timeout": config.number("timeout", 0.001)}
    if kind == "llm":
        given |= {"model": dago.read_model(config, "system_prompt", "prompt")}
        given |= {"tools": (tools := dago.read_tool_names(config, "tools")), "mode": "agent" if tools else "llm"}
    elif kind == "tool":
        name = config.text("tool_name", required=True)
        given |= {"calls": (Call(tool=name, parameters=canonical(config.object("parameters").fields)),) if name else ()}
    elif kind == "http":
        given |= {"request": dago.read_request(config)}
    else:
        given |= {"script": dago.read_script(config, kind)}
    left = dago.unmapped(config)
    return Executor(**given, metadata={"config": left} if left else {})


def _router(at: At, id: str) -> Router:
    place = at if at.has("routes", "default_route") else at.object("config")
    place.text("condition_type", known=CONDITIONS)
    routes, left = dago.read_routes(place, "routes", id, "deterministic")
    default = place.text("default_route") or left
    if place.has("default_route"):
        at.reading.places["default", id] = (*place.path, "default_route")
    return Router(id=id, routes=routes, default=default)


def _written(node: Any) -> dago.Document:
    document = dago.write_head(node)
    if isinstance(node, Router):
        kind = "simple" if node.mode == "deterministic" else "custom"
        routes = [_route(route) for route in node.routes]
        return {
            **document,
            **dago.without_nothing({"routes": routes, "default_route": node.default}),
            "condition_type": kind,
        }
    if isinstance(node, Executor):
        kind = "llm" if node.mode == "agent" else node.mode
        config = dago.without_nothing({**_config(node, node.mode), "timeout": node.timeout})
        more = {"config": config, "input_mapping": node.inputs, "output_mapping": node.outputs}
        return {**document, "executor_type": kind, **dago.without_nothing(more)}
    return document


def _config(node: Executor, mode: Mode) -> dago.Document:
    if mode in ("llm", "agent"):
        return {
            **dago.write_model(node.model, "template", "system_prompt", "prompt"),
            "tools": [{"name": tool} for tool in node.tools],
        }
    if mode == "tool" and node.calls:
        last = node.calls[-1]
        return {"tool_name": last.tool, "parameters": written(last.parameters, "template")}
    return dago.write_request(node.request, "template") if mode == "http" else dago.write_script(node.script, mode)


def _route(route: Route) -> dago.Document:
    condition = conditions.prefixed(route.condition, "state.") if route.condition else ""
    told = {"condition": condition, "label": route.label, "target": route.target, "description": route.description}
    return dago.without_nothing({**told, "priority": route.priority or None})
