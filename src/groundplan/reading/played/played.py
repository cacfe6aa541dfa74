"""A query of one question, with what every check of its figures, keys and orders asks of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from groundplan.contracts.source_model import Dataset
from groundplan.query.language.parts import Figure, Query, walked
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.constructions.page import is_amount
from groundplan.reading.constructions.things import Thing
from groundplan.reading.played.ends import Ends, ends

NAMES = ("field", "relation", "dataset")


@dataclass(frozen=True)
class Played:
    """The query, the words, and what they name."""

    query: Query
    asked: Marked
    scope: Scope

    @cached_property
    def base(self) -> Dataset:
        """The rows that the query is of."""
        return self.scope.dataset(str(self.query.of))

    @cached_property
    def figures(self) -> list[Figure]:
        """Every figure in it."""
        return [part for part in walked(self.query, into_queries=True) if isinstance(part, Figure)]

    def ends(self, *parts: Any) -> Ends:
        """Where the paths of parts lead."""
        return {place for part in parts for place in ends(part, self.base, self.scope)}

    def cues(self, *kinds: str) -> list[Mark]:
        """The marks of these kinds."""
        return [mark for mark in self.asked.marks if mark.kind in kinds]

    def amount(self, mark: Mark | None) -> Thing | None:
        """The amount that a mark names, if it names one."""
        for thing in mark.things if mark else ():
            field = self.scope.dataset(thing.dataset).field(thing.name) if thing.kind == "field" else None
            if field is not None and is_amount(field):
                return thing
        return None


def says_names(mark: Mark) -> bool:
    """Whether a mark names a field or rows, and no value only."""
    return any(thing.kind in NAMES for thing in mark.things)
