"""CNCF Serverless Workflow 1.0: tasks in the order of `do`, flow by `then` and `switch`, expressions in jq."""

from __future__ import annotations

import re
from typing import Any

from groundplan.contracts import REF
from groundplan.packs.workflows.graph.contract import (
    METHODS,
    Call,
    Executor,
    Graph,
    Mode,
    Point,
    Request,
    Route,
    Router,
    Script,
)
from groundplan.packs.workflows.graph.cursor import At
from groundplan.packs.workflows.graph.dialects.foreign import Sketch, condition_of
from groundplan.packs.workflows.graph.references import canonical, renamed

KINDS = ("call", "do", "emit", "for", "fork", "listen", "raise", "run", "set", "switch", "try", "wait")
_JQ = {
    r"(?<![\w.)\]])\.(?=[A-Za-z_])": "",
    r"\$(?=[A-Za-z_])": "",
    r"\band\b": "&&",
    r"\bor\b": "||",
    r"\bcontext\.": "",
}
_WHOLE = re.compile(r"\$\{\s*(.*?)\s*\}", re.DOTALL)
_PATH = re.compile(r"\.?\$?([A-Za-z_][\w.]*)")
_FLOW = {"continue": None, "exit": None, "end": ""}


def likely(document: dict[str, Any], nodes: list[dict[str, Any]]) -> int:
    """Whether it is a workflow of this standard."""
    head = document.get("document")
    return 20 * (isinstance(document.get("do"), list) and (isinstance(head, dict) or "nodes" not in document))


def read(at: At) -> Graph:
    """A workflow as a graph."""
    sketch = Sketch(at.reading)
    head = at.object("document")
    at.reading.places["entry",] = (*at.path, "do")
    first = _tasks(sketch, at.objects("do", required=True), ())
    for name in ("input", "output", "use", "timeout", "schedule", "evaluate"):
        if at.has(name):
            at.reading.left((*at.path, name), "no part of a graph")
    told = {"id": head.text("name"), "version": head.text("version"), "description": head.text("summary")}
    return sketch.graph(at, first, **told, name=head.text("title"))


def _tasks(sketch: Sketch, given: list[At], after: tuple[str, ...]) -> list[str]:
    """Tasks one after another; the last goes on to what comes after all of them. Gives the first."""
    listed = [(next(iter(one.fields)), one) for one in given if one.fields]
    for number, (task, one) in enumerate(listed):
        goes = (listed[number + 1][0],) if number + 1 < len(listed) else after
        if (place := one.to(task, one.fields[task])).is_object():
            then = place.text("then")
            target = _FLOW.get(then, then)
            goes = goes if then in ("", "continue") else after if target is None else (target,) if target else ()
            _task(sketch, task, place, goes)
    return [listed[0][0]] if listed else []


def _task(sketch: Sketch, name: str, one: At, goes: tuple[str, ...]) -> None:
    kind = next((kind for kind in ("for", *KINDS) if kind in one.fields), "")
    one.taken.update((kind, "then", "metadata"))
    if kind == "switch":
        _switch(sketch, name, one, goes)
    elif kind == "fork":
        fork = one.object("fork")
        branches = fork.objects("branches")
        fork.leave()
        starts = [task for branch in branches for task in _tasks(sketch, [branch], goes)]
        sketch.through[name] = tuple(starts) or goes
    elif kind == "do":
        sketch.through[name] = tuple(_tasks(sketch, one.objects("do"), goes)) or goes
    elif kind == "try":
        _try(sketch, name, one, goes)
    elif kind in ("set", "wait", "emit", "listen") or not kind:
        told = f"what it does ({kind}) has no like in a graph" if kind else f"it is none of {', '.join(KINDS)}"
        one.reading.left(one.path, f"{told}; it is passed through")
        one.taken.update(one.fields)
        sketch.through[name] = goes
    elif kind == "raise":
        sketch.add(name, Point(type="end", id=sketch.id(name)), one.path)
    else:
        node = _for(sketch, name, one) if kind == "for" else _executor(sketch, name, one)
        if node is None:
            sketch.shown(name, one, "a loop over several tasks is kept as it is")
        else:
            sketch.add(name, node, one.path)
        for target in goes:
            sketch.link(name, target, one.path)
    one.leave(sketch.id(name))
    return None


def _executor(sketch: Sketch, name: str, one: At) -> Executor:
    """A task that calls or runs something."""
    told: dict[str, Any] = {"id": sketch.id(name)}
    if one.has("if"):
        told["when"] = _condition(one, one.text("if"))
    if not one.has("call"):
        return Executor(**told, **_run(one.object("run")))
    called, given = one.text("call"), one.object("with")
    one.taken.add("with")
    if called == "http":
        endpoint, method = given.take("endpoint"), given.text("method").upper()
        uri = given.object("endpoint").take("uri") if isinstance(endpoint, dict) else endpoint
        if isinstance(endpoint, dict):
            given.object("endpoint").leave(sketch.id(name), "uri")
        request = {"url": str(uri or "https://"), "method": method if method in METHODS else "GET"}
        request |= {"headers": _value(given, given.object("headers").fields), "body": _value(given, given.take("body"))}
        given.leave(sketch.id(name))
        return Executor(**told, mode="http", request=Request.model_validate(request))
    arguments = _value(given, given.fields)
    if called == "openapi" and isinstance(arguments.get("operationId"), str):
        parameters = arguments.get("parameters")
        return Executor(
            **told,
            mode="tool",
            calls=(Call(tool=arguments["operationId"], parameters=parameters if isinstance(parameters, dict) else {}),),
        )
    return Executor(**told, mode="tool", calls=(Call(tool=called or "unknown", parameters=arguments),))


def _run(run: At) -> dict[str, Any]:
    """What a task runs: a shell or a script, which are shown, or another workflow."""
    if run.has("shell"):
        return {"mode": "bash", "script": Script(code=run.object("shell").text("command"))}
    if run.has("script"):
        script = run.object("script")
        return {
            "mode": "python",
            "script": Script(code=script.text("code"), settings={"language": script.text("language")}),
        }
    mode: Mode = "custom"
    return {"mode": mode, "script": Script(settings=dict(run.fields))}


def _for(sketch: Sketch, name: str, one: At) -> Executor | None:
    """A loop over one task that calls something is that task for each of a list."""
    loop, inner = one.object("for"), one.objects("do")
    if len(inner) != 1 or len(inner[0].fields) != 1:
        return None
    task, value = next(iter(inner[0].fields.items()))
    place = inner[0].to(task, value)
    if not (place.fields.keys() & {"call", "run"}):
        return None
    item = loop.text("each") or "item"
    one.taken.add("do")
    each = _value(loop, loop.text("in", required=True))
    loop.leave(sketch.id(name), "in")
    node = _executor(sketch, name, place)
    return node.model_copy(update={"each": each, "calls": _itemised(node.calls, item)})


def _itemised(calls: tuple[Call, ...], item: str) -> tuple[Call, ...]:
    """Calls in which the item of the loop is called `item`."""

    def name(said: str) -> str:
        return "item" + said[len(item) :] if said.split(".")[0] == item else said

    return tuple(call.model_copy(update={"parameters": renamed(call.parameters, name)}) for call in calls)


def _try(sketch: Sketch, name: str, one: At, goes: tuple[str, ...]) -> None:
    """Tasks that are tried; what is done when they fail stands in for the last of them."""
    sketch.through[name] = tuple(_tasks(sketch, one.objects("try"), goes)) or goes
    caught = one.object("catch")
    one.taken.add("catch")
    rescue = _tasks(sketch, caught.objects("do"), goes)
    tried = [sketch.id(next(iter(part.fields))) for part in one.objects("try") if part.fields]
    caught.leave(None, "do", "retry")
    retry = caught.object("retry").object("limit").object("attempt").whole("count", 0)
    for number, node in enumerate(sketch.nodes):
        if isinstance(node, Executor) and node.id in tried:
            fallback = {"fallback": sketch.id(rescue[0])} if rescue else {}
            sketch.nodes[number] = node.model_copy(update={"retry": min(10, retry or 0), **fallback})


def _switch(sketch: Sketch, name: str, one: At, goes: tuple[str, ...]) -> None:
    routes: list[Route] = []
    default: str | None = None
    for case in one.objects("switch"):
        key, value = next(iter(case.fields.items()), ("", None))
        place = case.to(key, value)
        if not place.is_object():
            continue
        then = place.text("then") or "continue"
        target = _FLOW.get(then, then) or (goes[0] if goes and then != "end" else " end")
        if target == " end":
            sketch.through[target] = ()
        if place.has("when"):
            sketch.reading.places["route", sketch.id(name), len(routes)] = (*place.path, "then")
            sketch.reading.places["condition", sketch.id(name), len(routes)] = (*place.path, "when")
            routes.append(Route(target=target, condition=_condition(place, place.text("when")), description=key))
        else:
            default = default or target
    if default is None:
        default = goes[0] if goes else " end"  # the standard goes on with the next task
        if not goes:
            sketch.through[default] = ()
    sketch.add(name, Router(id=sketch.id(name), routes=tuple(routes), default=default), one.path)


def _condition(at: At, text: str) -> str:
    whole = _WHOLE.fullmatch(text.strip())
    return condition_of(at, whole[1] if whole else text, _JQ)


def _value(at: At, value: Any) -> Any:
    """Arguments with their expressions as references."""
    if isinstance(value, dict):
        return {name: _value(at.to(name, inner), inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_value(at.to(number, inner), inner) for number, inner in enumerate(value)]
    if not isinstance(value, str):
        return value
    if whole := _WHOLE.fullmatch(value.strip()):
        if path := _PATH.fullmatch(whole[1]):
            return {REF: path[1]}
        at.reading.left(at.path, f"the expression {whole[1][:60]!r} is left as a text")
        return value
    return canonical(value)
