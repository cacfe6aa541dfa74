"""Under which conditions each node of a graph is come to, as CEL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from groundplan.errors import UsageError
from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import Graph, Router
from groundplan.packs.workflows.graph.walk import Walk

Choice = tuple[str, int]
"""A router, or an edge with a condition, and which of its ways was taken."""
Ways = frozenset[frozenset[Choice]]
MOST = 200
"""Ways to one node that are told apart."""


@dataclass
class Paths:
    """The choices that lead to each node."""

    graph: Graph
    names: Mapping[str, str] = field(default_factory=dict)
    """How conditions call what the graph calls otherwise."""

    def __post_init__(self) -> None:
        self.walk = Walk(self.graph)
        self._sizes: dict[str, int] = {}
        self._said: dict[Choice, str] = {}
        self._ways: dict[str, Ways] = {}
        for node in self.graph.nodes:
            if isinstance(node, Router):
                self._ladder(node)
        self._follow()

    def condition(self, id: str) -> str | None:
        """What must hold for a node to be come to; None where it always is."""
        ways = self._ways.get(id, frozenset())
        told = sorted(self._all(way) for way in ways)
        if not told or "" in told:
            return None
        return told[0] if len(told) == 1 else " || ".join(f"({one})" if " && " in one else one for one in told)

    def unlabelled(self, router: Router) -> str | None:
        """What must hold for the model of a router to be asked: none of its conditions does."""
        return conditions.joined(rest) if (rest := [conditions.negated(one) for one in self._fast(router)]) else None

    def _fast(self, router: Router) -> list[str]:
        return [conditions.renamed(r.condition, self.names) for r in router.tried() if r.condition and not r.label]

    def _ladder(self, router: Router) -> None:
        """Each way out of a router holds where none before it does."""
        fast: list[str] = []
        slow: list[str] = []
        routes = router.tried()
        for number, route in enumerate(routes):
            asked = f"{self.names.get(router.id, router.id)} == {_quoted(route.label)}"
            own = asked if route.label else conditions.renamed(route.condition or "true", self.names)
            self._said[router.id, number] = conditions.joined([*fast, own])  # a label excludes the others by itself
            (slow if route.label else fast).append(conditions.negated(own))
        self._said[router.id, len(routes)] = conditions.joined([*fast, *slow]) if routes else ""
        self._sizes[router.id] = len(routes) + 1

    def _follow(self) -> None:
        edges: dict[str, list[tuple[str, tuple[Choice, ...]]]] = {}
        for target, source, choices in self._links():
            edges.setdefault(target, []).append((source, choices))
        for id in self.walk.ordered():
            if not (before := edges.get(id)):
                self._ways[id] = frozenset([frozenset()])
                continue
            found = {way | {*choices} for source, choices in before for way in self._ways.get(source, frozenset())}
            self._ways[id] = self._merged({way for way in found if _sound(way)})

    def _links(self) -> Iterator[tuple[str, str, tuple[Choice, ...]]]:
        for number, edge in enumerate(self.graph.edges):
            choice = f"edge {number}"
            if edge.condition is not None:
                self._sizes[choice] = 2
                said = conditions.renamed(edge.condition, self.names)
                self._said |= {(choice, 0): said, (choice, 1): conditions.negated(said)}
            yield edge.target, edge.source, () if edge.condition is None else ((choice, 0),)
        for node in self.graph.nodes:
            if isinstance(node, Router):
                targets = [*(route.target for route in node.tried()), node.default]
                for way, target in enumerate(targets):
                    if target is not None:
                        yield target, node.id, ((node.id, way),)

    def _merged(self, ways: set[frozenset[Choice]]) -> Ways:
        """Ways without those that differ in a choice alone all of whose outcomes lead here."""
        changed = True
        while changed:
            if len(ways) > MOST:
                raise UsageError(
                    f"more than {MOST} ways lead to one node; join the branches of routers before they part again"
                )
            changed = False
            for way in sorted(ways, key=lambda one: (-len(one), sorted(one))):
                for choice in sorted(way):
                    rest = way - {choice}
                    every = {rest | {(choice[0], number)} for number in range(self._sizes[choice[0]])}
                    if every <= ways or rest in ways:
                        ways = {one for one in ways if not rest <= one} | {rest}
                        changed = True
                        break
                if changed:
                    break
        return frozenset(ways)

    def _all(self, way: frozenset[Choice]) -> str:
        said = [self._said[choice] for choice in sorted(way, key=lambda one: (self._place(one[0]), one[1]))]
        return conditions.joined([one for one in said if one]) if any(said) else ""

    def _place(self, owner: str) -> int:
        return self.walk.ordered_places.get(owner, len(self.walk.ids))


def _sound(way: frozenset[Choice]) -> bool:
    """Whether no router went two ways at once."""
    return len({owner for owner, _ in way}) == len(way)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"
