"""What can be wrong with a graph, beyond how it is written: one function a kind, every fault told at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import ASKING, SHOWN_ONLY, Constraints, Executor, Graph, Router
from groundplan.packs.workflows.graph.cursor import Path, Reading
from groundplan.packs.workflows.graph.references import read_by
from groundplan.packs.workflows.graph.walk import Walk
from groundplan.plan.nearest import did_you_mean

GIVEN = ("item", "source", "state", "input", "inputs")
"""Names that a reference may begin with though no node has them."""


@dataclass(frozen=True)
class Case:
    """A graph that is looked at, where its parts stand, and what it is held to."""

    graph: Graph
    reading: Reading
    held_to: Constraints

    @cached_property
    def walk(self) -> Walk:
        """Its links."""
        return Walk(self.graph)

    @property
    def executors(self) -> Iterator[Executor]:
        """The executors of which enough is known."""
        broken = self.reading.broken
        return (node for node in self.graph.nodes if isinstance(node, Executor) and node.id not in broken)

    @property
    def routers(self) -> Iterator[Router]:
        """The routers."""
        return (node for node in self.graph.nodes if isinstance(node, Router))

    def place(self, *key: Any) -> Path:
        """Where a part stands; of a graph without a document, where it would."""
        known = self.reading.places.get(key)
        if known is not None:
            return known
        kind, *rest = key
        if kind in ("node", "edge"):
            return (f"{kind}s", *rest)
        if kind == "entry":
            return ("entry",)
        words = {"route": ("routes", "target"), "condition": ("routes", "condition"), "default": ("default",)}[kind]
        return (*self.place("node", rest[0]), words[0], *rest[1:], *words[1:])

    def end(self, number: int, side: str) -> Path:
        """Where one end of an edge stands."""
        path = self.place("edge", number)
        return path if "dependencies" in path[-2:-1] else (*path, self.reading.sides[side])


Look = Callable[[Case], Iterable[tuple[str, Path, str, str, str | None]]]
"""A case -> code, path, what is wrong, how to mend it, the node."""


def unknown_node(case: Case) -> Iterator[Any]:
    """Every node that is named and does not exist."""
    ids = case.walk.ids
    named: list[tuple[str | None, Path]] = [(case.graph.entry, case.place("entry"))]
    for number, edge in enumerate(case.graph.edges):
        named += [(edge.source, case.end(number, "source")), (edge.target, case.end(number, "target"))]
    for router in case.routers:
        named += [(route.target, case.place("route", router.id, n)) for n, route in enumerate(router.routes)]
        named.append((router.default, case.place("default", router.id)))
    named += [(node.fallback, (*case.place("node", node.id), "fallback")) for node in case.executors]
    for id, path in named:
        if id and id not in ids:
            yield "unknown-node", path, f': node_id "{id}" does not exist in nodes', did_you_mean(id, ids), None


def missing_entry(case: Case) -> Iterator[Any]:
    """No node to begin with, and not just one that could be it."""
    if case.graph.nodes and not case.graph.entry:
        starts = [id for id in case.walk.ids if id not in case.walk.before]
        help = f"begin with {' or '.join(starts[:5])}" if starts else "name the node to begin with"
        yield "missing-field", case.place("entry"), " is required", help, None


def unreachable_node(case: Case) -> Iterator[Any]:
    """Nodes to which no way leads from the entry."""
    entry = case.graph.entry
    if entry not in case.walk.ids or entry is None:
        return
    reached = case.walk.reached(entry)
    for id in case.walk.ids:
        if id not in reached:
            told = f': node_id "{id}" cannot be reached from "{entry}"'
            yield "unreachable-node", case.place("node", id), told, "add an edge to it, or leave it out", id


def endless_cycle(case: Case) -> Iterator[Any]:
    """Rings of nodes that nothing leads out of."""
    for ring in case.walk.rings():
        if not case.walk.has_exit(ring):
            way = case.walk.way_round(ring)
            told = f": cycle without an exit: {' -> '.join(way)}"
            help = "lead one of its edges elsewhere, or put a router in it with a route that leaves it"
            yield "endless-cycle", case.place("node", way[0]), told, help, way[0]


def missing_default(case: Case) -> Iterator[Any]:
    """Routers that do not say what happens when no route fits."""
    for router in case.routers:
        path = case.place("node", router.id)
        if not router.routes and router.default is None:
            told = ": the router leads nowhere"
            yield "no-route", path, told, "give it routes with conditions and targets, and a default", router.id
        elif router.default is None:
            told = ": no default route; when no condition holds, the graph stops here"
            help = 'add a last route with the condition "true", or a fallback'
            yield "missing-default", path, told, help, router.id


def stray_edge(case: Case) -> Iterator[Any]:
    """Edges that leave a router though none of its routes leads there."""
    routers = {router.id for router in case.routers}
    for number, edge in enumerate(case.graph.edges):
        if edge.source in routers:
            told = f': router "{edge.source}" has no route to "{edge.target}"'
            yield "stray-edge", case.end(number, "target"), told, "add a route with a condition, or drop the edge", None


def bad_condition(case: Case) -> Iterator[Any]:
    """Conditions that cannot be read as CEL."""
    said: list[tuple[str | None, Path, str | None]] = []
    for number, edge in enumerate(case.graph.edges):
        said.append((edge.condition, (*case.place("edge", number), "condition"), None))
    for router in case.routers:
        said += [(r.condition, case.place("condition", router.id, n), router.id) for n, r in enumerate(router.routes)]
    said += [(node.when, (*case.place("node", node.id), "when"), node.id) for node in case.executors]
    for condition, path, id in said:
        if condition is not None and (told := conditions.fault(condition)) is not None:
            help = "write it as in CEL: user.tier == 'premium' && order.total > 100"
            yield "bad-condition", path, f": {condition[:80]!r} is no condition: {told}", help, id


def no_model(case: Case) -> Iterator[Any]:
    """Nodes that ask a language model and name none."""
    asking: list[Executor | Router] = [node for node in case.executors if node.mode in ASKING]
    asking += [router for router in case.routers if router.mode != "deterministic"]
    for node in asking:
        if not (node.model and node.model.name) and not case.held_to.model:
            told = f": a node of the mode {node.mode} needs a model, and none is set"
            yield "no-model", case.place("node", node.id), told, "name one in its settings, or give a default", node.id


def unrunnable_node(case: Case) -> Iterator[Any]:
    """Code in a graph: it is shown to people, and never run."""
    for node in case.executors:
        if node.mode in SHOWN_ONLY:
            told = f": a {node.mode} node is shown and never run"
            yield "unrunnable-node", case.place("node", node.id), told, "let a tool do what its code does", node.id
        if node.mode == "tool" and not node.calls and not _told(case, node.id):
            yield "no-tool", case.place("node", node.id), ": names no tool", "name the tool to call", node.id


def over_limit(case: Case) -> Iterator[Any]:
    """More nodes than were allowed, or of other modes."""
    held_to = case.held_to
    if held_to.max_nodes is not None and len(case.graph.nodes) > held_to.max_nodes:
        told = f": {len(case.graph.nodes)} nodes, and at most {held_to.max_nodes} are allowed"
        yield "too-many-nodes", ("nodes",), told, "join nodes, or raise max_nodes", None
    for node in case.executors:
        if held_to.modes and node.mode not in held_to.modes:
            told = f": mode {node.mode} is not among [{', '.join(held_to.modes)}]"
            yield "mode-not-allowed", case.place("node", node.id), told, "use one of these modes", node.id


def dangling_reference(case: Case) -> Iterator[Any]:
    """References to what comes later, or, where the inputs are declared, to nothing at all."""
    owners = _owners(case.graph)
    for node in case.graph.nodes:
        before: frozenset[str] | None = None
        for name in _read_by(node):
            root = name.split(".")[0]
            owner = owners.get(name) or owners.get(root)
            path = case.place("node", node.id)
            if owner is None:
                if case.graph.inputs and root not in case.graph.inputs and root not in GIVEN:
                    told = f": reads {name!r}, which no node and no input gives"
                    known = [*owners, *case.graph.inputs]
                    yield "dangling-reference", path, told, did_you_mean(root, known), node.id
                continue
            if before is None:
                before = case.walk.ancestors(node.id)
            if owner not in before:
                told = f': reads {name!r} of node_id "{owner}", which does not run before it'
                yield "early-reference", path, told, f'add an edge from "{owner}", or read something else', node.id


LOOKS: tuple[Look, ...] = (
    unknown_node,  # what is named must exist, before it is said how it hangs together
    missing_entry,
    missing_default,
    stray_edge,
    unreachable_node,
    endless_cycle,
    bad_condition,
    dangling_reference,
    no_model,
    unrunnable_node,
    over_limit,
)


def _owners(graph: Graph) -> dict[str, str]:
    """Which node gives a name: its id, and the names under which the state keeps it."""
    kept = {name: n.id for n in graph.nodes if isinstance(n, Executor) for name in n.outputs.values() if name}
    return {**kept, **{node.id: node.id for node in graph.nodes}}


def _read_by(node: Any) -> list[str]:
    """Every name that a node reads."""
    found: list[str] = []
    if isinstance(node, Executor):
        request = node.request.model_dump() if node.request else {}
        found += read_by([[call.parameters for call in node.calls], request, node.each])
        found += [name for name in node.inputs if name]
        found += conditions.names(node.when) if node.when else ()
    if isinstance(node, Router):
        found += [name for route in node.routes if route.condition for name in conditions.names(route.condition)]
    if isinstance(node, (Executor, Router)) and node.model:
        found += read_by([node.model.prompt, node.model.system])
    return list(dict.fromkeys(found))


def _told(case: Case, id: str) -> bool:
    """Whether something is noted of the node's settings already."""
    path = case.place("node", id)
    here = "/".join(map(str, path))
    return any(fault.at.strip("/").startswith(here + "/") and not fault.warning for fault in case.reading.faults)
