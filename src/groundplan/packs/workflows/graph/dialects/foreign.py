"""What readers of other houses share: names become ids, links are made last."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import Edge, Executor, Graph, Point, Router, Script
from groundplan.packs.workflows.graph.cursor import At, Path, Reading
from groundplan.packs.workflows.graph.dialects.dago import settled


@dataclass
class Sketch:
    """A graph in the making; links name things as the document does."""

    reading: Reading
    nodes: list[Any] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)
    through: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What is no node, and where a link to it leads instead."""
    points: dict[str, Point] = field(default_factory=dict)
    links: list[tuple[str, str, str | None, Path]] = field(default_factory=list)

    def id(self, name: str) -> str:
        """The id of what the document calls so."""
        if name not in self.ids:
            plain = re.sub(r"[^A-Za-z0-9_]+", "_", name).strip("_") or "node"
            plain = plain if not plain[0].isdigit() else f"n{plain}"
            number, id = 1, plain
            while id in self.ids.values():
                number += 1
                id = f"{plain}_{number}"
            self.ids[name] = id
        return self.ids[name]

    def add(self, name: str, node: Any, path: Path) -> None:
        """A node; its own name is kept where its id is another."""
        self.reading.places["node", node.id] = path
        self.nodes.append(node if node.name or node.id == name else node.model_copy(update={"name": name}))

    def shown(self, name: str, at: At, told: str) -> None:
        """Something that no node of ours does: it is kept as it is, and never run."""
        at.reading.left(at.path, told, self.id(name))
        settings = {key: value for key, value in at.fields.items() if key not in ("Next", "then", "position")}
        self.add(name, Executor(id=self.id(name), mode="custom", script=Script(settings=settings)), at.path)

    def link(self, source: str, target: str, path: Path, condition: str | None = None) -> None:
        """A way from one thing to another."""
        self.links.append((source, target, condition, path))

    def leads(self, name: str, seen: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """The nodes that a link to a name comes to."""
        if name in seen:
            return ()
        if name not in self.through:
            return (self.id(name),)
        return tuple(dict.fromkeys(id for one in self.through[name] for id in self.leads(one, seen | {name})))

    def _routed(self, router: Router, edges: list[tuple[Edge, Path]]) -> Router:
        """A router whose routes lead to nodes: to one that parts the ways where there are several, or to an end."""
        routes = tuple(route.model_copy(update={"target": self._one(route.target, edges)}) for route in router.routes)
        default = router.default and self._one(router.default, edges)
        return router.model_copy(update={"routes": routes, "default": default})

    def _one(self, name: str, edges: list[tuple[Edge, Path]]) -> str:
        found = self.leads(name)
        if len(found) == 1:
            return found[0]
        point = self.id(f" {name}" if found else " end")
        if point not in self.points:
            self.points[point] = Point(type="start" if found else "end", id=point)
            edges.extend((Edge(source=point, target=id), ()) for id in found)
        return point

    def graph(self, at: At, starts: Iterable[str], **told: Any) -> Graph:
        """The graph; several starts have one node before them."""
        edges = [
            (Edge(source=self.id(source), target=target, condition=condition), path)
            for source, name, condition, path in self.links
            if source not in self.through
            for target in self.leads(name)
        ]
        routed = [self._routed(node, edges) if isinstance(node, Router) else node for node in self.nodes]
        self.nodes = [*routed, *self.points.values()]
        firsts = list(dict.fromkeys(id for name in starts for id in self.leads(name)))
        entry = firsts[0] if firsts else None
        if len(firsts) > 1:
            entry = self.id(" start")
            self.nodes.insert(0, Point(type="start", id=entry))
            edges = [*((Edge(source=entry, target=id), at.path) for id in firsts), *edges]
        once = {(edge.source, edge.target, edge.condition): (edge, path) for edge, path in reversed(edges)}
        nodes, kept = settled(tuple(self.nodes), list(reversed(once.values())), self.reading)
        return Graph(nodes=nodes, edges=kept, entry=entry, **{name: value for name, value in told.items() if value})


def condition_of(at: At, text: str, spelled: dict[str, str]) -> str:
    """An expression of another language in CEL, as far as words for words go; noted where they do not."""
    parts = re.split(r"('(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")", text)
    for number in range(0, len(parts), 2):
        for pattern, other in spelled.items():
            parts[number] = re.sub(pattern, other, parts[number])
    told = conditions.canonical("".join(parts))
    if conditions.fault(told) is not None:
        at.reading.left(at.path, f"the condition {text[:80]!r} has no words in CEL")
    return told


def literal(value: Any) -> str:
    """A value as CEL writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, (int, float)):
        return repr(value)
    text = str(value).replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r")
    return f"'{text}'"
