"""Keys that two tables spell with other capitals are read as the table has them whose rows they name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from groundplan.contracts import Noun
from groundplan.sources import duck
from groundplan.sources.model.respelled import Respelled

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Spelled(Noun):
    """The statements that read a column as another table spells it, and what to tell."""

    table: str
    statements: tuple[str, ...]
    select: str = ""
    """How the table is then shown, where its rows are read where they lie."""
    note: str


def spelled(one: Respelled, number: int, select: str, ours: bool) -> Spelled:
    """`ours`: the rows are in memory, not read where they lie."""
    here, there = duck.name("main", one.table), duck.name("main", one.other_table)
    cell, key, map_ = duck.name(one.column), duck.name(one.other), duck.name(duck.BESIDE, f"spelled_{number}")
    same = f"lower(here.{cell}) = lower(there.{key}) AND here.{cell} <> there.{key}"
    made = (
        f"CREATE TABLE {map_} AS SELECT DISTINCT here.{cell} AS __was, there.{key} AS __as "
        f"FROM {here} AS here JOIN {there} AS there ON {same}"
    )
    note = (
        f"{one.cells:,} {'cell' if one.cells == 1 else 'cells'} of {one.column!r} such as {one.such!r} are read as "
        f"{one.other!r} of {one.other_table!r} has them: they differ by capitals"
    )
    if ours:
        changed = f"UPDATE {here} SET {cell} = __as FROM {map_} WHERE {cell} = __was"
        return Spelled(table=one.table, statements=(made, changed), note=note)
    shown = (
        f"SELECT here.* REPLACE (coalesce(__as, here.{cell}) AS {cell}) "
        f"FROM ({select}) AS here LEFT JOIN {map_} ON here.{cell} = __was"
    )
    changed = f"CREATE OR REPLACE VIEW {here} AS {shown}"
    return Spelled(table=one.table, statements=(made, changed), select=shown, note=note)


def respell(connection: DuckDBPyConnection, found: Sequence[Spelled]) -> None:
    """The columns as they are read from here on."""
    for one in found:
        for statement in one.statements:
            connection.execute(statement)
