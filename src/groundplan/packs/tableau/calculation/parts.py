"""The parts of a calculation, each with its place in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

Type = Literal["INTEGER", "REAL", "STRING", "BOOLEAN", "DATE", "DATETIME", "NULL", "TABLE", "SPATIAL"]


@dataclass(frozen=True)
class Constant:
    """A number, a text, a truth, a date, nothing."""

    value: Any
    type: Type
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Named:
    """A field or a parameter by its name."""

    name: str
    of: str = ""
    """The part before the point: `[Parameters].[Late Threshold]`."""
    at: int = field(default=0, compare=False)
    internal: bool = False
    """It stands in a formula of the source, which knows the internal names before the captions."""


@dataclass(frozen=True)
class Member:
    """A field as people see it: by the aliases of its members."""

    of: Named


@dataclass(frozen=True)
class Steps:
    """A field in steps of one size."""

    of: Part
    size: Part
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Call:
    """A function or an operator."""

    name: str
    args: tuple[Part, ...] = ()
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class If:
    """The first branch whose test holds; also CASE, whose tests are then comparisons."""

    branches: tuple[tuple[Part, Part], ...]
    otherwise: Part | None = None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Lod:
    """An aggregate at a level of detail of its own."""

    kind: Literal["FIXED", "INCLUDE", "EXCLUDE", "KEPT"]
    """KEPT is no word of the language: fixed as FIXED is, of the rows that all filters keep."""
    dimensions: tuple[Part, ...]
    of: Part
    at: int = field(default=0, compare=False)


Part = Constant | Named | Member | Steps | Call | If | Lod


def walked(part: Part) -> Iterator[Part]:
    """The part and all inside of it."""
    yield part
    for inner in _inside(part):
        yield from walked(inner)


def _inside(part: Part) -> tuple[Part, ...]:
    if isinstance(part, Call):
        return part.args
    if isinstance(part, If):
        branches = tuple(each for branch in part.branches for each in branch)
        return branches if part.otherwise is None else (*branches, part.otherwise)
    if isinstance(part, Lod):
        return (*part.dimensions, part.of)
    if isinstance(part, Steps):
        return (part.of, part.size)
    return (part.of,) if isinstance(part, Member) else ()
