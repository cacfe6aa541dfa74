"""The dialect `prompt`, which language models are asked for: lists of nodes and edges, `source` and `target`, modes."""

from __future__ import annotations

from typing import Any

from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import Call, Executor, Graph, Route, Router
from groundplan.packs.workflows.graph.cursor import At
from groundplan.packs.workflows.graph.dialects import dago
from groundplan.packs.workflows.graph.references import canonical, dotted, written

WORDS = dago.Words(
    "entry_point", "source", "target", listed=True, style="jsonpath", prefix="$.", calls=("config", "tool_calls")
)
MODES = ("agent", "llm", "tool")
CHOICES = ("deterministic", "llm", "hybrid")
HTTP = "http"
"""The tool by which a node of the mode `http` is written: this dialect has no such mode."""


def likely(document: dict[str, Any], nodes: list[dict[str, Any]]) -> int:
    """How much of a document is as this dialect writes it."""
    moded = any(node["config"].get("mode") for node in nodes if isinstance(node.get("config"), dict))
    return 2 * isinstance(document.get("nodes"), list) + 2 * ("entry_point" in document) + 2 * moded


def read(at: At) -> Graph:
    """A document of the dialect as a graph."""
    return dago.read_graph(at, WORDS, _executor, _router)


def emit(graph: Graph) -> dict[str, Any]:
    """The graph as a document of the dialect."""
    return dago.emitted(graph, WORDS, _written, read)


def _executor(at: At, id: str) -> Executor:
    config = at.object("config", required=True)
    mode = config.text("mode", required=at.has("config"), known=MODES)
    if not mode:
        at.reading.broken.add(id)
        return Executor(id=id, mode="custom")
    given: dict[str, Any] = {"id": id, "mode": mode, "timeout": config.number("timeout", 0.001)}
    if config.has("state_input_path"):  # `$` is the whole state
        given["inputs"] = {_path(config, "state_input_path"): "input"}
    if config.has("state_output_path"):
        given["outputs"] = {"output": _path(config, "state_output_path")}
    if mode == "tool":
        given["calls"] = _calls(config)
    else:
        given["model"] = dago.read_model(config, "system_prompt", "prompt")
        given["tools"] = dago.read_tool_names(config, "available_tools")
        given["max_iterations"] = config.whole("max_iterations", 1)
    left = dago.unmapped(config)
    return Executor(**given, metadata={"config": left} if left else {})


def _calls(config: At) -> tuple[Call, ...]:
    found = []
    for one in config.objects("tool_calls", required=True):
        if name := one.text("tool_name", required=True):
            found.append(Call(tool=name, parameters=canonical(one.object("parameters").fields)))
        dago.unmapped(one)
    if config.fields.get("tool_calls") == []:
        config.to("tool_calls", []).fault("missing-field", ": must hold at least one call", "name the tool to call")
    return tuple(found)


def _router(at: At, id: str) -> Router:
    config = at.object("config", required=True)
    mode: Any = config.text("mode", required=at.has("config"), known=CHOICES) or "deterministic"
    routes, default = dago.read_routes(config, "routes", id, mode)
    if named := config.text("fallback"):
        default = named
        at.reading.places["default", id] = (*config.path, "fallback")
    model = dago.read_model(config, "system_prompt", "prompt")
    left = dago.unmapped(config)
    metadata = {"config": left} if left else {}
    return Router(id=id, mode=mode, routes=routes, default=default, model=model, metadata=metadata)


def _path(config: At, name: str) -> str:
    """A path into the state, without the `$.` before it."""
    path = config.text(name).strip()
    bare = dotted(path.removeprefix("$").removeprefix("."))
    if path and (not path.startswith("$") or "$" in bare):
        told = f": must be a path such as $.name, not {path[:60]!r}"
        config.to(name, path).fault("wrong-value", told, "begin it with $.")
    return bare


def _written(node: Any) -> dago.Document:
    document = dago.write_head(node)
    if isinstance(node, Router):
        routes = [_route(route, node.mode) for route in node.routes]
        if node.default is not None:
            routes.append({"condition": "true", "target": node.default})
        model = dago.write_model(node.model, "jsonpath", "system_prompt", "prompt")
        return {**document, "config": {"mode": node.mode, **model, "routes": routes}}
    if isinstance(node, Executor):
        return {**document, "config": dago.without_nothing(_config(node))}
    return document


def _config(node: Executor) -> dago.Document:
    paths = {"state_input_path": _single(node.inputs, "input", key=True), "timeout": node.timeout}
    paths |= {"state_output_path": _single(node.outputs, "output", key=False)}
    if node.mode in ("agent", "llm"):
        model = dago.write_model(node.model, "jsonpath", "system_prompt", "prompt")
        more = {"available_tools": list(node.tools), "max_iterations": node.max_iterations}
        return {"mode": node.mode, **model, **more, **paths}
    calls = [{"tool_name": call.tool, "parameters": written(call.parameters, "jsonpath")} for call in node.calls]
    if node.mode != "tool":
        shown = dago.write_request(node.request, "jsonpath") or dago.write_script(node.script, node.mode)
        calls = [{"tool_name": node.mode, "parameters": shown}]
    return {"mode": "tool", "tool_calls": calls, **paths}


def _single(mapping: dict[str, str], word: str, *, key: bool) -> str:
    """The one path of a mapping, where that is all it says."""
    if len(mapping) != 1:
        return ""
    ((name, value),) = mapping.items()
    path, other = (name, value) if key else (value, name)
    return (f"$.{path}" if path else "$") if other == word else ""


def _route(route: Route, mode: str) -> dago.Document:
    condition = conditions.prefixed(route.condition, "$.") if route.condition else ""
    label = {"condition": route.label} if mode == "llm" else {"label": route.label}
    told = {**({"condition": condition} if condition else label), "target": route.target}
    return dago.without_nothing({**told, "description": route.description, "priority": route.priority or None})
