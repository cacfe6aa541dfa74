"""Ways from a dataset to the things that a question names, along the relations of the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from groundplan.contracts.source_model import Dataset
from groundplan.query.scope import Hop, Scope
from groundplan.reading.constructions.things import Thing

Step = tuple[str, str]
"""A relation, with the dataset that it leads from."""
FARTHEST = 3
"""Relations that are passed at most."""


@dataclass(frozen=True)
class Route:
    """The relations from a dataset to another."""

    steps: tuple[str, ...] = ()
    many: bool = False
    """Whether they lead to several rows."""
    back: int = 0
    """How many of them lead from what is pointed at to what points at it."""
    passed: tuple[Step, ...] = ()

    def onward(self, name: str, hop: Hop, at: str) -> Route:
        """One relation further."""
        passed = (*self.passed, (at, name))
        return Route((*self.steps, name), self.many or hop.many, self.back + hop.back, passed)


def routes(scope: Scope, start: Dataset, end: str, said: frozenset[Step] = frozenset()) -> tuple[Route, ...]:
    """The best ways: along what is said, to one row before several, forward before back, short before long."""
    level: list[tuple[Route, Dataset, frozenset[str]]] = [(Route(), start, frozenset({start.name}))]
    found: list[Route] = []
    for _ in range(FARTHEST + 1):
        found += [route for route, at, _ in level if at.name == end]
        level = [step for route, at, seen in level if at.name != end for step in _onward(scope, route, at, seen)]
    costs = {route: _cost(route, said) for route in found}
    best = min(costs.values(), default=None)
    return tuple(route for route in found if costs[route] == best)


def _cost(route: Route, said: frozenset[Step]) -> tuple[int, bool, int, int]:
    unsaid = 0 if said & {*route.passed} else 1
    return unsaid, route.many, route.back, len(route.steps)


def _onward(
    scope: Scope, route: Route, at: Dataset, seen: frozenset[str]
) -> Iterator[tuple[Route, Dataset, frozenset[str]]]:
    for name, hop in scope.hops(at).items():
        if not hop.parts and hop.to.name not in seen:
            yield route.onward(name, hop, at.name), hop.to, seen | {hop.to.name}


def owner(thing: Thing, scope: Scope) -> str:
    """The dataset whose rows a thing is, or is a field of."""
    if thing.kind == "relation":
        return scope.hops(scope.dataset(thing.dataset))[thing.name].to.name
    return thing.dataset


def both_ways(scope: Scope, dataset: str, name: str) -> frozenset[Step]:
    """A relation, and the way back along it."""
    hop = scope.hops(scope.dataset(dataset))[name]
    back = {
        (hop.to.name, other)
        for other, one in scope.hops(hop.to).items()
        if one.to.name == dataset and not one.parts and _same(hop, one)
    }
    return frozenset({(dataset, name), *back})


def _same(hop: Hop, other: Hop) -> bool:
    one, two = {*hop.here, hop.split, hop.gathered} - {""}, {*other.there, other.split, other.gathered} - {""}
    return hop.back != other.back and bool(one & two)
