"""Shape: what a value looks like, as a schema says it; the fields of what an operation takes and gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from groundplan.contracts.noun import Noun
from groundplan.contracts.tool import Param, ParamType

DATED = ("date", "date-time")
"""Formats of texts that are days or moments."""


class Shape(Noun):
    """What a value looks like."""

    type: ParamType = "any"
    format: str = ""
    """Of a text: `date`, `date-time`, `email`, `uri`."""
    choices: tuple[Any, ...] = ()
    """All values that it may have; without null, which `nullable` says."""
    nullable: bool = False
    default: Any = None
    """What the service takes where nothing is given."""
    example: Any = None
    low: float | None = None
    high: float | None = None
    about: str = ""
    called: str = ""
    """The name of the schema that it is: `Contact`."""
    fields: dict[str, Shape] = {}
    """Of an object."""
    required: tuple[str, ...] = ()
    """Which of the fields are always there."""
    items: Shape | None = None
    """Of an array: what each entry is."""

    def at(self, path: Sequence[str]) -> Shape | None:
        """What stands at a path of fields; lists on the way are passed into their entries. None: there is no such."""
        here: Shape | None = self
        for name in path:
            while here is not None and here.type == "array":
                here = here.items
            here = here.fields.get(name) if here is not None else None
        return here

    def paths(self, depth: int = 3) -> Iterator[tuple[tuple[str, ...], Shape]]:
        """Every field with its path, those of nested objects after their own; lists are not gone into."""
        for name, field in self.fields.items():
            yield (name,), field
            if depth > 1:
                yield from (((name, *path), inner) for path, inner in field.paths(depth - 1))

    def param(self, required: bool) -> Param:
        """The same as the spine's metadata of an argument."""
        return Param(type=self.type, choices=self.choices, required=required, about=self.about)
