"""SQLite files, read-only: what they hold, and whole tables as rows."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from groundplan.errors import SourceError
from groundplan.sources.rows import arrow_table
from groundplan.sources.shape import Key


def open_sqlite(path: Path) -> sqlite3.Connection:
    """A connection that cannot write; threads may share it, one at a time."""
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        connection.text_factory = lambda data: data.decode("utf-8", "replace")  # old files hold other encodings
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        raise SourceError(f"{path.name!r} cannot be read as SQLite ({error}); check that the file is whole.") from error
    return connection


def sqlite_tables(connection: sqlite3.Connection) -> list[str]:
    """Tables and views by name; a view over something that is gone is left out."""
    query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name"
    return [name for (name,) in connection.execute(query).fetchall() if _readable(connection, name)]


def _readable(connection: sqlite3.Connection, table: str) -> bool:
    try:
        connection.execute(f"SELECT * FROM {_quoted(table)} LIMIT 0")
    except sqlite3.OperationalError:
        return False
    return True


def sqlite_rows(connection: sqlite3.Connection, tables: list[str]) -> int:
    """How many rows the tables have together."""
    return sum(connection.execute(f"SELECT count(*) FROM {_quoted(table)}").fetchone()[0] for table in tables)


def sqlite_arrow(connection: sqlite3.Connection, table: str) -> Any:
    """A whole table; SQLite lets a column hold anything, so its values decide the type, not its declaration."""
    cursor = connection.execute(f"SELECT * FROM {_quoted(table)}")
    names = [column[0] for column in cursor.description]
    return arrow_table(names, cursor.fetchall())


def sqlite_misfits(connection: sqlite3.Connection, table: str, numbers: list[str], dates: list[str]) -> dict[str, int]:
    """Columns with cells that are not what the declaration says, and how many; one pass over the table."""
    tests = {name: f"typeof({_quoted(name)}) IN ('text', 'blob')" for name in numbers}
    tests |= {name: f"{_quoted(name)} IS NOT NULL AND date({_quoted(name)}) IS NULL" for name in dates}
    if not tests:
        return {}
    counts = ", ".join(f"total({test})" for test in tests.values())
    found = connection.execute(f"SELECT {counts} FROM {_quoted(table)}").fetchone()
    return {name: int(count) for name, count in zip(tests, found, strict=True) if count}


def sqlite_keys(connection: sqlite3.Connection, table: str) -> list[Key]:
    """The foreign keys that the table declares; one that names no column means the other's primary key."""
    keys = []
    for _, place, other_table, column, other, *_ in connection.execute(f"PRAGMA foreign_key_list({_quoted(table)})"):
        other = other or _primary(connection, other_table, place)
        if other:
            keys.append(Key(column=column, table=other_table, other=other, declared=True))
    return sorted(keys, key=lambda key: (key.column, key.table, key.other))


def _primary(connection: sqlite3.Connection, table: str, place: int) -> str | None:
    columns = [row for row in connection.execute(f"PRAGMA table_info({_quoted(table)})") if row[5]]
    names = [row[1] for row in sorted(columns, key=lambda row: row[5])]
    return names[place] if place < len(names) else None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
