"""Texts that name rows of another table with other capitals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from groundplan.contracts.source_model import Field
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.relations import likely
from groundplan.sources.shape import Column, Table

NEAR = 3
"""The rank of names, no farther from each other than this."""


@dataclass(frozen=True)
class Respelled:
    """A column that names rows of another table with other capitals."""

    table: str
    column: str
    other_table: str
    other: str
    cells: int
    such: str


def respelled(
    tables: Mapping[str, Table],
    fields: Mapping[str, Sequence[Field]],
    unique: Mapping[str, Sequence[str]],
    evidence: Evidence,
) -> list[Respelled]:
    """Texts that are found in a key of another name, or more of them, once capitals are left out."""
    found: dict[tuple[str, str], Respelled] = {}
    for one in likely(fields, unique):
        here, there = tables[one.table].column(one.field), tables[one.other_table].column(one.other)
        texts = here and there and here.type == "text" and one.table != one.other_table
        if not texts or one.rank > NEAR or (one.table, one.field) in found or not _may_differ(here, there):
            continue
        filled, exact, folded, such = evidence.folded(one.table, one.field, one.other_table, one.other)
        if folded > max(exact, 1) and folded >= one.least * filled:
            cells = folded - exact
            found[one.table, one.field] = Respelled(one.table, one.field, one.other_table, one.other, cells, such)
    pointed = {(one.other_table, one.other) for one in found.values()}
    return [one for place, one in found.items() if place not in pointed]


def _may_differ(here: Column | None, there: Column | None) -> bool:
    """Whether capitals stand in the way, by the values that the profiles keep."""
    if not here or not there or not here.values or not there.values:
        return True
    known = {value.lower() for value in there.values}
    return any(value.lower() in known for value in set(here.values) - set(there.values))
