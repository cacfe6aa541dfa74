"""Ways from a dataset to the things that a question names, along the relations of the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from groundplan.contracts.source_model import Dataset
from groundplan.query.scope import Hop, Scope
from groundplan.reading.constructions.things import Thing

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

    def onward(self, name: str, hop: Hop) -> Route:
        """One relation further."""
        return Route((*self.steps, name), self.many or hop.many, self.back + hop.back)


def routes(scope: Scope, start: Dataset, end: str) -> tuple[Route, ...]:
    """The best ways: to one row before several, forward before back, short before long; all that are as good."""
    level: list[tuple[Route, Dataset, frozenset[str]]] = [(Route(), start, frozenset({start.name}))]
    found: list[Route] = []
    for _ in range(FARTHEST + 1):
        found += [route for route, at, _ in level if at.name == end]
        level = [step for route, at, seen in level if at.name != end for step in _onward(scope, route, at, seen)]
    best = min(map(_cost, found), default=None)
    return tuple(route for route in found if _cost(route) == best)


def _cost(route: Route) -> tuple[bool, int, int]:
    return route.many, route.back, len(route.steps)


def _onward(
    scope: Scope, route: Route, at: Dataset, seen: frozenset[str]
) -> Iterator[tuple[Route, Dataset, frozenset[str]]]:
    for name, hop in scope.hops(at).items():
        if not hop.parts and hop.to.name not in seen:
            yield route.onward(name, hop), hop.to, seen | {hop.to.name}


def owner(thing: Thing, scope: Scope) -> str:
    """The dataset whose rows a thing is, or is a field of."""
    if thing.kind == "relation":
        return scope.hops(scope.dataset(thing.dataset))[thing.name].to.name
    return thing.dataset
