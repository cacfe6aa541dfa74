"""Which logical tables a statement reads, how they come together, and at what grain a value stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlglot import exp

from groundplan.packs.tableau.calculation.compute import COMPARED
from groundplan.packs.tableau.calculation.values import binary
from groundplan.packs.tableau.described.description import ROW, Description, Relationship, stored
from groundplan.packs.tableau.faults import BadFormula

Step = tuple[Relationship, str, str]
"""A relationship, passed from one table to another."""


def column(name: str, table: str) -> exp.Expression:
    """The column of a field in its logical table."""
    return exp.column(stored(name), table=table, quoted=True)


def row_of(table: str) -> exp.Expression:
    """The number of a row."""
    return exp.column(ROW, table=table, quoted=True)


def path(description: Description, start: str, end: str) -> list[Step]:
    """From one table to another; logical tables are a tree."""
    seen: dict[str, list[Step]] = {start: []}
    queue = [start]
    while queue:
        here = queue.pop(0)
        for one in description.relationships:
            for near, far in ((one.first, one.second), (one.second, one.first)):
                if near == here and far not in seen:
                    seen[far] = [*seen[here], (one, near, far)]
                    queue.append(far)
    if end not in seen:
        names = {one.id: one.caption for one in description.tables}
        told = f"{names.get(start, start)!r} and {names.get(end, end)!r} are not related in this data source"
        raise BadFormula(told, code="not-related", suggestion="ask for fields of one of them")
    return seen[end]


def multiplies(step: Step) -> bool:
    """Whether a row may meet several on the other side."""
    relationship, _, far = step
    return not (relationship.second_unique if far == relationship.second else relationship.first_unique)


def finest(description: Description, tables: Iterable[str]) -> str | None:
    """The table whose rows tell those of all the others; None where there is none."""
    listed = sorted(tables)
    for one in listed:
        if not any(multiplies(step) for other in listed for step in path(description, one, other)):
            return one
    return None


def joined(description: Description, tables: Sequence[str]) -> tuple[exp.Expression, list[exp.Join]]:
    """All of them with those between; no row of any is lost."""
    first, *others = tables
    joins: dict[str, exp.Join] = {}
    for other in others:
        for relationship, near, far in path(description, first, other):
            if far != first and far not in joins:
                joins[far] = _join(description, relationship, near, far)
    return _aliased(first), list(joins.values())


def _join(description: Description, relationship: Relationship, near: str, far: str) -> exp.Join:
    homes = {one.name: one.table for one in description.fields}
    on: exp.Expression | None = None
    for sign, left, right in relationship.pairs:
        test = binary(COMPARED[sign], column(left, homes[left]), column(right, homes[right]))
        on = test if on is None else exp.And(this=on, expression=test)
    equal = all(sign == "=" for sign, _, _ in relationship.pairs)  # others DuckDB joins from one side only
    return exp.Join(this=_aliased(far), side="FULL" if equal else "LEFT", on=on)


def _aliased(table: str) -> exp.Expression:
    named: exp.Expression = exp.alias_(exp.table_(stored(table), quoted=True), table, quoted=True, table=True)
    return named
