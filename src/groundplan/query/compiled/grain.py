"""Over which rows a figure is taken: the rows at the last relation that its operands pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.query.language import parts as p
from groundplan.query.language.show import show
from groundplan.query.scope import Scope, Walked

TESTS = (p.All, p.AnyOf, p.Not, p.Compare, p.Between, p.Among, p.AmongRows, p.Missing, p.Some, p.Holds)


def own_paths(part: Any, values_only: bool = False) -> Iterator[p.Path]:
    """The paths of a part that are looked at row by row: none inside figures, `some` or other queries."""
    if isinstance(part, p.Path):
        yield part
    elif not isinstance(part, (p.Figure, p.Some, p.Query)) and not (values_only and isinstance(part, TESTS)):
        for each in p.inner(part):
            yield from own_paths(each, values_only)


def passed(path: p.Path, at: Dataset, scope: Scope) -> Walked:
    """The relations of a plain path: all but its last step, which is a column."""
    return scope.walk(at, path.steps[:-1])


def farthest(parts: Sequence[Any], at: Dataset, scope: Scope, values_only: bool = False) -> tuple[str, ...]:
    """The relations to many that the parts pass; two that lead apart would multiply each other."""
    many = sorted({passed(path, at, scope).many for part in parts for path in own_paths(part, values_only)}, key=len)
    for before, after in pairwise(many):
        if after[: len(before)] != before:
            raise QueryError(
                f"{'.'.join(before)!r} and {'.'.join(after)!r} lead to different rows, which would multiply each other;"
                f" take one figure of each: {', '.join(map(show, parts))}.", "counted-twice",
            )  # fmt: skip
    return many[-1] if many else ()


def grain(of: Sequence[Any], at: Dataset, scope: Scope) -> tuple[str, ...]:
    """The last relation to many that the operands pass: a figure is taken over the rows there."""
    return farthest(of, at, scope, values_only=True)


def coarser(of: Sequence[Any], at: Dataset, scope: Scope) -> tuple[str, ...]:
    """The relation to one that all operands pass, so that several of the rows share each of their values."""
    many = grain(of, at, scope)
    walked = [passed(path, at, scope) for part in of for path in own_paths(part, values_only=True)]
    beyond = [[hop.name for hop in one.hops[len(many) :] if not hop.alone] for one in walked]
    return walked[0].prefix if beyond and all(beyond) else ()
