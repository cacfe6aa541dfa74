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

_TESTS = (p.All, p.AnyOf, p.Not, p.Compare, p.Between, p.Among, p.AmongRows, p.Missing, p.Some, p.Holds)


def own_paths(part: Any, values_only: bool = False) -> Iterator[p.Path]:
    """The paths of a part that are looked at row by row: none inside figures, `some` or other queries."""
    if isinstance(part, p.Path):
        yield part
    elif not isinstance(part, (p.Figure, p.Some, p.Query)) and not (values_only and isinstance(part, _TESTS)):
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


def grain(of: Sequence[Any], at: Dataset, scope: Scope) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The last relation to many that the operands pass, and the last relation of all that every one of them passes."""
    many = farthest(of, at, scope, values_only=True)
    walked = [passed(path, at, scope) for part in of for path in own_paths(part, values_only=True)]
    if not walked:
        return many, many
    shared = walked[0].hops
    for one in walked[1:]:
        alike = [a == b for a, b in zip(shared, one.hops, strict=False)]
        shared = shared[: alike.index(False) if False in alike else len(alike)]
    names = tuple(hop.name for hop in shared)
    coarser = [place for place, hop in enumerate(shared, 1) if place > len(many) and not hop.alone]
    if names[: len(many)] != many or not coarser:
        return many, many
    return many, names[: coarser[-1]]
