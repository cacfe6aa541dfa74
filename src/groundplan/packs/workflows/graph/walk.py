"""Which nodes lead where: what is reached, what comes before, what goes round for ever."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from groundplan.packs.workflows.graph.contract import Edge, Executor, Graph, Router


@dataclass(frozen=True)
class Walk:
    """A graph by its links; those to nodes that do not exist are left out."""

    graph: Graph

    @cached_property
    def ids(self) -> dict[str, int]:
        """The place of each node among the nodes."""
        return {node.id: number for number, node in enumerate(self.graph.nodes)}

    @cached_property
    def links(self) -> tuple[Edge, ...]:
        """Every link, a fallback among them."""
        stands_in = [
            Edge(source=node.id, target=node.fallback, label="fallback")
            for node in self.graph.nodes
            if isinstance(node, Executor) and node.fallback
        ]
        return tuple(e for e in (*self.graph.links(), *stands_in) if e.source in self.ids and e.target in self.ids)

    @cached_property
    def after(self) -> Mapping[str, tuple[str, ...]]:
        """What comes right after each node."""
        return _by((edge.source, edge.target) for edge in self.links)

    @cached_property
    def before(self) -> Mapping[str, tuple[str, ...]]:
        """What comes right before each node."""
        return _by((edge.target, edge.source) for edge in self.links)

    def reached(self, start: str) -> frozenset[str]:
        """A node and all that comes after it."""
        return _from(start, self.after)

    def ancestors(self, id: str) -> frozenset[str]:
        """All that comes before a node; the node itself only where it comes before itself."""
        return frozenset(found for before in self.before.get(id, ()) for found in _from(before, self.before))

    def rings(self) -> Iterator[frozenset[str]]:
        """Groups of nodes each of which leads to every other, a node that leads to itself among them."""
        for group in _groups(self.ids, self.after):
            if len(group) > 1 or next(iter(group)) in self.after.get(next(iter(group)), ()):
                yield group

    def has_exit(self, ring: frozenset[str]) -> bool:
        """Whether a choice leads out: a route of a router, or an edge with a condition."""
        leaving = {edge.source for edge in self.links if edge.source in ring and edge.target not in ring}
        routers = {node.id for node in self.graph.nodes if isinstance(node, Router)}
        chosen = {edge.source for edge in self.links if edge.condition is not None and edge.source in ring}
        return bool(leaving & routers) or bool(chosen)

    def way_round(self, ring: frozenset[str]) -> tuple[str, ...]:
        """The shortest way from the first node of a ring back to itself."""
        start = min(ring, key=self.ids.__getitem__)
        came: dict[str, str] = {}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for next_one in self.after.get(here, ()):
                if next_one == start:
                    return (*_back(came, start, here), start)
                if next_one in ring and next_one not in came:
                    came[next_one] = here
                    queue.append(next_one)
        return (start,)

    @cached_property
    def ordered_places(self) -> Mapping[str, int]:
        """The place of each node when each stands after those before it."""
        return {id: number for number, id in enumerate(self.ordered())}

    def ordered(self) -> tuple[str, ...]:
        """Every node after those before it, in the order written; nodes in rings come last."""
        waiting = {id: len(self.before.get(id, ())) for id in self.ids}
        ready = deque(id for id, count in waiting.items() if not count)
        done: dict[str, None] = {}
        while ready:
            done[id := ready.popleft()] = None
            for next_one in self.after.get(id, ()):
                waiting[next_one] -= 1
                if not waiting[next_one]:
                    ready.append(next_one)
        return (*done, *(id for id in self.ids if id not in done))


def _by(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for key, value in pairs:
        found.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in found.items()}


def _from(start: str, ways: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    found, queue = {start}, [start]
    while queue:
        for one in ways.get(queue.pop(), ()):
            if one not in found:
                found.add(one)
                queue.append(one)
    return frozenset(found)


def _back(came: Mapping[str, str], start: str, here: str) -> tuple[str, ...]:
    way = [here]
    while way[-1] != start:
        way.append(came[way[-1]])
    return tuple(reversed(way))


def _groups(ids: Iterable[str], after: Mapping[str, tuple[str, ...]]) -> Iterator[frozenset[str]]:
    """Strongly connected components, by Tarjan's way, without recursion."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    held: dict[str, None] = {}
    for root in ids:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        held[root] = None
        path = [(root, iter(after.get(root, ())))]
        while path:
            here, ways = path[-1]
            for one in ways:
                if one not in index:
                    index[one] = low[one] = len(index)
                    held[one] = None
                    path.append((one, iter(after.get(one, ()))))
                    break
                if one in held:
                    low[here] = min(low[here], index[one])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[here])
                if low[here] == index[here]:
                    group: list[str] = []
                    while not group or group[-1] != here:
                        group.append(held.popitem()[0])
                    yield frozenset(group)
