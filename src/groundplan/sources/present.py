"""A table as it was read -> the view a question sees: plain types, amounts as numbers, written dates as dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from groundplan.sources import duck
from groundplan.sources.furniture import without_furniture
from groundplan.sources.guess import Guess, guesses, told

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SAMPLE = 200
PLAIN = {
    "BIGINT", "INTEGER", "SMALLINT", "TINYINT", "UBIGINT", "UINTEGER", "USMALLINT", "UTINYINT",
    "DOUBLE", "FLOAT", "BOOLEAN", "DATE", "TIMESTAMP", "VARCHAR",
}  # fmt: skip
CODES = re.compile(r"(^|[_\W])(id|zip|postcode|postal|phone|tel|fax|code|isbn|ssn|sku)s?($|[_\W\d])", re.IGNORECASE)
"""Names whose digits are no quantity, however they are written."""


def present(connection: DuckDBPyConnection, relation: str, view: str, label: str) -> list[str]:
    """Makes the view; gives what a person should know of it."""
    columns = [(name, type) for name, type, *_ in connection.execute(f"DESCRIBE FROM {relation}").fetchall()]
    changed = {name: made for name, type in columns if (made := _plain(name, type))}
    kept = without_furniture(connection, relation, dict(columns))
    found, notes = _found(connection, kept.relation, [name for name, type in columns if type == "VARCHAR"])
    read = {guess.column: guess.reading for guess in found}
    shown = [f"{reading} AS {duck.name(name)}" for name, reading in {**changed, **read}.items()]
    named = [f"{duck.name(g.column)} AS {duck.name(g.name)}" for g in found if g.name not in dict(columns)]
    select = f"SELECT *{_listed('RENAME', named)} FROM (SELECT *{_listed('REPLACE', shown)} FROM {kept.relation})"
    connection.execute(f"CREATE VIEW {duck.name('main', view)} AS {select}")
    notes = [*kept.notes, *notes]
    nested = [name for name, type in columns if type.endswith(("]", ")")) and not type.startswith(("DECIMAL", "ENUM"))]
    notes += [f"nested values of {', '.join(map(repr, nested))} are shown as text"] if nested else []
    return [f"{label}: {note}" for note in notes]


def _listed(word: str, parts: Sequence[str]) -> str:
    return f" {word} ({', '.join(parts)})" if parts else ""


def _plain(name: str, type: str) -> str | None:
    """An expression of a type that every tool knows, or None if it is one already."""
    column = duck.name(name)
    if type in PLAIN:
        return None
    if type.startswith(("DECIMAL", "HUGEINT", "UHUGEINT")):
        return f"CAST({column} AS DOUBLE)"
    if type.startswith("TIMESTAMP"):
        return f"CAST({column} AS TIMESTAMP)"
    return f"CAST({column} AS VARCHAR)"


def _found(connection: DuckDBPyConnection, relation: str, texts: Sequence[str]) -> tuple[list[Guess], list[str]]:
    """Text columns that hold something else throughout, and what to tell of it."""
    every = _guessed(connection, relation, texts)
    if not every:
        return [], []
    tests = [count for guess in every for count in guess.counts]
    counts = connection.execute(f"SELECT {', '.join(tests)} FROM {relation}").fetchall()[0]
    fitting = {guess: missing for guess, misfits, missing in zip(every, counts[::2], counts[1::2], strict=True)
               if not misfits}  # fmt: skip
    first = {guess.column: guess for guess in reversed(fitting)}
    found = [guess for guess in fitting if first[guess.column] is guess]
    return found, [note for guess in found for note in told(guess, fitting[guess], list(fitting))]


def _guessed(connection: DuckDBPyConnection, relation: str, texts: Sequence[str]) -> list[Guess]:
    """What the first cells look like."""
    names = [name for name in texts if not CODES.search(name)]
    if not names:
        return []
    picked = ", ".join(map(duck.name, names))
    rows = connection.execute(f"SELECT {picked} FROM {relation} LIMIT {SAMPLE}").fetchall()
    columns = zip(names, zip(*rows, strict=True), strict=False)
    return [guess for name, cells in columns for guess in guesses(name, cells)]
