"""Document -> document: the safe repairs, made before anybody is asked again; each is logged.

A repair here changes how a graph is written, never what it does. A ring that nothing leads out of, a route to a node
that does not exist, a mode that is not known: these are findings.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Container, Iterator
from itertools import count
from typing import Any

from rapidfuzz.distance import JaroWinkler

from groundplan.contracts import Repair
from groundplan.packs.workflows.graph.contract import Constraints, Executor, Graph, Point, Router
from groundplan.packs.workflows.graph.cursor import Reading, place
from groundplan.packs.workflows.graph.dialects import Dialect, dependencies, prompt, runtime, schema
from groundplan.packs.workflows.graph.dialects.dago import Words
from groundplan.packs.workflows.graph.walk import Walk

Document = dict[str, Any]
Slot = tuple[Any, Any]
"""What holds the id of a node, and under which name or number."""

ENTRIES = ("entry_point", "entry_node", "entry", "start", "start_node")
ASKED = ("llm_config", "llm_fallback")
"""Settings of a router that hold routes of their own."""
ID = re.compile(r"[A-Za-z0-9_-]+")
NEAR = 0.92
"""How alike a tool's name must be to be the one that was meant."""
WORDS: dict[str, Words] = {
    "prompt": prompt.WORDS,
    "schema": schema.WORDS,
    "runtime": runtime.WORDS,
    "orchestrator": dependencies.WORDS,
}


def mended(document: Document, way: tuple[str, ...], known: Dialect) -> tuple[Document, tuple[Repair, ...]]:
    """The document after every repair of how it is written; one of another house is left as it is."""
    done = [_repair("unwrap", before=place(way), reason="the graph stands inside another object")] if way else []
    if not known.ours:
        return document, tuple(done)
    document, words = copy.deepcopy(document), WORDS[known.name]
    for step in (_nodes, _edges, _ids, _references, _entry):
        done += step(document, words)
    return document, tuple(done)


# ------------------------------------------------------------------ how it is written


def _nodes(document: Document, words: Words) -> Iterator[Repair]:
    """nodes-shape: a map where the dialect has a list, or the other way round."""
    nodes = document.get("nodes")
    if words.listed and isinstance(nodes, dict):
        document["nodes"] = [{"id": id, **node} if isinstance(node, dict) else node for id, node in nodes.items()]
        yield _repair("nodes-shape", before="a map", after="a list", reason="this dialect lists its nodes")
    elif not words.listed and isinstance(nodes, list) and all(isinstance(_id(node), str) for node in nodes):
        document["nodes"] = {}
        for node in nodes:
            document["nodes"].setdefault(_free(_id(node), document["nodes"]), node)
        yield _repair("nodes-shape", before="a list", after="a map", reason="this dialect has a map of nodes")
    for id, node in document["nodes"].items() if isinstance(document.get("nodes"), dict) else ():
        if isinstance(node, dict) and node.get("id") != id:
            yield _repair("node-id", id, node.get("id"), id, "a node is called as the map calls it")
            node["id"] = id


def _edges(document: Document, words: Words) -> Iterator[Repair]:
    """edge-ends: `from` and `to` where the dialect has `source` and `target`, or the other way round."""
    names = {"source": words.source, "from": words.source, "target": words.target, "to": words.target}
    edges = document.get("edges")
    for number, edge in enumerate(edges if isinstance(edges, list) else ()):
        wrong = [n for n in names if isinstance(edge, dict) and n in edge and n != names[n] and names[n] not in edge]
        for name in wrong:
            edge[names[name]] = edge.pop(name)
            yield _repair("edge-ends", f"edges.{number}", name, names[name], "the word of this dialect")


def _ids(document: Document, words: Words) -> Iterator[Repair]:
    """node-id: an id holds letters, digits, `_` and `-`, and stands once."""
    del words
    taken: set[str] = set()
    changed: dict[str, str] = {}
    for node in _dicts(document.get("nodes")):
        id = node.get("id")
        if not isinstance(id, str) or not id.strip():
            continue
        plain = _free(id if ID.fullmatch(id) else identifier(id), taken)
        taken.add(plain)
        if plain != id:
            node["id"] = plain
            reason = "the id was taken" if ID.fullmatch(id) else "an id holds letters, digits, _ and -"
            yield _repair("node-id", plain, id, plain, reason)
            if id not in taken:
                changed[id] = plain
    if isinstance(document.get("nodes"), dict):
        document["nodes"] = {changed.get(id, id): node for id, node in document["nodes"].items()}
    for holder, name in _slots(document):
        if holder[name] in changed and holder[name] not in taken:
            holder[name] = changed[holder[name]]


def _references(document: Document, words: Words) -> Iterator[Repair]:
    """node-name: an edge or a route that spells the id of one node in another way."""
    del words
    ids = [node["id"] for node in _dicts(document.get("nodes")) if isinstance(node.get("id"), str)]
    folded: dict[str, set[str]] = {}
    for id in ids:
        folded.setdefault(_folded(id), set()).add(id)
    for holder, name in _slots(document):
        said = holder[name]
        alike = folded.get(_folded(said), set()) if said not in ids else set()
        if len(alike) == 1:
            (holder[name],) = alike
            yield _repair("node-name", str(said), said, holder[name], "one node is called so")


def _entry(document: Document, words: Words) -> Iterator[Repair]:
    """entry: said in another word."""
    for name in ENTRIES:
        if name != words.entry and name in document and words.entry not in document:
            document[words.entry] = document.pop(name)
            yield _repair("entry", before=name, after=words.entry, reason="the word of this dialect")


# ------------------------------------------------------------------ what it says


def settled(graph: Graph, reading: Reading, held_to: Constraints) -> tuple[Graph, tuple[Repair, ...]]:
    """The graph of any dialect after the repairs that need no document."""
    done: list[Repair] = []
    for step in (_without_dangling, _with_entry, _with_defaults):
        graph, repairs = step(graph, reading)
        done += repairs
    graph, repairs = _with_tools(graph, held_to)
    return graph, (*done, *repairs)


def _without_dangling(graph: Graph, reading: Reading) -> tuple[Graph, list[Repair]]:
    """dangling-edge: an edge from or to a node that does not exist."""
    ids = {node.id for node in graph.nodes}
    kept = [number for number, edge in enumerate(graph.edges) if ids >= {edge.source, edge.target}]
    lost = [edge for number, edge in enumerate(graph.edges) if number not in set(kept)]
    if not lost:
        return graph, []
    for new, old in enumerate(kept):
        if ("edge", old) in reading.places:
            reading.places["edge", new] = reading.places["edge", old]
    reason = "one of its nodes does not exist"
    done = [_repair("dangling-edge", before=f"{edge.source} -> {edge.target}", reason=reason) for edge in lost]
    return graph.model_copy(update={"edges": tuple(graph.edges[number] for number in kept)}), done


def _with_entry(graph: Graph, _reading: Reading) -> tuple[Graph, list[Repair]]:
    """entry: the only node that nothing leads to."""
    walk = Walk(graph)
    if graph.entry in walk.ids:
        return graph, []
    starts = [id for id in walk.ids if id not in walk.before]
    if len(starts) != 1:
        return graph, []
    reason = "it is the only node that nothing leads to"
    return graph.model_copy(update={"entry": starts[0]}), [_repair("entry", starts[0], graph.entry, starts[0], reason)]


def _with_defaults(graph: Graph, _reading: Reading) -> tuple[Graph, list[Repair]]:
    """default-route: where no route holds, the graph ends; that is said."""
    bare = [node for node in graph.nodes if isinstance(node, Router) and node.routes and node.default is None]
    if not bare:
        return graph, []
    end = next((node for node in graph.nodes if isinstance(node, Point) and node.type == "end"), None)
    added = [] if end else [Point(type="end", id=_free("end", {node.id for node in graph.nodes}))]
    id = (end or added[0]).id
    nodes = tuple(n.model_copy(update={"default": id}) if any(n is one for one in bare) else n for n in graph.nodes)
    done = [_repair("default-route", one.id, None, id, "where no route holds, the graph ends") for one in bare]
    return graph.model_copy(update={"nodes": (*nodes, *added)}), done


def _with_tools(graph: Graph, held_to: Constraints) -> tuple[Graph, list[Repair]]:
    """tool-name: the one tool whose name is nearly the same."""
    known = held_to.allowed if held_to.allowed is not None else held_to.tools
    done: list[Repair] = []
    nodes: list[Any] = []
    for node in graph.nodes if known else ():
        if isinstance(node, Executor):
            meant = {name: _meant(name, known or ()) for name in (*(call.tool for call in node.calls), *node.tools)}
            done += [_repair("tool-name", node.id, a, b, "one tool is called so") for a, b in meant.items() if a != b]
            calls = tuple(call.model_copy(update={"tool": meant[call.tool]}) for call in node.calls)
            node = node.model_copy(update={"calls": calls, "tools": tuple(meant[name] for name in node.tools)})
        nodes.append(node)
    return (graph.model_copy(update={"nodes": tuple(nodes)}), done) if done else (graph, [])


def _meant(name: str, known: Collection[str]) -> str:
    """The tool that was meant, where there is just one."""
    if name in known:
        return name
    same = [one for one in known if _folded(one) == _folded(name)]
    near = same or [one for one in known if JaroWinkler.similarity(_folded(one), _folded(name)) >= NEAR]
    return near[0] if len(near) == 1 else name


# ------------------------------------------------------------------ parts of a document


def identifier(name: str) -> str:
    """A name as an id: `Send the mail!` is `Send_the_mail`."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", name.strip()).strip("_") or "node"


def _free(id: str, taken: Container[str]) -> str:
    """The id, or the first of its kind that is not taken."""
    return next(one for number in count(1) if (one := id if number == 1 else f"{id}_{number}") not in taken)


def _slots(document: Document) -> Iterator[Slot]:
    """Every place that holds the id of a node, but for the nodes' own."""
    for edge in _dicts(document.get("edges")):
        yield from _held(edge, ("source", "from", "target", "to"))
    for node in _dicts(document.get("nodes")):
        yield from _held(node, ("default_route",))
        for part in (node, node.get("config")):
            if isinstance(part, dict):
                yield from _routes(part)
                yield from (slot for name in ASKED for inner in _dicts([part.get(name)]) for slot in _routes(inner))
        before = node.get("dependencies")
        if isinstance(before, list):
            yield from ((before, number) for number, name in enumerate(before) if isinstance(name, str))
    yield from _held(document, ENTRIES)


def _routes(holder: Document) -> Iterator[Slot]:
    yield from _held(holder, ("fallback", "default_route"))
    for name in ("routes", "rules", "fast_rules"):
        if isinstance(holder.get(name), dict):
            yield from _held(holder[name], tuple(holder[name]))
        for route in _dicts(holder.get(name) if isinstance(holder.get(name), list) else None):
            yield from _held(route, ("target",))


def _held(holder: Document, names: tuple[str, ...]) -> Iterator[Slot]:
    return ((holder, name) for name in names if isinstance(holder.get(name), str))


def _dicts(given: Any) -> list[Document]:
    values = given.values() if isinstance(given, dict) else given if isinstance(given, list) else ()
    return [one for one in values if isinstance(one, dict)]


def _id(node: Any) -> Any:
    return node.get("id") if isinstance(node, dict) else None


def _folded(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()


def _repair(kind: str, step: str = "", before: Any = None, after: Any = None, reason: str = "") -> Repair:
    return Repair(step=step, kind=kind, before=before, after=after, reason=reason)
