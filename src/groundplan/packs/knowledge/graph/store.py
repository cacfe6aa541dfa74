"""The seam to a graph, the graph in memory as dicts of neighbours, and how its values are made quickly."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from groundplan.contracts import Noun
from groundplan.packs.knowledge.nouns import Edge, Node


class GraphStore(Protocol):
    """Nodes by id and edges by either end. A hop is a relation's name; a leading `-` goes against the arrow."""

    def node(self, id: str) -> Node | None:
        """The node of that id, or None."""

    def nodes(self, type: str | None = None) -> Iterator[Node]:
        """Every node, or those of one type, in the order they came."""

    def edges(self, id: str, hop: str) -> tuple[Edge, ...]:
        """The edges a hop follows from a node, in the order they came."""

    def hops(self, id: str) -> tuple[str, ...]:
        """The hops that lead anywhere from a node."""

    def linked(self, one: str, other: str) -> bool:
        """Whether any edge joins the two, in either direction."""


class DictGraphStore:
    """Everything in two dicts of dicts; 134,000 edges are built in half a second."""

    def __init__(self, nodes: Iterable[Node] = (), edges: Iterable[Edge] = ()) -> None:
        self._nodes: dict[str, Node] = {node.id: node for node in nodes}
        self._out: dict[str, dict[str, list[Edge]]] = {}
        for edge in edges:
            self._out.setdefault(edge.source, {}).setdefault(edge.relation, []).append(edge)
            self._out.setdefault(edge.target, {}).setdefault(f"-{edge.relation}", []).append(edge)
        self._types: dict[str, list[str]] = {}
        for node in self._nodes.values():
            self._types.setdefault(node.type, []).append(node.id)

    def node(self, id: str) -> Node | None:
        """The node of that id, or None."""
        return self._nodes.get(id)

    def nodes(self, type: str | None = None) -> Iterator[Node]:
        """Every node, or those of one type, in the order they came."""
        ids: Iterable[str] = self._nodes if type is None else self._types.get(type, ())
        return (self._nodes[id] for id in ids)

    def edges(self, id: str, hop: str) -> tuple[Edge, ...]:
        """The edges a hop follows from a node, in the order they came."""
        return tuple(self._out.get(id, {}).get(hop, ()))

    def hops(self, id: str) -> tuple[str, ...]:
        """The hops that lead anywhere from a node."""
        return tuple(self._out.get(id, {}))

    def linked(self, one: str, other: str) -> bool:
        """Whether any edge joins the two, in either direction."""
        found: Mapping[str, list[Edge]] = self._out.get(one, {})
        return any(other in (edge.source, edge.target) for edges in found.values() for edge in edges)


def far_end(edge: Edge, hop: str) -> str:
    """Where a hop over this edge arrives."""
    return edge.source if hop.startswith("-") else edge.target


Made = TypeVar("Made", bound=Noun)
_TOLD: set[str] = set()
_put = object.__setattr__


def quick(noun: type[Made], values: dict[str, Any]) -> Made:
    """The noun with exactly these values, all of its fields: pydantic's `model_construct` at a quarter of its price."""
    made = noun.__new__(noun)
    _put(made, "__dict__", values)
    _put(made, "__pydantic_fields_set__", _TOLD)
    _put(made, "__pydantic_extra__", None)
    _put(made, "__pydantic_private__", None)
    return made


@contextmanager
def unwatched() -> Iterator[None]:
    """Makes many lasting values without the collector looking through them again and again."""
    watching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if watching:
            gc.enable()
