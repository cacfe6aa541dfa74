"""Amazon States Language: states by name; choices by JSONPath rules or JSONata, written as JSONata."""

from __future__ import annotations

import re
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
)
from groundplan.packs.workflows.graph.cursor import At
from groundplan.packs.workflows.graph.dialects.foreign import Sketch, condition_of, literal
from groundplan.packs.workflows.graph.dialects.states_written import BEDROCK, HTTP, LAMBDA, emit
from groundplan.packs.workflows.graph.references import canonical, canonical_text, renamed

__all__ = ["emit", "likely", "read"]

_JSONATA = {
    r"\$states\.context\.Execution\.Input\.": "",
    r"\$states\.input\.": "",
    r"\$states\.context\.Map\.Item\.Value": "item",
    r"\$not\(": "!(",
    r"\$count\(": "size(",
    r"\$exists\(": "has(",
    r"(?<![<>!=])=(?!=)": "==",
    r"\band\b": "&&",
    r"\bor\b": "||",
    r"\$(?=[A-Za-z_])": "",
}
"""Words of JSONata, and those of CEL, in the order in which they are put."""
_EXPRESSION = re.compile(r"\{%\s*(.*?)\s*%\}", re.DOTALL)
_PATH = re.compile(r"\$(?:states\.(?:context\.Execution\.Input|input)\.)?([A-Za-z_][\w.]*)")
_PIECE = re.compile(r"\s*(?:('(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")|\$string\(([^()]*)\)|(\$[\w.]+))\s*(?:&|$)")
_FORMAT = re.compile(r"States\.Format\('((?:[^'\\]|\\.)*)'\s*((?:,\s*\$[\w.\[\]]+\s*)*)\)")
_COMPARED = {
    "Equals": "==", "LessThanEquals": "<=", "GreaterThanEquals": ">=", "LessThan": "<", "GreaterThan": ">",
}  # fmt: skip
_KINDS = ("String", "Numeric", "Boolean", "Timestamp")
_ASKED = {"IsPresent": "has({})", "IsNull": "{} == null"}
_TOLD = ("Comment", "Type", "Next", "End", "QueryLanguage")


def likely(document: dict[str, Any], nodes: list[dict[str, Any]]) -> int:
    """Whether it is a state machine."""
    return 20 * (isinstance(document.get("States"), dict) or "StartAt" in document)


def read(at: At) -> Graph:
    """A state machine as a graph."""
    sketch = Sketch(at.reading)
    start = at.text("StartAt", required=True)
    at.reading.places["entry",] = (*at.path, "StartAt")
    _states(sketch, at, ())
    for name in ("QueryLanguage", "Version", "TimeoutSeconds"):
        at.take(name)
    for name, _ in at.rest():
        at.reading.left((*at.path, name), "no part of a graph")
    return sketch.graph(at, [start] if start else [], description=at.text("Comment"))


def _states(sketch: Sketch, at: At, after: tuple[str, ...]) -> None:
    """Every state; those that end go on to what comes after them, outside their branch."""
    states = at.object("States", required=True)
    for name, value in states.fields.items():
        one = states.to(name, value)
        if not one.is_object():
            continue
        one.taken.update(_TOLD)
        next_one = one.fields.get("Next")
        goes = (next_one,) if isinstance(next_one, str) else after
        kind = one.fields.get("Type")
        if kind == "Parallel":
            _parallel(sketch, name, one, goes)
        elif kind in ("Pass", "Wait"):
            sketch.through[name] = goes
        else:
            _state(sketch, name, one, goes)
        for left, _ in one.rest():
            one.reading.left((*one.path, left), f"has no meaning in a graph, in a state of the type {kind}")


def _state(sketch: Sketch, name: str, one: At, goes: tuple[str, ...]) -> None:
    kind, id = one.fields.get("Type"), sketch.id(name)
    if kind == "Choice":
        return _choice(sketch, name, one)
    if kind in ("Succeed", "Fail"):
        if goes and kind == "Succeed" and "Next" not in one.fields:
            sketch.through[name] = goes  # the end of a branch
            return None
        return sketch.add(name, Point(type="end", id=id, description=one.text("Comment")), one.path)
    if kind == "Map":
        inner = one.object("ItemProcessor" if one.has("ItemProcessor") else "Iterator")
        states = inner.object("States")
        each = _value(one, one.take("Items") or one.take("ItemsPath") or "$")
        if len(states.fields) == 1 and isinstance(task := next(iter(states.fields.values())), dict):
            place = states.to(next(iter(states.fields)), task)
            place.taken.update(_TOLD)
            node = _task(sketch, id, place, one)
            if place.has("Parameters"):  # paths lead into the item; expressions say so themselves
                calls = [
                    call.model_copy(update={"parameters": renamed(call.parameters, _of_item)}) for call in node.calls
                ]
                node = node.model_copy(update={"calls": tuple(calls)})
            sketch.add(name, node.model_copy(update={"each": each}), one.path)
        else:
            one.taken.update(one.fields)
            sketch.shown(name, one, "a Map over several states is kept as it is")
    elif kind == "Task":
        sketch.add(name, _task(sketch, id, one, one), one.path)
    else:
        known = ("Task", "Choice", "Pass", "Wait", "Parallel", "Map", "Succeed", "Fail")
        one.text("Type", required=True, known=known)
        one.reading.broken.add(id)
        sketch.add(name, Executor(id=id, mode="custom"), one.path)
    for target in goes:
        sketch.link(name, target, one.path)
    return None


def _parallel(sketch: Sketch, name: str, one: At, goes: tuple[str, ...]) -> None:
    starts = []
    for branch in one.objects("Branches"):
        if start := branch.text("StartAt", required=True):
            starts.append(start)
        _states(sketch, branch, goes)
    sketch.through[name] = tuple(starts)


def _task(sketch: Sketch, id: str, one: At, outer: At) -> Executor:
    """A task by its resource; of one in a Map, what surrounds it says the rest."""
    resource = one.text("Resource", required=True)
    given = one.take("Arguments") if one.has("Arguments") else one.take("Parameters")
    values = _value(one, given if isinstance(given, dict) else {})
    place = one.to("Arguments" if one.has("Arguments") else "Parameters", values)
    executor = Executor(id=id, **_called(resource, place))
    caught, retriers = outer.objects("Catch"), outer.objects("Retry")
    tries = [retrier.whole("MaxAttempts", 0) for retrier in retriers]
    retry = min(10, max((3 if tried is None else tried for tried in tries), default=0))
    fallback = next((name for one in caught if (name := one.text("Next"))), "")
    for handler in (*retriers, *caught):
        handler.leave(id, *(["ErrorEquals"] if handler.take("ErrorEquals") == ["States.ALL"] else []))
    names = {key: value for key, value in outer.object("Assign").fields.items() if isinstance(value, str)}
    kept = [key for key, value in names.items() if "$states.result" in value and key != id.replace("-", "_")]
    if (path := outer.text("ResultPath")).startswith("$."):
        kept.append(path[2:])
    more: dict[str, Any] = {"timeout": one.number("TimeoutSeconds", 0.001), "description": outer.text("Comment")}
    more |= {"outputs": {"output": kept[0]}} if kept else {}
    more |= {"fallback": sketch.id(fallback)} if fallback else {}
    return executor.model_copy(update={**more, "retry": retry})


def _of_item(name: str) -> str:
    """A path inside a Map, where the input is the item, as the graph says it."""
    return name if name.split(".")[0] == "item" else f"item.{name}"


def _called(resource: str, given: At) -> dict[str, Any]:
    """The mode of a task, and what it calls; arguments of a service that have no like are told."""
    if resource.startswith(HTTP):
        method, headers = given.take("Method"), given.object("Headers").fields
        url, body = given.take("ApiEndpoint"), given.take("RequestBody")
        given.leave()
        told = {"url": _as_text(url) or resource, "method": method if method in METHODS else "GET", "headers": headers}
        return {"mode": "http", "request": Request.model_validate({**told, "body": body})}
    if resource.startswith(BEDROCK):
        body = given.object("Body")
        tools = tuple(
            one
            for one in (body.take("tools") if isinstance(body.fields.get("tools"), list) else ())
            if isinstance(one, str)
        )
        texts = {name: text for name in ("system", "prompt") if (text := _as_text(body.take(name)))}
        numbers = {"temperature": body.number("temperature", 0, 2), "max_tokens": body.whole("max_tokens", 1)}
        model = Model(name=_as_text(given.take("ModelId")) or None, **texts, **numbers)
        body.leave()
        given.leave()
        return {"mode": "agent" if tools else "llm", "model": model, "tools": tools}
    if resource.startswith(LAMBDA) and isinstance(function := given.fields.get("FunctionName"), str):
        given.taken.add("FunctionName")
        parameters = given.object("Payload").fields
        given.leave()
        return {"mode": "tool", "calls": (Call(tool=function, parameters=parameters),)}
    return {"mode": "tool", "calls": (Call(tool=resource or "unknown", parameters=given.fields),)}


def _as_text(value: Any) -> str:
    """A text, or a reference as one."""
    if isinstance(value, dict) and set(value) == {REF}:
        return f"{{{{{value[REF]}}}}}"
    return value if isinstance(value, str) else ""


def _value(at: At, value: Any) -> Any:
    """Arguments with their paths and expressions as references."""
    if isinstance(value, dict):
        return {name.removesuffix(".$"): _value(at.to(name, inner), inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_value(at.to(number, inner), inner) for number, inner in enumerate(value)]
    if not isinstance(value, str):
        return value
    if whole := _EXPRESSION.fullmatch(value.strip()):
        return _expression(at, whole[1])
    if formatted := _FORMAT.fullmatch(value.strip()):
        names = iter(re.findall(r"\$[\w.\[\]]+", formatted[2]))
        text = re.sub(r"\{\}", lambda _: next(names, "{}"), formatted[1].replace("\\'", "'"))
        return canonical_text(text)
    if value.startswith(("States.", "$$")):
        at.reading.left(at.path, f"the function or context {value[:60]!r} is left as a text")
        return value
    return canonical(value)


def _expression(at: At, text: str) -> Any:
    """A JSONata expression: a path, or texts and paths put together."""
    text = text.replace("$states.context.Map.Item.Value", "$item")
    if path := _PATH.fullmatch(text):
        return {REF: path[1]}
    told, place = "", 0
    while place < len(text) and (piece := _PIECE.match(text, place)):
        said, inner, bare = piece.groups()
        path = _PATH.fullmatch(inner or bare or "")
        if said is None and path is None:
            break
        told += f"{{{{{path[1]}}}}}" if path else re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), said[1:-1])
        place = piece.end()
    if place == len(text):
        return told
    at.reading.left(at.path, f"the expression {text[:60]!r} is left as a text")
    return f"{{% {text} %}}"


def _choice(sketch: Sketch, name: str, one: At) -> None:
    routes: list[Route] = []
    id = sketch.id(name)
    for rule in one.objects("Choices"):
        target = rule.text("Next", required=True)
        if isinstance(told := rule.fields.get("Condition"), str):
            whole = _EXPRESSION.fullmatch(told.strip())
            condition = condition_of(rule.to("Condition", told), whole[1] if whole else told, _JSONATA)
        else:
            condition = _rule(rule)
        if target:
            sketch.reading.places["route", id, len(routes)] = (*rule.path, "Next")
            sketch.reading.places["condition", id, len(routes)] = (*rule.path, "Condition")
            routes.append(Route(target=target, condition=condition, description=rule.text("Comment")))
    default = one.text("Default")
    sketch.reading.places["default", id] = (*one.path, "Default")
    told = one.text("Comment")
    sketch.add(name, Router(id=id, routes=tuple(routes), default=default or None, description=told), one.path)


def _rule(rule: At) -> str:
    """A rule over JSONPath as CEL."""
    fields = rule.fields
    for word, sign in (("And", " && "), ("Or", " || ")):
        if isinstance(fields.get(word), list):
            return sign.join(f"({_rule(part)})" for part in rule.objects(word))
    if isinstance(fields.get("Not"), dict):
        return f"!({_rule(rule.object('Not'))})"
    path = canonical_text(rule.text("Variable", required=True)).strip("{}")
    for name, value in fields.items():
        if name in _ASKED:
            asked = _ASKED[name].format(path)
            return asked if value is not False else f"!({asked})"
        kind = next((kind for kind in _KINDS if name.startswith(kind)), None)
        compared = _COMPARED.get(name.removeprefix(kind or "").removesuffix("Path"))
        if kind and compared:
            other = canonical_text(str(value)).strip("{}") if name.endswith("Path") else literal(value)
            return f"{path} {compared} {other}"
    rule.fault("bad-condition", ": this rule has no words in CEL", "compare with one of Equals, LessThan, GreaterThan")
    return "false"
