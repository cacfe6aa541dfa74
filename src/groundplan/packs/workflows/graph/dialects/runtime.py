"""The dialect `runtime`, which workers execute: `llm_config`, `tool_name`, CEL rules, Handlebars templates."""

from __future__ import annotations

from typing import Any

from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import METHODS, Call, Executor, Graph, Mode, Model, Route, Router
from groundplan.packs.workflows.graph.cursor import At
from groundplan.packs.workflows.graph.dialects import dago
from groundplan.packs.workflows.graph.references import canonical, canonical_text, written, written_text

WORDS = dago.Words("entry_node", "from", "to", listed=False, style="template", prefix="state.")
SIGNS = ("llm_config", "tool_name", "tool_params", "rules", "fast_rules", "llm_fallback")
CHOICES = ("deterministic", "llm", "hybrid")


def likely(document: dict[str, Any], nodes: list[dict[str, Any]]) -> int:
    """How much of a document is as this dialect writes it."""
    settings = [node["config"] for node in nodes if isinstance(node.get("config"), dict)]
    own = any(sign in config for config in settings for sign in SIGNS)
    return 2 * isinstance(document.get("nodes"), dict) + ("entry_node" in document) + 4 * own


def read(at: At) -> Graph:
    """A document of the dialect as a graph."""
    return dago.read_graph(at, WORDS, executor, router)


def emit(graph: Graph) -> dict[str, Any]:
    """The graph as a document of the dialect."""
    return dago.emitted(graph, WORDS, _written, read)


def executor(at: At, id: str) -> Executor:
    """An executor by its settings, which tell its mode, too."""
    config = at.object("config", required=True)
    mode = _mode(config)
    given: dict[str, Any] = {"id": id, "mode": mode, "timeout": config.number("timeout", 0.001)}
    if mode == "tool":
        name = config.text("tool_name", required=at.has("config"))
        parameters = canonical(config.object("tool_params").fields)
        given["calls"] = (Call(tool=name, parameters=parameters),) if name else ()
    elif mode == "http":
        given["request"] = dago.read_request(config)
    elif mode in ("python", "bash"):
        given["script"] = dago.read_script(config, mode)
    else:
        given |= {"model": _model(config), "tools": dago.read_tool_names(config, "tools")}
        given["max_iterations"] = config.whole("max_iterations", 1)
    left = dago.unmapped(config)
    return Executor(**given, metadata={"config": left} if left else {})


def _mode(config: At) -> Mode:
    """The mode by the settings that are there, as the workers tell it."""
    if config.has("tool_name"):
        return "tool"
    if config.has("llm_config"):
        return "agent" if config.has("tools") and config.fields["tools"] else "llm"
    if config.has("url") or config.fields.get("method") in METHODS:
        return "http"
    return "bash" if config.has("command") else "python" if config.has("code", "script_path") else "tool"


def _model(config: At) -> Model | None:
    """The settings of the model; its task and its system text may stand beside them."""
    model = dago.read_model(config.object("llm_config"), "system", "prompt") or Model()
    task, system = canonical_text(config.text("task")), canonical_text(config.text("system"))
    model = model.model_copy(update={"prompt": model.prompt or task, "system": model.system or system})
    return model if model != Model() else None


def router(at: At, id: str) -> Router:
    """A router by its settings."""
    config = at.object("config", required=True)
    mode: Any = config.text("mode", required=at.has("config"), known=CHOICES) or "deterministic"
    asked = config.object("llm_fallback" if mode == "hybrid" else "llm_config")
    if not asked.fields and mode == "llm":
        asked = config  # the settings of a router that only asks may stand by themselves
    routes, left = dago.read_routes(config, "fast_rules" if mode == "hybrid" else "rules", id, "deterministic")
    labels = dago.read_labels(asked, "routes", id, len(routes)) if mode != "deterministic" else ()
    model = dago.read_model(asked, "system", "prompt_template") if mode != "deterministic" else None
    default = config.text("fallback", required=at.has("config")) or left
    at.reading.places["default", id] = (*config.path, "fallback")
    rest = dago.unmapped(config)
    metadata = {"config": rest} if rest else {}
    return Router(id=id, mode=mode, routes=(*routes, *labels), default=default, model=model, metadata=metadata)


def _written(node: Any) -> dago.Document:
    document = dago.write_head(node)
    if isinstance(node, Router):
        return {**document, "config": choice(node)}
    return {**document, "config": config(node)} if isinstance(node, Executor) else document


def config(node: Executor) -> dago.Document:
    """The settings of an executor."""
    told: dago.Document = {"timeout": node.timeout}
    if node.mode in ("agent", "llm"):
        told |= {"llm_config": dago.write_model(node.model, "template", "system", "prompt")}
        told |= {"tools": list(node.tools), "max_iterations": node.max_iterations}
    elif node.calls:
        told |= {"tool_name": node.calls[-1].tool, "tool_params": written(node.calls[-1].parameters, "template")}
    elif node.mode == "http":
        told |= dago.write_request(node.request, "template")
    else:
        told |= dago.write_script(node.script, node.mode)
    return {**dago.without_nothing(told), **({"llm_config": told["llm_config"]} if "llm_config" in told else {})}


def choice(node: Router) -> dago.Document:
    """The settings of a router."""
    rules = [_rule(route) for route in node.routes if not route.label]
    labels = {route.label: route.target for route in node.routes if route.label}
    asked = dago.without_nothing({**_asked(node.model), "routes": labels})
    name = {"deterministic": "rules", "llm": "rules", "hybrid": "fast_rules"}[node.mode]
    place = "llm_fallback" if node.mode == "hybrid" else "llm_config"
    return dago.without_nothing({"mode": node.mode, name: rules, place: asked, "fallback": node.default})


def _asked(model: Model | None) -> dago.Document:
    told = dago.write_model(model, "template", "system", "prompt_template")
    return {**told, "prompt_template": written_text(model.prompt, "template")} if model and model.prompt else told


def _rule(route: Route) -> dago.Document:
    condition = conditions.prefixed(route.condition, "state.") if route.condition else ""
    told = {"condition": condition, "target": route.target, "description": route.description}
    return dago.without_nothing({**told, "priority": route.priority or None})
