"""n8n: nodes by name, connections by output; triggers are where a graph begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from groundplan.packs.workflows.graph.contract import (
    METHODS,
    Call,
    Executor,
    Graph,
    Model,
    Request,
    Route,
    Router,
    Script,
)
from groundplan.packs.workflows.graph.cursor import At
from groundplan.packs.workflows.graph.dialects.foreign import Sketch, literal
from groundplan.packs.workflows.graph.references import canonical
from groundplan.plan.folder import load

_WORDS = load(Path(__file__).with_name("words.yaml"))["n8n"]
_KNOWN = (
    "id",
    "name",
    "type",
    "typeVersion",
    "position",
    "parameters",
    "notes",
    "notesInFlow",
    "retryOnFail",
    "maxTries",
)


def likely(document: dict[str, Any], nodes: list[dict[str, Any]]) -> int:
    """Whether it is a workflow of n8n."""
    return 20 * (isinstance(document.get("connections"), dict) and isinstance(document.get("nodes"), list))


def read(at: At) -> Graph:
    """A workflow as a graph."""
    sketch = Sketch(at.reading)
    at.reading.places["entry",] = (*at.path, "nodes")
    nodes = {name: one for one in at.objects("nodes", required=True) if (name := one.text("name", required=True))}
    ways = list(_ways(at))
    starts = [name for name, one in nodes.items() if _is_trigger(one)]
    helps = {source for source, _, kind, _, _ in ways if kind != "main"}
    before = {target: source for source, target, kind, _, _ in reversed(ways) if kind == "main"}
    for name, one in nodes.items():
        after = [(target, number) for source, target, kind, number, _ in ways if source == name and kind == "main"]
        if name not in helps:
            own = {kind: nodes[source] for source, target, kind, _, _ in ways if target == name and source in nodes}
            tools = [sketch.id(s) for s, target, kind, _, _ in ways if target == name and kind == "ai_tool"]
            _node(sketch, name, one, after, (before.get(name, ""), own, tools, starts))
    for source, target, kind, _, place in ways:
        chosen = any(isinstance(node, Router) and node.id == sketch.id(source) for node in sketch.nodes)
        if kind == "main" and not chosen and source in nodes:
            sketch.link(source, target, place.path)
    starts = starts or [name for name in nodes if name not in before and name not in helps][:1]
    for name in ("connections", "settings", "active", "pinData", "versionId", "meta", "tags", "id"):
        at.take(name)
    told = at.text("name")
    for name, _ in at.rest():
        at.reading.left((*at.path, name), "no part of a graph")
    return sketch.graph(at, [name for name in starts if name in nodes], name=told)


def _ways(at: At) -> Iterator[tuple[str, str, str, int, At]]:
    """Every connection: from, to, of which kind, from which output, and where it stands."""
    connections = at.object("connections")
    for source, outputs in connections.fields.items():
        kinds = connections.to(source, outputs)
        for kind in kinds.fields:
            for number, output in enumerate(kinds.items(kind)):
                listed = At({"output": output.value}, output.path, at.reading)
                for one in listed.objects("output") if output.value else ():
                    if target := one.text("node", required=True):
                        yield source, target, kind, number, one


def _is_trigger(one: At) -> bool:
    kind = str(one.fields.get("type"))
    return kind.lower().endswith(("trigger", ".webhook", ".start", ".cron"))


def _node(
    sketch: Sketch,
    name: str,
    one: At,
    after: list[tuple[str, int]],
    beside: tuple[str, dict[str, At], list[str], list[str]],
) -> None:
    kind = one.text("type", required=True).rpartition(".")[2]
    one.taken.update(_KNOWN)
    before, own, tools, triggers = beside
    given = _value(sketch, one.object("parameters").fields, before, frozenset(triggers))
    if one.fields.get("disabled") is True or kind in _WORDS["through"] or _is_trigger(one):
        sketch.through[name] = tuple(target for target, _ in after)
        if kind != "stickyNote" and not _is_trigger(one):
            one.reading.left(one.path, f"{kind or 'it'} does nothing in a graph, and is passed through")
        return
    if kind in ("if", "switch", "filter"):
        return _router(sketch, name, one, after, given, kind)
    id = sketch.id(name)
    tries = one.whole("maxTries", 1) or 3
    told: dict[str, Any] = {
        "id": id,
        "description": one.text("notes"),
        "retry": min(10, tries - 1) if one.fields.get("retryOnFail") is True else 0,
    }
    one.leave(id)
    used = one.to("parameters", given)
    if kind == "httpRequest":
        method = str(used.take("method") or used.take("requestMethod") or "GET")
        request = {"url": str(used.take("url") or "https://"), "method": method if method in METHODS else "GET"}
        body = used.take("jsonBody") or used.take("bodyParameters")
        told |= {"mode": "http", "request": Request.model_validate({**request, "body": body})}
    elif kind in _WORDS["code"]:
        code = next((str(text) for name in _WORDS["code_in"] if (text := used.take(name))), "")
        told |= {"mode": _WORDS["code"][kind], "script": Script(code=code)}
    elif kind in _WORDS["asking"]:
        model = own.get("ai_languageModel")
        asked = model.object("parameters") if model else used
        named = _model_name(asked)
        prompt = next((str(text) for key in ("text", "prompt") if (text := used.take(key))), "")
        asked.leave(id)
        told |= {"mode": _WORDS["asking"][kind], "model": Model(name=named, prompt=prompt), "tools": tuple(tools)}
    else:
        words = [kind, *(str(given.pop(key)) for key in ("resource", "operation") if given.get(key))]
        told |= {"mode": "tool", "calls": (Call(tool=".".join(words) or "unknown", parameters=given),)}
        used.taken.update(given)
    used.leave(id)
    sketch.add(name, Executor(**told), one.path)


def _model_name(given: At) -> str | None:
    model = given.take("model") or given.take("modelId")
    value = model.get("value") if isinstance(model, dict) else model
    return value if isinstance(value, str) and value else None


def _router(sketch: Sketch, name: str, one: At, after: list[tuple[str, int]], given: dict[str, Any], kind: str) -> None:
    """Outputs by number: of `if` the first where it holds, of `switch` one for each rule."""
    rules = given.get("rules")
    values = rules.get("values") or rules.get("rules") if isinstance(rules, dict) else None
    told = [_condition(one, value) for value in values] if isinstance(values, list) else [_condition(one, given)]
    routes: list[Route] = []
    default: str | None = None
    for target, number in after:
        if number < len(told):
            sketch.reading.places["route", sketch.id(name), len(routes)] = one.path
            sketch.reading.places["condition", sketch.id(name), len(routes)] = (*one.path, "parameters")
            routes.append(Route(target=target, condition=told[number]))
        else:
            default = default or target
    if default is None and kind != "switch":
        default = f" after {name}"
        sketch.through[default] = ()
    sketch.add(name, Router(id=sketch.id(name), routes=tuple(routes), default=default), one.path)


def _condition(one: At, given: Any) -> str:
    """Tests of either version of the node as CEL."""
    held = given.get("conditions", given) if isinstance(given, dict) else {}
    tests: list[str | None] = []
    if isinstance(held, dict) and isinstance(held.get("conditions"), list):
        for test in held["conditions"]:
            operator = test.get("operator") if isinstance(test, dict) else None
            if isinstance(operator, dict):
                tests.append(_test(test.get("leftValue"), str(operator.get("operation")), test.get("rightValue")))
    elif isinstance(held, dict):
        usual = _WORDS["usual"]  # the first version of the node leaves out what it would do anyway
        tests = [
            _test(test.get("value1"), str(test.get("operation", usual.get(kind, "equal"))), test.get("value2"))
            for kind, part in held.items()
            if isinstance(part, list)
            for test in part
            if isinstance(test, dict)
        ]
    any_of = isinstance(held, dict) and (
        held.get("combinator") == "or" or (isinstance(given, dict) and given.get("combineOperation") == "any")
    )
    said = [test for test in tests if test]
    if not said or len(said) < len(tests):
        one.to("parameters", None).fault(
            "bad-condition", ": its tests have no words in CEL", "test with one of the signs"
        )
        return "false"
    return said[0] if len(said) == 1 else (" || " if any_of else " && ").join(said)


def _test(left: Any, operation: str, right: Any) -> str | None:
    first, second = _operand(left), _operand(right)
    if operation in _WORDS["signs"]:
        return f"{first} {_WORDS['signs'][operation]} {second}"
    return _WORDS["tests"][operation].format(first, second) if operation in _WORDS["tests"] else None


def _operand(value: Any) -> str:
    if isinstance(value, dict) and set(value) == {"$ref"}:
        return str(value["$ref"])
    return literal(value)


def _value(sketch: Sketch, value: Any, before: str, given: frozenset[str]) -> Any:
    """Parameters with their expressions as references; `$json` is what the node before gives."""
    if isinstance(value, dict):
        return {name: _value(sketch, inner, before, given) for name, inner in value.items()}
    if isinstance(value, list):
        return [_value(sketch, inner, before, given) for inner in value]
    if not isinstance(value, str) or not value.startswith("="):
        return value
    node = r"(?:\$node\[[\"']|\$\([\"'])([^\"']+)[\"'](?:\]|\))(?:\.(?:item|first\(\)|last\(\)))?\.json"
    text = re.sub(r"\$json\b|\$input\.item\.json\b", f"$('{before}').item.json", value[1:])
    return canonical(
        re.sub(node + r"(\.)?", lambda found: "" if found[1] in given else sketch.id(found[1]) + (found[2] or ""), text)
    )
