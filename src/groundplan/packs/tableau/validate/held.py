"""What a query is held against, and how a fault of it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from groundplan.packs.tableau.compiled.rows import Asking, unknown_field
from groundplan.packs.tableau.described.description import Described, Description
from groundplan.packs.tableau.faults import Fault, Fix
from groundplan.packs.tableau.vizql import query as nouns
from groundplan.packs.tableau.vizql.service import QueryOptions

Members = Callable[[Described], tuple[Any, ...] | None]
"""The distinct values of a field; None where they are not known."""


@dataclass(frozen=True)
class Held:
    """A query in the schema, with what is known around it."""

    query: nouns.Query
    options: QueryOptions
    version: tuple[int, ...]
    now: datetime
    description: Description | None = None
    members: Members | None = None

    @property
    def by_name(self) -> bool:
        """Whether fields are called by their internal names."""
        return self.options.interpret_field_captions_as_field_names

    @property
    def asking(self) -> Asking:
        """What calculations are computed with."""
        assert self.description is not None
        return Asking(self.description, self.now, {}, self.by_name)

    def field(self, caption: str) -> Described | None:
        """The field that people may ask for under that caption."""
        found = self.description.field(caption, self.by_name) if self.description else None
        return None if found and found.hidden else found

    def fields(self) -> Iterator[tuple[str, nouns.QueryField]]:
        """Each field with its path."""
        for place, one in enumerate(self.query.fields):
            yield f"query.fields.{place}", one

    def filters(self) -> Iterator[tuple[str, nouns.Filter]]:
        """Each filter with its path."""
        for place, one in enumerate(self.query.filters or ()):
            yield f"query.filters.{place}", one

    def unknown(self, caption: str, where: str) -> Fault | None:
        """No such field; a calculation of the query's own is no field of the source."""
        if self.description is None or self.field(caption) or self.description.table(caption):
            return None
        own = [one for one in self.query.fields if getattr(one, "calculation", None) and one.field_caption == caption]
        error = unknown_field(self.asking, caption)
        suggestion = error.suggestion
        if own:
            suggestion = (
                f"{caption!r} is a calculation of this query, which nothing else may name; write its formula here"
            )
        near = suggestion.split("'")[1] if suggestion.startswith("did you mean") else None
        fix = Fix(op="replace", where=where, value=near) if near else None
        return Fault(code="unknown-field", where=where, message=str(error), suggestion=suggestion, fix=fix)


Check = Callable[[Held], Iterable[Fault]]
