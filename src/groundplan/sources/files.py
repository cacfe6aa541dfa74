"""Files -> tables and views on the shared DuckDB connection."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.errors import SourceError
from groundplan.sources import cache, duck, frames
from groundplan.sources.delimited import read_delimited
from groundplan.sources.encoding import open_bytes
from groundplan.sources.excel import read_sheets
from groundplan.sources.names import renamed, table_name, table_names
from groundplan.sources.places import Place
from groundplan.sources.present import present
from groundplan.sources.servers import open_server
from groundplan.sources.shape import Key
from groundplan.sources.sqlite import open_sqlite, sqlite_arrow, sqlite_keys, sqlite_rows, sqlite_tables
from groundplan.sources.titles import About, one_line

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LARGE = 50_000_000
"""Text files beyond this many bytes are turned into Parquet once; every later question reads the copy."""
COPY_ROWS = 250_000
"""Tables of a database up to this many rows in all are copied into DuckDB, so that every tool works on them."""

Into = Callable[[str], str]


@dataclass(frozen=True)
class Loaded:
    """One table that now stands on the connection."""

    name: str
    notes: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    files: tuple[Path, ...] = ()
    """Files that are read again with every question."""
    title: str = ""


def load_file(connection: DuckDBPyConnection, place: Place, taken: Collection[str], folder: Path) -> list[Loaded]:
    """Every table of the file, under names not yet taken."""
    import duckdb  # slow to import

    try:
        if place.kind in ("delimited", "json"):
            return [_text(connection, place, table_name(place.stem, taken), folder)]
        if place.kind == "parquet":
            return [_parquet(connection, place, table_name(place.stem, taken))]
        if place.kind == "frame":
            return [_frame(connection, place, table_name(place.stem, taken))]
        if place.kind == "excel":
            return _workbook(connection, place, taken)
        if place.kind == "duckdb":
            return _duckdb(connection, place, taken)
        return _sqlite(connection, place, taken) if place.kind == "sqlite" else _server(connection, place, taken)
    except (duckdb.Error, sqlite3.Error, OSError) as error:
        cause = str(error).strip().splitlines()[0]
        raise SourceError(
            f"{place.label!r} cannot be read ({cause}); check that it is whole and not in use."
        ) from error


def _text(connection: DuckDBPyConnection, place: Place, name: str, folder: Path) -> Loaded:
    read = _read_json if place.kind == "json" else read_delimited
    relation = duck.name(duck.RAW, name)
    copy = _copied(connection, place, folder, read) if place.path.stat().st_size > LARGE else None
    if copy:
        path, about = copy
        relation = f"read_parquet({duck.text(str(path))})"
    else:
        path, about = (
            None,
            read(connection, place.path, lambda rows: f"CREATE OR REPLACE TABLE {relation} AS FROM {rows}"),
        )
    notes = [*about.notes, *present(connection, relation, name, place.label)]
    return Loaded(name, tuple(notes), files=(path,) if path else (), title=about.title)


def _copied(
    connection: DuckDBPyConnection, place: Place, folder: Path, read: Callable[[Any, Path, Into], About]
) -> tuple[Path, About] | None:
    """The Parquet copy of a large text file, made if it is not there yet; None where the cache cannot be written."""
    import duckdb  # slow to import

    key = cache.fingerprint(place.path)
    path, beside = folder / f"{key}.parquet", folder / f"{key}.about.json"
    part = folder / f"{key}.{os.getpid()}.part"
    if path.exists() and beside.exists():
        return path, About(**json.loads(beside.read_text("utf-8")))
    options = "FORMAT parquet, COMPRESSION lz4, PARQUET_VERSION v2"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        about = read(connection, place.path, lambda rows: f"COPY (FROM {rows}) TO {duck.text(str(part))} ({options})")
        beside.write_text(json.dumps(about._asdict()), "utf-8")
        os.replace(part, path)
    except (OSError, duckdb.IOException):
        part.unlink(missing_ok=True)
        return None
    cache.prune(folder, path)
    return path, about


def _read_json(connection: DuckDBPyConnection, path: Path, into: Into) -> About:
    with open_bytes(path) as file:
        empty = not file.read(4096).strip()
    if empty:
        raise SourceError(f"{path.name!r} is empty; give a list of records or one record a line.")
    connection.execute(
        into(f"read_json({duck.text(str(path))}, dateformat = '%Y-%m-%d', maximum_object_size = 100000000)")
    )
    return About([])


def _parquet(connection: DuckDBPyConnection, place: Place, name: str) -> Loaded:
    notes = present(connection, f"read_parquet({duck.text(place.address)})", name, place.label)
    return Loaded(name, tuple(notes), files=(place.path,))


def _workbook(connection: DuckDBPyConnection, place: Place, taken: Collection[str]) -> list[Loaded]:
    sheets = list(read_sheets(place.path))
    if not sheets:
        raise SourceError(f"{place.label!r} has no sheet with a header and rows; fill one or give another file.")
    found: list[Loaded] = []
    for sheet, rows, about in sheets:
        name = table_name(place.stem if len(sheets) == 1 else sheet, [*taken, *(one.name for one in found)])
        shown = _store(connection, rows, name, place.label)
        notes = (*(f"{place.label}: {note}" for note in about.notes), *shown)
        found.append(Loaded(name, notes, title=about.title))
    return found


def _store(connection: DuckDBPyConnection, rows: Any, name: str, label: str) -> list[str]:
    relation = duck.name(duck.RAW, name)
    connection.register("incoming", rows)
    connection.execute(f"CREATE TABLE {relation} AS FROM incoming")
    connection.unregister("incoming")
    return present(connection, relation, name, label)


def _frame(connection: DuckDBPyConnection, place: Place, name: str) -> Loaded:
    """Read where it lies, never copied."""
    import duckdb  # slow to import

    rows, notes = frames.rows(place.address)
    relation = duck.name(f"held_{name}")
    if not rows.schema.names:
        raise frames.empty(place.name)
    try:
        connection.register(f"held_{name}", rows)
        if not connection.execute(f"SELECT 1 FROM {relation} LIMIT 1").fetchall():
            raise frames.empty(place.name)
        shown = present(connection, relation, name, place.label)
    except duckdb.Error as error:
        raise frames.unread(place.name, error, "turn its columns into numbers, text or dates") from error
    return Loaded(name, (*(f"{place.label}: {note}" for note in notes), *shown))


def _sqlite(connection: DuckDBPyConnection, place: Place, taken: Collection[str]) -> list[Loaded]:
    """Copied: SQLite itself knows no median and no dates, and lets a column hold anything."""
    source = open_sqlite(place.path)
    try:
        tables = sqlite_tables(source)
        names = dict(zip(tables, table_names(tables, taken), strict=True))
        if not names:
            raise SourceError(f"{place.label!r} holds no table; give another database.")
        if sqlite_rows(source, tables) > COPY_ROWS:
            raise SourceError(too_large(place))
        return [
            Loaded(
                names[table],
                tuple(_store(connection, sqlite_arrow(source, table), names[table], place.label)),
                renamed(sqlite_keys(source, table), names),
            )
            for table in tables
        ]
    finally:
        source.close()


def _server(connection: DuckDBPyConnection, place: Place, taken: Collection[str]) -> list[Loaded]:
    """Copied, to be joined with files."""
    server = open_server(place)
    try:
        if sum(table.count().to_pyarrow().as_py() for table in server.tables.values()) > COPY_ROWS:
            raise SourceError(too_large(place))
        names = dict(zip(server.tables, table_names(server.tables, taken), strict=True))
        return [
            Loaded(
                names[table],
                tuple(_store(connection, rows.to_pyarrow(), names[table], place.label)),
                renamed(server.keys.get(table, []), names),
                title=server.titles.get(table, ""),
            )
            for table, rows in server.tables.items()
        ]
    finally:
        server.close()


def _duckdb(connection: DuckDBPyConnection, place: Place, taken: Collection[str]) -> list[Loaded]:
    """Attached read-only, never copied."""
    alias = table_name(f"file_{len(taken)}_{place.stem}", ())
    connection.execute(f"ATTACH {duck.text(place.address)} AS {duck.name(alias)} (READ_ONLY)")
    tables = connection.execute(
        "SELECT table_schema, table_name FROM information_schema.tables WHERE table_catalog = ? "
        "ORDER BY table_schema <> 'main', 1, 2", [alias],
    ).fetchall()  # fmt: skip
    said = [table if schema == "main" else f"{schema}.{table}" for schema, table in tables]
    names = dict(zip(said, table_names(said, taken), strict=True))
    if not names:
        raise SourceError(f"{place.label!r} holds no table; give another database.")
    titles = _duckdb_titles(connection, alias)
    return [
        Loaded(
            name,
            tuple(present(connection, duck.name(alias, schema, table), name, place.label)),
            renamed(_duckdb_keys(connection, alias, table), names),
            title=titles.get((schema, table), ""),
        )
        for (schema, table), name in zip(tables, names.values(), strict=True)
    ]


def _duckdb_keys(connection: DuckDBPyConnection, alias: str, table: str) -> list[Key]:
    found = connection.execute(
        "SELECT constraint_column_names, referenced_table, referenced_column_names FROM duckdb_constraints() "
        "WHERE database_name = ? AND table_name = ? AND constraint_type = 'FOREIGN KEY' ORDER BY constraint_index",
        [alias, table],
    ).fetchall()
    return [
        Key(column=column, table=other_table, other=other, declared=True)
        for columns, other_table, others in found
        for column, other in zip(columns, others, strict=True)
    ]


def _duckdb_titles(connection: DuckDBPyConnection, alias: str) -> dict[tuple[str, str], str]:
    """The comments on tables and views, by schema and name."""
    found = connection.execute(
        "SELECT schema_name, table_name, comment FROM duckdb_tables() WHERE database_name = $1 UNION ALL "
        "SELECT schema_name, view_name, comment FROM duckdb_views() WHERE database_name = $1", [alias],
    ).fetchall()  # fmt: skip
    return {(schema, table): one_line(comment) for schema, table, comment in found}


def too_large(place: Place) -> str:
    """Why a database cannot stand beside other sources."""
    return (
        f"{place.label!r} holds more than the {COPY_ROWS:,} rows that can be joined with other sources; "
        "ask it alone, or give a smaller extract."
    )
