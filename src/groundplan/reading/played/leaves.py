"""The tests of a query one by one: on rows of which dataset, held against what, and whether they are turned round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.query.compiled.grain import grain
from groundplan.query.language.parts import (
    All,
    Among,
    AmongRows,
    AnyOf,
    Between,
    Compare,
    Figure,
    Holds,
    Missing,
    Not,
    Query,
    Some,
    Value,
    inner,
)
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Marked
from groundplan.reading.played.ends import Ends, ends

_TESTS = (Compare, Between, Among, AmongRows, Missing, Some, Holds)
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_FALSE = ("no", "n", "false")


@dataclass(frozen=True)
class Leaf:
    """A test that holds no others beside it."""

    test: Any
    base: Dataset
    scope: Scope
    turned: bool
    """Whether rows for which it holds are those that do not count."""
    opposite: bool = False
    """Whether a `not` stands around it on the same row."""
    within: bool = False
    """Whether it is of rows that there are, or are none of: it is these that a `no` is said of."""

    @property
    def op(self) -> str:
        """How it compares, with what turns it round taken in."""
        own = str(getattr(self.test, "op", ""))
        return _OPPOSITE.get(own, own) if self.opposite else own

    @property
    def ends(self) -> Ends:
        """What it is about."""
        if isinstance(self.test, Some):
            return ends(self.test.path, self.base, self.scope)
        return ends(self.test, self.base, self.scope)

    @property
    def left(self) -> Ends:
        """What is held against something."""
        return ends(getattr(self.test, "left", self.test), self.base, self.scope)

    @property
    def values(self) -> tuple[Value, ...]:
        """What it is held against, where that stands in the query."""
        sides = [getattr(self.test, name, None) for name in ("right", "low", "high")]
        return tuple(one for one in (*sides, *getattr(self.test, "values", ())) if isinstance(one, Value))


@dataclass(frozen=True)
class Tested:
    """A query of one question, with its tests."""

    query: Query
    asked: Marked
    scope: Scope
    leaves: Sequence[Leaf]

    @property
    def base(self) -> Dataset:
        """The rows that the query is of."""
        return self.scope.dataset(str(self.query.of))


def leaves(query: Query, scope: Scope) -> tuple[Leaf, ...]:
    """Every test of a query and of those in it, wherever it stands."""
    return tuple(_leaves(query, scope.dataset(str(query.of)), scope, False, False))


def _leaves(part: Any, base: Dataset, scope: Scope, turned: bool, opposite: bool) -> Iterator[Leaf]:
    if isinstance(part, Not):
        yield from _leaves(part.test, base, scope, not turned, not opposite)
        return
    if isinstance(part, _TESTS):
        yield Leaf(part, base, scope, turned != _denies(part), opposite)
    if isinstance(part, Some):
        far = _far(part.path.steps, base, scope)
        inside = _leaves(part.where, far, scope, turned, False) if part.where else ()
        yield from (replace(one, within=True) for one in inside)
        return
    plain = isinstance(part, (All, AnyOf))
    for each in inner(part) if part is not None else ():
        if isinstance(each, Query):
            yield from leaves(each, scope)
            continue
        at = _seen(part, base, scope) if isinstance(part, Figure) and each is part.where else base
        yield from _leaves(each, at, scope, turned if plain else False, opposite if plain else False)


def _denies(test: Any) -> bool:
    """Whether the test itself says no."""
    if isinstance(test, Compare):
        no = isinstance(test.right, Value) and (test.right.value is False or str(test.right.value).casefold() in _FALSE)
        return (test.op == "!=") != no
    return isinstance(test, Missing)


def _seen(figure: Figure, base: Dataset, scope: Scope) -> Dataset:
    """The rows that a figure's own test sees."""
    try:
        many = grain(figure.of, base, scope) if figure.of else ()
    except QueryError:
        return base
    return _far(tuple(many), base, scope) if many else base


def _far(steps: tuple[str, ...], base: Dataset, scope: Scope) -> Dataset:
    try:
        return scope.walk(base, steps).at
    except QueryError:
        return base
