"""What the four dialects of dago have in common: nodes, edges, routes, and what each cannot say itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import (
    METHODS,
    Edge,
    Executor,
    Graph,
    Mode,
    Model,
    Node,
    Point,
    Request,
    Route,
    Router,
    Script,
    ways_out,
)
from groundplan.packs.workflows.graph.cursor import At, Path, Reading
from groundplan.packs.workflows.graph.references import Style, canonical, canonical_text, written, written_text
from groundplan.plan.nearest import nearest

OURS = "groundplan"
"""The metadata under which a dialect carries what it has no field for."""
POINTS: tuple[Literal["start"], Literal["end"]] = ("start", "end")
_NODE: TypeAdapter[Executor | Router | Point] = TypeAdapter(Node)
_ADDRESS = re.compile(r"https?://|\{\{|\$\.")
Document = dict[str, Any]


@dataclass(frozen=True)
class Words:
    """How a dialect calls things."""

    entry: str
    source: str
    target: str
    listed: bool
    """Nodes are a list; else a map from id to node."""
    style: Style
    prefix: str
    """What stands before a name in a condition."""
    kinds: tuple[str, ...] = ("executor", "router")
    """What a node may be."""
    beside: tuple[str, ...] = ()
    """Fields of a node that are read with the edges."""
    calls: Path = ("config",)
    """Where the calls of a node stand in it."""


ReadNode = Callable[[At, str], Executor | Router]


# ------------------------------------------------------------------ reading


def read_graph(
    at: At, words: Words, executor: ReadNode, router: ReadNode, more: Iterable[tuple[Edge, Path]] = ()
) -> Graph:
    """A document of a dialect as a graph, as far as it can be read; what is wrong with it is noted.

    `more` are edges that do not stand in a list of edges.
    """
    at.reading.sides.update(source=words.source, target=words.target)
    at.reading.calls = words.calls
    nodes = read_nodes(at, words, executor, router)
    edges = [found for one in at.objects("edges") if (found := read_edge(one, words))] + list(more)
    at.reading.places["entry",] = (*at.path, words.entry)
    graph = Graph(
        id=at.text("id") or "graph",
        version=at.text("version") or "1.0",
        name=at.text("name"),
        description=at.text("description"),
        entry=at.text(words.entry) or None,
        metadata=dict(at.object("metadata").fields),
    )
    nodes, kept = settled(nodes, edges, at.reading)
    metadata = {**graph.metadata, **unmapped(at)}
    whole: Graph = patched(graph.model_copy(update={"nodes": nodes, "edges": kept, "metadata": metadata}), at)
    return whole


def read_nodes(at: At, words: Words, executor: ReadNode, router: ReadNode) -> tuple[Any, ...]:
    """Every node that has an id of its own."""
    found: dict[str, Any] = {}
    given = at.objects("nodes", required=True) if words.listed else _entries(at)
    if isinstance(at.fields.get("nodes"), list if words.listed else dict) and not at.fields["nodes"]:
        at.to("nodes", None).fault("no-nodes", ": must hold at least one node", "add an executor node")
    for one in given:
        id = one.text("id", required=True)
        if not words.listed and id != one.path[-1]:
            told = f': is "{id}", and the node stands under "{one.path[-1]}"'
            if id:
                one.to("id", id).fault("wrong-value", told, f'write "{one.path[-1]}"')
            id = str(one.path[-1])
        if id in found:
            one.to("id", id).fault("duplicate-node", f': node_id "{id}" is taken already', "give it another id")
        elif id:
            one.reading.places["node", id] = one.path
            found[id] = read_node(one, id, words, executor, router)
    return tuple(found.values())


def _entries(at: At) -> list[At]:
    nodes = at.object("nodes", required=True)
    return [one for id, value in nodes.fields.items() if (one := nodes.to(id, value)).is_object()]


def read_node(at: At, id: str, words: Words, executor: ReadNode, router: ReadNode) -> Executor | Router | Point:
    """One node, its own settings read by the dialect."""
    kind = at.fields.get("type")
    at.taken.update(words.beside)
    node: Executor | Router | Point
    if kind in POINTS:
        at.take("type")
        node = Point(type=kind, id=id)
    elif at.text("type", required=True, known=words.kinds) == "router":
        node = router(at, id)
    else:
        node = executor(at, id)
    if kind not in (*words.kinds, *POINTS):
        at.reading.broken.add(id)
    metadata = dict(at.object("metadata").fields)
    told = {"name": at.text("name"), "description": at.text("description")}
    told = {name: text for name, text in told.items() if text}
    node = node.model_copy(update={**told, "metadata": {**node.metadata, **metadata, **unmapped(at)}})
    whole: Executor | Router | Point = patched(node, at)
    return whole


def unmapped(at: At) -> dict[str, Any]:
    """The fields that the dialect does not know: told, and kept as metadata."""
    left = dict(at.rest())
    for name in left:
        match = nearest(name, [known for known in at.taken if known not in at.fields], 0.85)
        asked = f"; did you mean {match!r}?" if match else ""
        at.reading.left((*at.path, name), f"no field of this dialect, kept as metadata{asked}")
    return left


def read_edge(at: At, words: Words) -> tuple[Edge, Path] | None:
    """One edge, with its place."""
    source, target = at.text(words.source, required=True), at.text(words.target, required=True)
    condition = at.text("condition") if at.has("condition") else None
    edge = Edge(source=source, target=target, condition=condition, label=at.text("label"), id=at.text("id"))
    metadata = {**at.object("metadata").fields, **unmapped(at)}
    return (edge.model_copy(update={"metadata": metadata}), at.path) if source and target else None


def settled(
    nodes: tuple[Any, ...], edges: list[tuple[Edge, Path]], reading: Reading
) -> tuple[tuple[Any, ...], tuple[Edge, ...]]:
    """Nodes and edges of which each says a thing once: what leaves a router is its routes."""
    routers = {node.id: node for node in nodes if isinstance(node, Router)}
    ids = {node.id for node in nodes}
    bare = {id for id, router in routers.items() if not ways_out(router)}
    kept: list[Edge] = []
    for edge, path in edges:
        router = routers.get(edge.source)
        if router and edge.target in ids and (router.id in bare or edge.target not in ways_out(router)):
            router = routers[router.id] = _with_edge(router, edge, path, reading)
        if router is None or edge.target not in ways_out(router):
            _keep(edge, path, edges, kept, reading)
    return tuple(routers.get(node.id, node) for node in nodes), tuple(kept)


def _with_edge(router: Router, edge: Edge, path: Path, reading: Reading) -> Router:
    """A router without routes takes them from its edges; the one that is left is its default."""
    if conditions.always(edge.condition):
        if router.default is not None:
            return router
        reading.places["default", router.id] = (*path, reading.sides["target"])
        return router.model_copy(update={"default": edge.target})
    number = len(router.routes)
    reading.places["route", router.id, number] = (*path, reading.sides["target"])
    reading.places["condition", router.id, number] = (*path, "condition")
    route = read_route(edge.target, edge.condition or "", router.mode)
    return router.model_copy(update={"routes": (*router.routes, route)})


def _keep(edge: Edge, path: Path, edges: list[tuple[Edge, Path]], kept: list[Edge], reading: Reading) -> None:
    reading.places["edge", len(kept)] = path
    condition = edge.condition
    if condition is not None and conditions.always(condition):
        others = [o.condition for o, _ in edges if o.source == edge.source and o.condition not in (None, condition)]
        rest = [conditions.negated(conditions.canonical(o)) for o in others if o and not conditions.always(o)]
        condition = conditions.joined(rest) if rest and condition.strip().lower() not in ("", "true") else None
    elif condition is not None:
        condition = conditions.canonical(condition)
    kept.append(edge.model_copy(update={"condition": condition}))


def read_route(target: str, condition: str, mode: str) -> Route:
    """A route by what stands as its condition: for a model a label, else CEL."""
    told = conditions.canonical(condition)
    if mode == "llm" or (mode == "hybrid" and conditions.fault(told) is not None):
        return Route(target=target, label=condition.strip())
    return Route(target=target, condition=told)


def read_routes(at: At, name: str, id: str, mode: str) -> tuple[tuple[Route, ...], str | None]:
    """The routes of a list, and the default that stands among them."""
    routes: list[Route] = []
    default: str | None = None
    for one in at.objects(name):
        target, condition = one.text("target", required=True), one.text("condition")
        label = canonical_text(one.text("label"))
        if not target:
            continue
        if not label and conditions.always(condition):
            default = default or target
            at.reading.places.setdefault(("default", id), (*one.path, "target"))
            continue
        at.reading.places["route", id, len(routes)] = (*one.path, "target")
        at.reading.places["condition", id, len(routes)] = (*one.path, "condition")
        route = Route(target=target, label=label) if label else read_route(target, condition, mode)
        more = {"description": one.text("description"), "priority": one.whole("priority", -(10**6), 10**6) or 0}
        routes.append(route.model_copy(update=more))
        unmapped(one)
    return tuple(routes), default


def read_labels(at: At, name: str, id: str, before: int = 0) -> tuple[Route, ...]:
    """The routes of a map from label to node."""
    given = at.mapping(name)
    for number in range(len(given)):
        at.reading.places["route", id, before + number] = (*at.path, name, list(given)[number])
    return tuple(Route(target=target, label=label) for label, target in given.items() if target)


def read_model(at: At, system: str, prompt: str, name: str = "model") -> Model | None:
    """How a language model is asked; None where nothing is said."""
    model = Model(
        name=at.text(name) or None,
        temperature=at.number("temperature", 0, 2),
        max_tokens=at.whole("max_tokens", 1),
        system=canonical_text(at.text(system)),
        prompt=canonical_text(at.text(prompt)),
    )
    return model if model != Model() else None


def read_request(at: At) -> Request | None:
    """The HTTP request of a node."""
    url, method = at.text("url", required=True), at.text("method", known=METHODS)
    headers, body = canonical(at.object("headers").fields), canonical(at.take("body"))
    if not url:
        return None
    if not _ADDRESS.match(url):
        told = f": must be an address, not {url[:60]!r}"
        at.to("url", url).fault("wrong-value", told, "begin it with https://, or with a reference")
    return Request.model_validate(
        {"url": canonical_text(url), "method": method or "GET", "headers": headers, "body": body}
    )


def read_script(at: At, mode: str) -> Script:
    """The code of a node, which is never run."""
    code = at.text("command" if mode == "bash" else "code")
    names = ("requirements", "working_dir", "environment")
    given = {name: at.take(name) for name in names if at.has(name)}
    return Script(code=code, path=at.text("script_path"), settings=given)


def read_tool_names(at: At, name: str) -> tuple[str, ...]:
    """The tools of an agent, as names or as objects with names."""
    found = []
    for one in at.items(name):
        if isinstance(one.value, str) and one.value:
            found.append(one.value)
        elif one.is_object() and (text := one.text("name", required=True)):
            found.append(text)
            unmapped(one)
    return tuple(found)


def patched(found: Any, at: At) -> Any:
    """The graph or node with what the dialect carries of it as metadata."""
    patch = found.metadata.get(OURS)
    if patch is None:
        return found
    rest = {name: value for name, value in found.metadata.items() if name != OURS}
    whole = {**found.model_dump(), "metadata": rest}
    try:
        full = {**whole, **patch}
        return (
            Graph.model_validate(full) if isinstance(found, Graph) else _NODE.validate_python({**full, "id": found.id})
        )
    except (ValidationError, TypeError) as fault:
        told = str(fault.errors()[0]["msg"]) if isinstance(fault, ValidationError) else "must be an object"
        at.to("metadata", None).to(OURS, None).fault("wrong-value", f": {told}", "leave it out")
        return found.model_copy(update={"metadata": rest})


# ------------------------------------------------------------------ writing


def emitted(graph: Graph, words: Words, write_node: Callable[[Any], Document], read: Callable[[At], Graph]) -> Document:
    """The graph in a dialect; what the dialect has no field for is carried as metadata, and read back from there."""
    nodes = [write_node(node) for node in graph.nodes]
    document = write_graph_head(graph, words)
    document[words.entry] = graph.entry
    document["nodes"] = nodes if words.listed else {node["id"]: node for node in nodes}
    document["edges"] = [write_edge(edge, words) for edge in graph.links()]
    if graph.metadata:
        document["metadata"] = dict(graph.metadata)
    return sealed(without_nothing(document), graph, read)


def sealed(document: Document, graph: Graph, read: Callable[[At], Graph]) -> Document:
    """The document with all that was lost on the way added as metadata."""
    listed = document["nodes"] if isinstance(document["nodes"], list) else document["nodes"].values()
    found = {node.id: node for node in read(At(document, (), Reading())).nodes}
    for node, written_node in zip(graph.nodes, listed, strict=True):
        _seal(written_node, node, found.get(node.id))
    _seal(document, graph, read(At(document, (), Reading())))
    return document


def _seal(document: Document, meant: Any, back: Any) -> None:
    given, found = meant.model_dump(mode="json"), back.model_dump(mode="json") if back else {}
    lost = {
        name: value for name, value in given.items() if found.get(name) != value and name not in ("nodes", "metadata")
    }
    if lost:
        document["metadata"] = {**document.get("metadata", {}), OURS: lost}


def write_graph_head(graph: Graph, words: Words) -> Document:
    """What a graph says of itself; `prompt` says what is not the usual."""
    usual = {"id": "graph", "version": "1.0"} if words.style == "jsonpath" else {}
    head = {"id": graph.id, "version": graph.version, "name": graph.name, "description": graph.description}
    return {name: text for name, text in head.items() if text and usual.get(name) != text}


def write_head(node: Any) -> Document:
    """What every node says of itself."""
    head = {"id": node.id, "type": node.type, "name": node.name, "description": node.description}
    return without_nothing({**head, "metadata": dict(node.metadata)})


def write_edge(edge: Edge, words: Words) -> Document:
    """One edge."""
    condition = edge.condition and conditions.prefixed(edge.condition, words.prefix)
    told = condition or (edge.label if words.listed else None)
    if words.listed:
        return without_nothing({words.source: edge.source, words.target: edge.target, "condition": told, "id": edge.id})
    more = {"condition": told, "label": edge.label, "id": edge.id, "metadata": edge.metadata}
    return without_nothing({words.source: edge.source, words.target: edge.target, **more})


def write_model(model: Model | None, style: Style, system: str, prompt: str) -> Document:
    """How a model is asked."""
    if model is None:
        return {}
    told = {"model": model.name, "temperature": model.temperature, "max_tokens": model.max_tokens}
    texts = {system: written_text(model.system, style), prompt: written_text(model.prompt, style)}
    return without_nothing({**told, **texts})


def write_request(request: Request | None, style: Style) -> Document:
    """An HTTP request."""
    return without_nothing(written(request.model_dump(), style)) if request else {}


def write_script(script: Script | None, mode: Mode) -> Document:
    """The code of a node."""
    if script is None:
        return {}
    return without_nothing(
        {"command" if mode == "bash" else "code": script.code, "script_path": script.path, **script.settings}
    )


def without_nothing(document: Document) -> Document:
    """The document without fields that say nothing."""
    return {
        name: value for name, value in document.items() if value not in (None, "", {}, []) or name in ("nodes", "edges")
    }
