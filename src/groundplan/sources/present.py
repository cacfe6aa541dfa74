"""A relation as it was read -> the table a question sees: its rows without furniture, each column of its type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from groundplan.contracts import Noun
from groundplan.sources import duck
from groundplan.sources.columns import read_columns
from groundplan.sources.furniture import without_furniture
from groundplan.sources.wide import wide_to_long

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class ColumnRead(Noun):
    """What was found among the cells of a column when it was read."""

    unit: str = ""
    marks: Mapping[str, int] = {}
    odd: Mapping[str, int] = {}
    separator: str = ""


class Shown(Noun):
    """How a relation is shown: the statement, and what was decided."""

    select: str
    plain: str = ""
    """The statement before keys were read as other tables spell them, where that is another one."""
    notes: tuple[str, ...] = ()
    left_out: Mapping[str, int] = {}
    columns: Mapping[str, ColumnRead] = {}
    long: bool = False
    """Whether columns named by times became its rows: what stood once then stands on many."""
    called: Mapping[str, str] = {}
    """Columns as they were read, with what they are called from here on."""


def shown(
    connection: DuckDBPyConnection,
    relation: str,
    label: str,
    drawn: bool = False,
    units: Mapping[str, str] | None = None,
) -> Shown:
    """Decides it from the data; `drawn`: people laid the table out for people."""
    types = {name: type for name, type, *_ in connection.execute(f"DESCRIBE FROM {relation}").fetchall()}
    kept = without_furniture(connection, relation, types, drawn)
    reads = read_columns(connection, kept.relation, types)
    changed = [f"{read.sql} AS {duck.name(read.column)}" for read in reads if read.sql]
    taken = set(types)
    named = [f"{duck.name(r.column)} AS {duck.name(r.name)}" for r in reads if r.name and r.name not in taken]
    select = f"SELECT *{_listed('RENAME', named)} FROM (SELECT *{_listed('REPLACE', changed)} FROM {kept.relation})"
    columns = {
        (read.name if read.name and read.name not in taken else read.column): ColumnRead(
            unit=(units or {}).get(read.column) or read.unit, marks=read.marks, odd=read.odd, separator=read.separator
        )
        for read in reads
    }
    nested = [
        name for name, type in types.items() if type.endswith(("]", ")")) and not type.startswith(("DECIMAL", "ENUM"))
    ]
    notes = [*kept.notes, *(note for read in reads for note in read.notes)]
    notes += [f"nested values of {', '.join(map(repr, nested))} are shown as text"] if nested else []
    long = wide_to_long(connection, select, list(columns)) if drawn else None
    if long:
        made = next((read for name, read in columns.items() if name in long.periods), ColumnRead())
        columns = {name: columns.get(name, made if name == long.value else ColumnRead()) for name in long.columns}
        select, notes = long.select, [*notes, long.note]
    told = tuple(f"{label}: {note}" for note in notes)
    return Shown(select=select, notes=told, left_out=dict(kept.left_out), columns=columns, long=bool(long))


def _listed(word: str, parts: Sequence[str]) -> str:
    return f" {word} ({', '.join(parts)})" if parts else ""
