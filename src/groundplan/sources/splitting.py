"""Things found inside a file become tables of their own, so that what stands on each line counts once for its thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from groundplan.contracts import Noun
from groundplan.sources import duck
from groundplan.sources.model.header import singular
from groundplan.sources.model.things import Thing

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Split(Noun):
    """The statements that split one table, the tables there are then, and what to tell."""

    table: str
    statements: tuple[str, ...]
    lines: str
    things: tuple[str, ...]
    keys: tuple[str, ...]
    """What tells the rows of each thing apart."""
    note: str


def split(table: str, columns: Sequence[str], things: Sequence[Thing], ours: bool) -> Split:
    """`ours`: the rows are in memory, not read where they lie."""
    kind = "TABLE" if ours else "VIEW"
    whole = duck.name(duck.BESIDE, table)
    lines = next((f"{singular(table)}_lines" for thing in things if thing.name == table), table)
    numbered = f"(SELECT *, row_number() OVER () AS __place FROM {whole})"
    statements = []
    for thing in things:
        key = duck.name(thing.key)
        firsts = ", ".join(
            f"arg_min({duck.name(column)}, __place) FILTER ({duck.name(column)} IS NOT NULL) AS {duck.name(column)}"
            for column in thing.columns
        )
        ordered = f"SELECT {key}, {firsts} FROM {numbered} GROUP BY {key} ORDER BY min(__place)"
        statements.append(f"CREATE {kind} {duck.name('main', thing.name)} AS {ordered}")
    gone = {column for thing in things for column in thing.columns}
    rest = ", ".join(duck.name(column) for column in columns if column not in gone)
    statements.append(f"CREATE {kind} {duck.name('main', lines)} AS SELECT {rest} FROM {whole}")
    named = "; ".join(
        f"{thing.name!r} ({', '.join(map(repr, thing.columns))}), told apart by {thing.key!r}" for thing in things
    )
    note = f"columns that belong to something coarser than a row are a table of their own: {named}"
    names, keys = tuple(thing.name for thing in things), tuple(thing.key for thing in things)
    return Split(table=table, statements=tuple(statements), lines=lines, things=names, keys=keys, note=note)


def carry_out(connection: DuckDBPyConnection, one: Split, select: str, ours: bool) -> None:
    """The table moves aside; its parts take its place."""
    here, aside = duck.name("main", one.table), duck.name(duck.BESIDE, one.table)
    kind = "TABLE" if ours else "VIEW"
    connection.execute(f"CREATE {kind} {aside} AS {f'FROM {here}' if ours else select}")
    connection.execute(f"DROP {kind} {here}")
    for statement in one.statements:
        connection.execute(statement)
    if ours:
        connection.execute(f"DROP TABLE {aside}")
