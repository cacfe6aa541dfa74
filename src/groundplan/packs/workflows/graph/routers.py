"""A plan's graph with what its conditions and its tools stand for: routers, requests, questions to a model, texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from groundplan.contracts import REF, Limits, Plan
from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import ASKING, Edge, Executor, Graph, Model, Request, Route, Router
from groundplan.packs.workflows.graph.references import canonical_text

FILL = "fill_text"
KEPT = "plan"
"""The metadata that holds what a plan says and a graph has no word for."""
_MODEL = ("model", "temperature", "max_tokens", "system", "prompt")
_REQUEST = ("url", "method", "headers", "body")


def with_routers(graph: Graph, plan: Plan) -> Graph:
    """The graph with routers for conditions that exclude each other, and nodes of other modes than `tool`."""
    graph = _without_fills(graph)
    for ladder in _ladders(graph):
        graph = _routed(graph, *ladder)
    nodes = tuple(_moded(node) if isinstance(node, Executor) else node for node in graph.nodes)
    kept = dict(carried(graph))
    if plan.limits == usual_limits(len(nodes)):
        kept.pop("limits")
    return graph.model_copy(update={"nodes": nodes, "metadata": {KEPT: kept} if kept else {}})


def carried(noun: Any) -> dict[str, Any]:
    """What a graph or a node carries for plans."""
    kept = noun.metadata.get(KEPT)
    return kept if isinstance(kept, dict) else {}


def usual_limits(nodes: int) -> Limits:
    """What a plan of a graph may cost where nothing is said about it: a node may become several steps."""
    return Limits(steps=max(12, 4 * nodes))


def _without_fills(graph: Graph) -> Graph:
    """Texts back in the arguments that they were made for."""
    texts: dict[str, str] = {}
    for node in graph.nodes:
        if isinstance(node, Executor) and [call.tool for call in node.calls] == [FILL]:
            text = node.calls[0].parameters.get("text")
            if isinstance(text, str) and canonical_text(text) == text:
                texts[node.id] = text

    def put(value: Any) -> Any:
        if isinstance(value, dict):
            return texts.get(str(value[REF]), value) if set(value) == {REF} else {k: put(v) for k, v in value.items()}
        return [put(inner) for inner in value] if isinstance(value, (list, tuple)) else value

    nodes = [node for node in graph.nodes if node.id not in texts]
    for number, node in enumerate(nodes):
        if isinstance(node, Executor):
            calls = tuple(call.model_copy(update={"parameters": put(call.parameters)}) for call in node.calls)
            nodes[number] = node.model_copy(update={"calls": calls})
    edges = tuple(edge for edge in graph.edges if edge.source not in texts and edge.target not in texts)
    return graph.model_copy(update={"nodes": tuple(nodes), "edges": edges, "entry": _entry(graph, nodes, edges)})


def _entry(graph: Graph, nodes: list[Any], edges: tuple[Edge, ...]) -> str | None:
    """The entry of what is left; a start that leads to one node only is not needed."""
    ids = [node.id for node in nodes]
    if graph.entry in ids:
        return graph.entry
    starts = [id for id in ids if id not in {edge.target for edge in edges}]
    return starts[0] if len(starts) == 1 else graph.entry


Ladder = tuple[list[tuple[str, str]], str | None]
"""The targets of a router with their conditions, and its default."""


def _ladders(graph: Graph) -> Iterator[Ladder]:
    """Nodes after the same nodes, the condition of each what those before leave."""
    groups: dict[tuple[str, ...], list[Executor]] = {}
    for node in graph.nodes:
        if isinstance(node, Executor) and node.when is not None:
            before = tuple(edge.source for edge in graph.edges if edge.target == node.id)
            groups.setdefault(before, []).append(node)
    for group in groups.values():
        waiting = {node.id: node.when or "" for node in group}
        rungs: list[tuple[str, str]] = []
        default = None
        while waiting:
            lost = [conditions.negated(condition) for _, condition in rungs]
            default = next((id for id, when in waiting.items() if lost and when == conditions.joined(lost)), None)
            found = next(((id, own) for id, when in waiting.items() if (own := _own(when, lost))), None)
            if default or found is None:
                break
            rungs.append(found)
            del waiting[found[0]]
        if rungs:
            yield rungs, default


def _own(when: str, before: list[str]) -> str | None:
    """What a condition says beyond that none of those before holds."""
    if not before:
        return None if when.startswith("!(") else when
    start = "".join(f"{conditions.grouped(one)} && " for one in before)
    own = when.removeprefix(start) if when.startswith(start) else ""
    inner = own[1:-1] if own.startswith("(") and own.endswith(")") else own
    return (inner if conditions.grouped(inner) == own else own) or None


def _routed(graph: Graph, rungs: list[tuple[str, str]], default: str | None) -> Graph:
    """The graph with a router in front of these nodes."""
    targets = {*(id for id, _ in rungs), *([default] if default else [])}
    first = rungs[0][0]
    before = [edge.source for edge in graph.edges if edge.target == first]
    stem = f"after_{before[-1]}" if before else f"before_{first}"
    ids = {node.id for node in graph.nodes}
    id = next(one for one in (stem, *(f"{stem}_{number}" for number in range(2, len(ids) + 3))) if one not in ids)
    router = Router(id=id, routes=tuple(Route(target=t, condition=c) for t, c in rungs), default=default)
    nodes: list[Any] = []
    for node in graph.nodes:
        if node.id == first:
            nodes.append(router)
        nodes.append(node.model_copy(update={"when": None}) if node.id in targets else node)
    kept = [edge for edge in graph.edges if edge.target not in targets]
    edges = (*kept, *(Edge(source=source, target=id) for source in before))
    entry = id if graph.entry in targets else graph.entry
    return graph.model_copy(update={"nodes": tuple(nodes), "edges": edges, "entry": entry})


def _moded(node: Executor) -> Executor:
    """A node that asks a model or a server as what it is."""
    call = node.calls[0]
    given = dict(call.parameters)
    given |= given.pop("inputs", {}) if call.tool in (*ASKING, "http") else {}
    try:
        if call.tool in ASKING:
            told = {name: given.pop(name) for name in _MODEL if name in given}
            tools, limit = given.pop("tools", []), given.pop("max_iterations", None)
            model = Model(**{"name" if name == "model" else name: value for name, value in told.items()})
            more = {"model": model if told else None, "tools": tools, "max_iterations": limit, "inputs": _inputs(given)}
        elif call.tool == "http":
            more = {"request": Request(**{name: given.pop(name) for name in _REQUEST if name in given})}
            more["inputs"] = _inputs(given)
        else:
            return node
        return Executor.model_validate({**node.model_dump(), **more, "mode": call.tool, "calls": ()})
    except (ValidationError, TypeError, KeyError):
        return node


def _inputs(given: dict[str, Any]) -> dict[str, str]:
    """Arguments that are references alone, as what is read of the state."""
    return {value[REF]: name for name, value in given.items()}
