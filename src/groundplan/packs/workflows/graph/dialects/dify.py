"""Dify: nodes with their settings under `data`, edges from handles, references as `{{#node.name#}}`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from groundplan.contracts import REF
from groundplan.packs.workflows.graph.contract import (
    METHODS,
    Call,
    Executor,
    Graph,
    Model,
    Point,
    Request,
    Route,
    Router,
    Script,
)
from groundplan.packs.workflows.graph.cursor import At
from groundplan.packs.workflows.graph.dialects.foreign import Sketch, literal
from groundplan.packs.workflows.graph.references import canonical
from groundplan.plan.folder import load

_WORDS = load(Path(__file__).with_name("words.yaml"))["dify"]
_DRAWN = ("title", "desc", "selected", "type", "variables", "isInIteration", "isInLoop", "iteration_id", "loop_id")


def likely(document: dict[str, Any], nodes: list[dict[str, Any]]) -> int:
    """Whether it is an app of Dify, or the graph of one."""
    workflow = document.get("workflow")
    whole = isinstance(workflow, dict) and isinstance(workflow.get("graph"), dict)
    kinds = [isinstance(node.get("data"), dict) and "type" in node["data"] for node in nodes]
    return 20 * (whole or (bool(kinds) and all(kinds)))


def read(at: At) -> Graph:
    """An app as a graph."""
    place = at.object("workflow").object("graph") if at.has("workflow") else at
    sketch = Sketch(at.reading)
    at.reading.places["entry",] = (*place.path, "nodes")
    nodes = {id: one for one in place.objects("nodes", required=True) if (id := one.text("id", required=True))}
    for id, one in nodes.items():
        sketch.ids[id] = id if re.fullmatch(r"[A-Za-z_]\w*", id) else sketch.id(_title(one) or id)
    edges = [
        (e.text("source", required=True), e.text("target", required=True), str(e.fields.get("sourceHandle")), e)
        for e in place.objects("edges")
    ]
    inputs: dict[str, str] = {}
    starts = []
    for id, one in nodes.items():
        after = [(target, handle) for source, target, handle, _ in edges if source == id]
        kind = one.object("data").fields.get("type")
        if kind == "start":
            inputs |= _inputs(one.object("data"))
            sketch.through[id] = tuple(target for target, _ in after)
            starts.append(id)
        else:
            _node(sketch, id, one, after)
    routers = {node.id for node in sketch.nodes if isinstance(node, Router)}
    for source, target, handle, edge in edges:
        if source in nodes and target in nodes and sketch.id(source) not in routers:
            if handle == "fail-branch":
                edge.reading.left(edge.path, "a branch for failures is no edge of a graph")
            else:
                sketch.link(source, target, edge.path)
    app = at.object("app")
    if at.has("workflow"):
        at.object("workflow").leave(None, "graph", "features")
    return sketch.graph(at, starts, name=app.text("name"), description=app.text("description"), inputs=inputs)


def _title(one: At) -> str:
    return one.object("data").text("title")


def _inputs(data: At) -> dict[str, str]:
    given = [(one.text("variable"), one.text("type")) for one in data.objects("variables")]
    return {name: _WORDS["types"].get(kind, "any") for name, kind in given if name}


def _node(sketch: Sketch, id: str, one: At, after: list[tuple[str, str]]) -> None:
    data = one.object("data", required=True)
    kind = data.text("type", required=one.has("data"))
    told: dict[str, Any] = {"id": sketch.id(id), "name": data.text("title"), "description": data.text("desc")}
    data.taken.update(_DRAWN)
    if kind in _WORDS["through"]:
        sketch.through[id] = tuple(target for target, _ in after)
        data.reading.left(data.path, f"{kind} is passed through")
    elif kind == "end":
        sketch.add(id, Point(type="end", **told), one.path)
    elif kind == "if-else":
        _if_else(sketch, data, after, told, one)
    elif kind == "question-classifier":
        classes = {str(each.fields.get("id")): each.text("name") for each in data.objects("classes")}
        routes = tuple(Route(target=target, label=classes[handle]) for target, handle in after if classes.get(handle))
        prompt = canonical([_selector(sketch, data.take("query_variable_selector"))])[0]
        model = _model(sketch, data, f"{{{{{prompt[REF]}}}}}" if isinstance(prompt, dict) else "")
        sketch.add(id, Router(**told, mode="llm", routes=routes, model=model), one.path)
    else:
        settings = _settings(sketch, kind, data)
        if settings is None:
            return sketch.shown(id, data, f"a node of the type {kind!r} has no like")
        sketch.add(id, Executor(**told, **settings), one.path)
    data.leave(sketch.id(id))
    return None


def _settings(sketch: Sketch, kind: str, data: At) -> dict[str, Any] | None:
    """What an executor of a type does; None for a type that has no like."""
    if kind in ("llm", "agent"):
        given = data.take("prompt_template")
        parts = given if isinstance(given, list) else [given]
        said = [(part.get("role"), str(part.get("text", ""))) for part in parts if isinstance(part, dict)]
        system = "\n".join(text for role, text in said if role == "system")
        prompt = "\n".join(text for role, text in said if role != "system")
        model = _model(sketch, data, _value(sketch, prompt, True), _value(sketch, system, True))
        return {"mode": kind, "model": model}
    if kind == "tool":
        name, provider = data.text("tool_name", required=True), data.text("provider_name")
        given = {key: _value(sketch, value) for key, value in data.object("tool_parameters").fields.items()}
        data.taken.update(("provider_id", "provider_type", "tool_label", "tool_configurations"))
        return {
            "mode": "tool",
            "calls": (Call(tool=f"{provider}.{name}" if provider else name or "unknown", parameters=given),),
        }
    if kind == "http-request":
        method = data.text("method").upper()
        headers = dict(line.split(":", 1) for line in data.text("headers").splitlines() if ":" in line)
        told = {"url": _value(sketch, data.text("url", required=True), True) or "https://", "headers": headers}
        body = _value(sketch, data.object("body").fields.get("data"))
        return {
            "mode": "http",
            "request": Request.model_validate({**told, "method": method if method in METHODS else "GET", "body": body}),
        }
    if kind == "code":
        language = data.text("code_language")
        return {"mode": "python", "script": Script(code=data.text("code"), settings={"language": language})}
    return None


def _model(sketch: Sketch, data: At, prompt: str, system: str = "") -> Model:
    model = data.object("model")
    given = model.object("completion_params")
    told = {"temperature": given.number("temperature", 0, 2), "max_tokens": given.whole("max_tokens", 1)}
    name = model.text("name") or None
    given.leave()
    model.leave(None, "mode")
    return Model.model_validate({"name": name, **told, "prompt": prompt, "system": system})


def _if_else(sketch: Sketch, data: At, after: list[tuple[str, str]], told: dict[str, Any], one: At) -> None:
    cases = data.objects("cases")
    found = {str(case.fields.get("case_id") or case.fields.get("id")): _case(sketch, case) for case in cases}
    if not cases:
        found = {"true": _case(sketch, data)}  # as it was written before there were several cases
    routes = [Route(target=target, condition=found[handle]) for target, handle in after if handle in found]
    default = next((target for target, handle in after if handle not in found), None)
    if default is None:
        default = f" after {told['id']}"
        sketch.through[default] = ()
    for number in range(len(routes)):
        sketch.reading.places["route", told["id"], number] = sketch.reading.places["condition", told["id"], number] = (
            data.path
        )
    order = list(found.values())
    routes.sort(key=lambda route: order.index(route.condition or ""))
    sketch.add(told["id"], Router(**told, routes=tuple(routes), default=default), one.path)


def _case(sketch: Sketch, case: At) -> str:
    tests = []
    for test in case.objects("conditions"):
        operand = _selector(sketch, test.take("variable_selector"))
        sign, value = test.text("comparison_operator"), test.take("value")
        first = str(operand[REF]) if isinstance(operand, dict) else "input"
        number = (
            isinstance(value, str)
            and sign in _WORDS["signs"]
            and sign not in ("is", "is not")
            and re.fullmatch(r"-?\d+(\.\d+)?", value)
        )
        second = value if number else literal(value)
        if sign in _WORDS["signs"]:
            tests.append(f"{first} {_WORDS['signs'][sign]} {second}")
        elif sign in _WORDS["tests"]:
            tests.append(_WORDS["tests"][sign].format(first, second))
        else:
            test.fault("bad-condition", f": the test {sign!r} has no words in CEL", "test with one of the signs")
            tests.append("false")
    return (" || " if case.text("logical_operator") == "or" else " && ").join(tests) or "false"


def _selector(sketch: Sketch, given: Any) -> Any:
    """What `["node", "name"]` stands for."""
    if not isinstance(given, list) or not given:
        return None
    first, *rest = map(str, given)
    if first in sketch.through or first in ("sys", "env", "conversation"):
        return {REF: ".".join(rest)} if rest else None
    names = [name for name in rest if name not in ("text", "output", "result")] if len(rest) == 1 else rest
    return {REF: ".".join([sketch.id(first), *names])}


def _value(sketch: Sketch, value: Any, text: bool = False) -> Any:
    """A value with its references; of a parameter with a kind of its own, what it holds."""
    if isinstance(value, dict):
        if "value" in value and "type" in value:
            kind = value["type"]
            return _selector(sketch, value["value"]) if kind == "variable" else _value(sketch, value["value"])
        return {name: _value(sketch, inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_value(sketch, inner) for inner in value]
    if not isinstance(value, str):
        return value

    def said(found: re.Match[str]) -> str:
        told = _selector(sketch, found[1].split("."))
        return f"{{{{{told[REF]}}}}}" if told else found[0]

    plain = re.sub(r"\{\{#([\w.-]+)#\}\}", said, value)
    return plain if text else canonical(plain)
