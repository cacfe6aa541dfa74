"""What a model answered -> a graph: read in any dialect, mended, its edges drawn from what its nodes read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from groundplan.contracts import INPUTS, Finding, Plan, Repair
from groundplan.errors import GroundplanError
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.graph import Constraints, Graph, Read, Router, conditions, read, to_plan
from groundplan.packs.workflows.graph.contract import Executor
from groundplan.packs.workflows.graph.dialects.dago import OURS
from groundplan.packs.workflows.graph.document import parsed, unwrapped
from groundplan.packs.workflows.graph.references import canonical, read_by
from groundplan.packs.workflows.graph.walk import Walk

SAID = "said"
"""The metadata of a node that holds the words which it was read from."""
_BESIDE = ("when", "each")
"""What a model writes beside a node's settings, and the dialects carry as metadata."""
Place = tuple[int, int]


@dataclass(frozen=True)
class Answered:
    """A graph as a model wrote it, after every safe repair."""

    graph: Graph
    plan: Plan | None
    """None where the graph can be none."""
    faults: tuple[Finding, ...]
    repairs: tuple[Repair, ...]
    quotes: Mapping[str, tuple[Place, ...]]
    """By step, the characters of the task that it, and the routers before it, were read from."""
    own: Mapping[str, tuple[Place, ...]]
    """By step, without those of the routers."""
    unfound: tuple[str, ...] = ()
    """Quotes that do not stand in the task."""
    reasoning: str = ""


def answered(values: Mapping[str, Any], task: str, opened: Opened, held_to: Constraints) -> Answered:
    """The graph in an answer, with everything that is wrong with how it is written and how it hangs together."""
    document, _ = parsed(dict(values))
    inner, _, _ = unwrapped(document or {})
    inner, done = _as_asked(inner)
    found = read(_shaped(inner), held_to, mend=True)
    found = replace(found, repairs=(*done, *found.repairs))
    reasoning = values.get("reasoning")
    return of_graph(found, task, opened, reasoning if isinstance(reasoning, str) else "")


def of_graph(found: Read, task: str, opened: Opened, reasoning: str = "") -> Answered:
    """A graph that was read, as a plan, with what its nodes quote."""
    faults: tuple[Finding, ...] = found.errors
    plan = None
    if not any(fault.code in ("syntax", "endless-cycle") for fault in faults):
        try:
            plan = to_plan(found.graph, opened.tools)
        except (GroundplanError, ValueError) as fault:
            faults = (*faults, Finding(code="no-plan", message=str(fault)))
    unfound = tuple(q for node in found.graph.nodes for q in _said(node) if not _places(q, task))
    own = {node.id: _quoted(node, task) for node in found.graph.nodes}
    whole = _with_routers(found.graph, own)
    steps = _owners(found.graph, plan) if plan else {}
    return Answered(
        found.graph, plan, faults, found.repairs,
        {step: whole[node] for step, node in steps.items()}, {step: own[node] for step, node in steps.items()},
        tuple(dict.fromkeys(unfound)), reasoning,
    )  # fmt: skip


# ------------------------------------------------------------------ how it is written


def _as_asked(document: dict[str, Any]) -> tuple[dict[str, Any], tuple[Repair, ...]]:
    """A map of nodes that are otherwise written as was asked, as a list; it would be taken for another dialect."""
    nodes = document.get("nodes")
    if not isinstance(nodes, dict):
        return document, ()
    configs = [node.get("config") for node in nodes.values() if isinstance(node, dict)]
    if not any(isinstance(config, dict) and "mode" in config for config in configs):
        return document, ()
    listed = [{"id": id, **node} if isinstance(node, dict) else node for id, node in nodes.items()]
    entry = document.get("entry_point", document.get("entry_node"))
    rest = {name: value for name, value in document.items() if name != "entry_node"}
    reason = "nodes with modes are listed"
    done = Repair(step="", kind="nodes-shape", before="a map", after="a list", reason=reason)
    return {**rest, "nodes": listed, **({"entry_point": entry} if entry else {})}, (done,)


def _shaped(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with quotes and conditions as metadata, without null arguments, with edges by references."""
    shaped = dict(document)
    nodes = shaped.get("nodes")
    if isinstance(nodes, dict):
        shaped["nodes"] = {id: _node(one) if isinstance(one, dict) else one for id, one in nodes.items()}
        listed = [{"id": id, **one} for id, one in shaped["nodes"].items() if isinstance(one, dict)]
    elif isinstance(nodes, list):
        shaped["nodes"] = [_node(one) if isinstance(one, dict) else one for one in nodes]
        listed = [one for one in shaped["nodes"] if isinstance(one, dict)]
    else:
        return shaped
    edges = shaped.get("edges")
    if edges is None or isinstance(edges, list):
        known = [edge for edge in edges or () if isinstance(edge, dict)]
        shaped["edges"] = [*(edges or ()), *_flow(listed, known)]
        _begun(shaped, listed)
    return shaped


def _node(node: Mapping[str, Any]) -> dict[str, Any]:
    """One node; what the dialects have no field for goes where they carry it."""
    kept = {name: value for name, value in node.items() if name not in (SAID, *_BESIDE)}
    given = node.get("metadata")
    metadata = dict(given) if isinstance(given, dict) else {}
    said = node.get(SAID, metadata.get(SAID))
    if said is not None:
        metadata[SAID] = [said] if isinstance(said, str) else said
    ours = {name: canonical(node[name]) for name in _BESIDE if node.get(name) not in (None, "")}
    if isinstance(ours.get("when"), str):
        ours["when"] = conditions.canonical(ours["when"])
    if ours:
        known = metadata.get(OURS)
        metadata[OURS] = {**(known if isinstance(known, dict) else {}), **ours}
    return {**_without_null(kept), **({"metadata": metadata} if metadata else {})}


def _without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_null(inner) for name, inner in value.items() if inner is not None}
    return [_without_null(inner) for inner in value] if isinstance(value, list) else value


def _flow(nodes: list[dict[str, Any]], edges: list[dict[str, Any]]) -> Iterator[dict[str, str]]:
    """Edges from each node to those that read what it gives, where no way leads there yet."""
    ids = [str(node.get("id")) for node in nodes]
    source, target = _ends(edges)
    after: dict[str, set[str]] = {str(node.get("id")): {*_targets(node)} for node in nodes}
    for edge in edges:
        after.setdefault(str(edge.get(source)), set()).add(str(edge.get(target)))
    for node in nodes:
        id = str(node.get("id"))
        for name in dict.fromkeys(_reads(node)):
            if name in ids and name != id and id not in _reached(name, after):
                after[name].add(id)
                yield {source: name, target: id}


def _reached(start: str, after: Mapping[str, set[str]]) -> set[str]:
    found, queue = set[str](), [start]
    while queue:
        for one in after.get(queue.pop(), ()):
            if one not in found:
                found.add(one)
                queue.append(one)
    return found


def _ends(edges: list[dict[str, Any]]) -> tuple[str, str]:
    """What the ends of edges are called."""
    return ("from", "to") if any("from" in edge for edge in edges) else ("source", "target")


def _targets(node: Mapping[str, Any]) -> Iterator[str]:
    """Where a router leads."""
    config = node.get("config")
    if isinstance(config, dict):
        routes = config.get("routes") if isinstance(config.get("routes"), list) else ()
        yield from (str(one.get("target")) for one in routes or () if isinstance(one, dict))
        yield str(config.get("fallback"))


def _reads(node: Mapping[str, Any]) -> Iterator[str]:
    """The roots of everything that a node refers to."""
    metadata = node.get("metadata")
    ours = metadata.get(OURS) if isinstance(metadata, dict) else None
    config = node.get("config")
    for name in read_by(canonical([config, ours])):
        yield name.split(".")[0]
    said = [ours.get("when")] if isinstance(ours, dict) else []
    routes = config.get("routes") if isinstance(config, dict) else None
    said += [one.get("condition") for one in routes if isinstance(one, dict)] if isinstance(routes, list) else []
    for one in said:
        if isinstance(one, str):
            yield from conditions.names(conditions.canonical(one))


def _begun(document: dict[str, Any], nodes: list[dict[str, Any]]) -> None:
    """One beginning: where several nodes have nothing before them, a point before all of them."""
    edges = [edge for edge in document["edges"] if isinstance(edge, dict)]
    led = {str(edge.get(side)) for edge in edges for side in ("target", "to")}
    led |= {one for node in nodes for one in _targets(node)}
    roots = [str(node["id"]) for node in nodes if node.get("id") and str(node["id"]) not in led]
    if len(roots) < 2:
        if len(roots) == 1 and "entry_node" not in document:
            document["entry_point"] = roots[0]
        return
    id = next(one for one in ("start", *(f"start_{n}" for n in range(2, 99))) if one not in led | set(roots))
    point = {"id": id, "type": "start"}
    listed = isinstance(document["nodes"], list)
    document["nodes"] = [point, *document["nodes"]] if listed else {id: point, **document["nodes"]}
    source, target = _ends(edges)
    document["edges"] = [*({source: id, target: root} for root in roots), *document["edges"]]
    document["entry_node" if "entry_node" in document else "entry_point"] = id


# ------------------------------------------------------------------ what it quotes


def _said(node: Any) -> list[str]:
    said = node.metadata.get(SAID)
    return [one for one in said if isinstance(one, str) and one.strip()] if isinstance(said, list) else []


def _quoted(node: Any, task: str) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(place for one in _said(node) for place in _places(one, task)))


def _places(quote: str, task: str) -> list[Place]:
    """Where a quote stands in the task; all places, where it stands there more than once."""
    quote = quote.strip().strip(".,;:!?") or quote.strip()
    found: list[Place] = []
    for text, wanted in ((task, quote), (task.lower(), quote.lower())):
        at = text.find(wanted)
        while at >= 0 and not found[50:]:
            found.append((at, at + len(wanted)))
            at = text.find(wanted, at + 1)
        if found:
            break
    return found


def _with_routers(graph: Graph, own: Mapping[str, tuple[Place, ...]]) -> dict[str, tuple[Place, ...]]:
    """What each node was read from, the conditions on the way to it among it."""
    walk = Walk(graph)
    routers = {node.id for node in graph.nodes if isinstance(node, Router)}
    return {
        id: tuple(dict.fromkeys([*places, *(p for one in sorted(walk.ancestors(id) & routers) for p in own[one])]))
        for id, places in own.items()
    }


def _owners(graph: Graph, plan: Plan) -> dict[str, str]:
    """The node that each step was made of: steps are called after it, and so are those that fill its texts."""
    names = {_plain(node.id): node.id for node in graph.nodes if isinstance(node, (Executor, Router))}
    found: dict[str, str] = {}
    for step in plan.steps:
        stem = step.id
        while stem and stem not in names:
            stem = stem.rpartition("_")[0]
        if stem:
            found[step.id] = names[stem]
    return found


def _plain(id: str) -> str:
    plain = "".join(c if c.isalnum() and c.isascii() else "_" for c in id.lower())
    return plain if plain[:1].isalpha() else f"s{plain}"


__all__ = ["INPUTS", "SAID", "Answered", "answered", "of_graph"]
