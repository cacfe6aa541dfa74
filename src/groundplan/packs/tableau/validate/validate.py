"""A query as JSON -> the query, and all that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from groundplan.contracts.noun import Noun
from groundplan.packs.tableau.compiled.statement import statement
from groundplan.packs.tableau.described.description import Description
from groundplan.packs.tableau.faults import NOT_BY_SCHEMA, Fault, Fix, Refused, errors, validation_suggestions
from groundplan.packs.tableau.validate.fields import FIELD_CHECKS
from groundplan.packs.tableau.validate.filters import FILTER_CHECKS
from groundplan.packs.tableau.validate.held import Check, Held, Members
from groundplan.packs.tableau.validate.values import VALUE_CHECKS
from groundplan.packs.tableau.vizql.query import Query
from groundplan.packs.tableau.vizql.read import read
from groundplan.packs.tableau.vizql.service import QueryOptions

LATEST = "2026.1"
VERSIONS = ("2025.3", LATEST)
CHECKS: tuple[Check, ...] = (*FIELD_CHECKS, *FILTER_CHECKS, *VALUE_CHECKS)


class Verdict(Noun):
    """A query with what was found."""

    query: Query | None
    """None: it is not in the schema."""
    faults: tuple[Fault, ...]

    @property
    def valid(self) -> bool:
        """Whether it can be answered."""
        return not errors(self.faults)

    @property
    def validation_suggestions(self) -> tuple[str, ...]:
        """What would be right."""
        return validation_suggestions(self.faults)


def validate(
    data: Any,
    description: Description | None = None,
    members: Members | None = None,
    version: str = LATEST,
    options: QueryOptions | None = None,
    now: datetime | None = None,
) -> Verdict:
    """The verdict; without a description only what can be told from the query alone, without members no values."""
    try:
        query = data if isinstance(data, Query) else read(Query, data)
    except Refused as refused:
        return Verdict(query=None, faults=refused.faults)
    asked = options or QueryOptions()
    held = Held(query, asked, numbered(version), now or datetime.now(), description, members)
    found = [*_too_new_options(held), *(fault for check in CHECKS for fault in check(held))]
    if description is not None and not errors(found):
        try:
            statement(query, description, asked, held.now)
        except Refused as refused:
            found += refused.faults
    return Verdict(query=query, faults=tuple(found))


def numbered(version: str) -> tuple[int, ...]:
    """`2025.3` as numbers."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def _too_new_options(held: Held) -> list[Fault]:
    if held.options.row_limit is None or held.version >= (2026, 1):
        return []
    told = "Error at 'options': Additional property 'rowLimit' is not allowed"
    fix = Fix(op="remove", where="options.rowLimit")
    suggestion = "leave it out: servers know it from version 2026.1 on"
    return [
        Fault(
            code="too-new-option", where="options.rowLimit", message=told, suggestion=suggestion, fix=fix,
            error_code=NOT_BY_SCHEMA,
        )
    ]  # fmt: skip


def parts_of(data: Any) -> tuple[Any, Mapping[str, Any]]:
    """The query of a request, or of a file that holds the query alone, with its options."""
    if isinstance(data, Mapping) and "query" in data:
        options = data.get("options")
        return data["query"], options if isinstance(options, Mapping) else {}
    return data, {}
