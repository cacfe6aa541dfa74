"""Files -> relations on the shared DuckDB connection, as they stand."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.errors import SourceError
from groundplan.sources import cache, duck, frames
from groundplan.sources.delimited import read_delimited
from groundplan.sources.encoding import open_bytes, open_text
from groundplan.sources.excel import read_sheets
from groundplan.sources.layout import Block
from groundplan.sources.names import renamed, table_name, table_names
from groundplan.sources.places import Place
from groundplan.sources.rows import arrow_table, text_table
from groundplan.sources.servers import open_server
from groundplan.sources.shape import Key
from groundplan.sources.small_text import SMALL, read_small
from groundplan.sources.sqlite import open_sqlite, sqlite_arrow, sqlite_keys, sqlite_rows, sqlite_tables
from groundplan.sources.titles import About, one_line

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LARGE = 50_000_000
"""Text files beyond this many bytes are turned into Parquet once; every later question reads the copy."""
GROUP = 61_440
"""Rows of a copy that one core reads at a time; DuckDB would give 100,000 rows to a single one."""
DEPTH = 3
"""Objects within objects that become columns."""
COPY_ROWS = 250_000
"""Tables of a database up to this many rows in all are copied into DuckDB, so that every tool works on them."""

Into = Callable[[str], str]


@dataclass(frozen=True)
class Raw:
    """One table of a source as it stands, before its columns are understood."""

    name: str
    relation: str
    label: str
    """What a person calls the file."""
    notes: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    files: tuple[Path, ...] = ()
    """Files that are read again with every question."""
    title: str = ""
    file: bool = False
    """Whether it is a file of its own, not a table of a database: things may stand inside of it."""
    sheet: str = ""
    """The sheet of a workbook it stands on."""
    drawn: bool = False
    """Whether people laid it out for people: a text file or a sheet."""
    units: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)
    """Columns that a model calls otherwise, with its names for them."""
    wanted: Mapping[str, str] = field(default_factory=dict)
    """Columns as they are read, with what their people call them."""


def load_file(connection: DuckDBPyConnection, place: Place, taken: Collection[str], folder: Path) -> list[Raw]:
    """Every table of the file, under names not yet taken."""
    import duckdb  # slow to import

    try:
        if place.kind == "delimited":
            return _delimited(connection, place, taken, folder)
        if place.kind == "json":
            return [_large(connection, place, table_name(place.stem, taken), folder, _read_json)]
        if place.kind == "parquet":
            name, relation = table_name(place.stem, taken), f"read_parquet({duck.text(place.address)})"
            _must_hold_rows(connection, relation, place)  # a damaged file is told here
            return [Raw(name, relation, place.label, files=(place.path,), file=True)]
        if place.kind == "frame":
            return [_frame(connection, place, table_name(place.stem, taken))]
        if place.kind == "excel":
            return _workbook(connection, place, taken)
        if place.kind == "duckdb":
            return _duckdb(connection, place, taken)
        return _sqlite(connection, place, taken) if place.kind == "sqlite" else _server(connection, place, taken)
    except (duckdb.Error, sqlite3.Error, OSError) as error:
        cause = str(error).strip().splitlines()[0].replace(place.address, place.label).strip(" .")
        raise SourceError(
            f"{place.label!r} cannot be read ({cause}); check that it is whole and not in use."
        ) from error


def _delimited(connection: DuckDBPyConnection, place: Place, taken: Collection[str], folder: Path) -> list[Raw]:
    """Every row is looked at where there are not too many of them."""
    if place.path.stat().st_size > SMALL:
        return [_large(connection, place, table_name(place.stem, taken), folder, read_delimited)]
    with open_text(place.path) as text:
        found = read_small(text, place.label)
        names = _block_names(place.stem, found, taken)
        notes = [*text.notes, *(["it is no workbook but text, and was read so"] if place.called_workbook else [])]
        return [
            _block(connection, block, name, place.label, text_table(block.names, block.rows), notes)
            for block, name in zip(found, names, strict=True)
        ]


def _block_names(stem: str, found: Sequence[Block], taken: Collection[str]) -> tuple[str, ...]:
    """Of several tables in one place each is called by its title, if it has one."""
    if len(found) == 1:
        return (table_name(stem, taken),)
    return table_names([block.title if 0 < len(block.title) <= 40 else stem for block in found], taken)


def _block(
    connection: DuckDBPyConnection,
    block: Block,
    name: str,
    label: str,
    rows: Any,
    notes: Sequence[str],
    where: str = "",
) -> Raw:
    relation = _stored(connection, rows, name)
    first = "the first line stands" if block.above == 1 else f"the first {block.above} lines stand"
    above = f"{first} above the header{where} and {'was' if block.above == 1 else 'were'} passed over"
    below = [
        f"{n} {what}{'' if n == 1 else 's'} left out" for what, n in block.left_out.items() if what != "broken row"
    ]
    told = [*notes, *([above] if block.above else []), *block.notes, *below]
    units = {column: unit for column, unit in zip(block.names, block.units, strict=False) if unit}
    left_out = {**({"row above the header": block.above} if block.above else {}), **block.left_out}
    notes = tuple(f"{label}: {note}" for note in told)
    return Raw(name, relation, label, notes, title=block.title, file=True, drawn=True, units=units, left_out=left_out)


def _large(
    connection: DuckDBPyConnection, place: Place, name: str, folder: Path, read: Callable[[Any, Path, Into], About]
) -> Raw:
    relation = duck.name(duck.RAW, name)
    copy = _copied(connection, place, folder, read) if place.path.stat().st_size > LARGE else None
    if copy:
        path, about = copy
        relation = f"read_parquet({duck.text(str(path))})"
        _must_hold_rows(connection, relation, place, about.notes)
        return Raw(name, relation, place.label, tuple(about.notes), files=(path,), title=about.title, file=True)
    about = read(connection, place.path, lambda rows: f"CREATE OR REPLACE TABLE {relation} AS FROM {rows}")
    _must_hold_rows(connection, relation, place, about.notes)
    return Raw(
        name, relation, place.label, tuple(about.notes), title=about.title, file=True, drawn=place.kind == "delimited"
    )


def _must_hold_rows(connection: DuckDBPyConnection, relation: str, place: Place, notes: Sequence[str] = ()) -> None:
    if not connection.execute(f"SELECT 1 FROM {relation} LIMIT 1").fetchall():
        cause = f" ({'; '.join(notes)})" if notes else ""
        raise SourceError(f"no row of {place.label!r} could be read{cause}; check that it is a table with rows.")


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
    options = f"FORMAT parquet, COMPRESSION lz4, PARQUET_VERSION v2, ROW_GROUP_SIZE {GROUP}"
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
    """Records, one a line or in a list, or under the one name of an object that holds a list of them."""
    with open_bytes(path) as file:
        head = file.read(4096).strip()
    if not head:
        raise SourceError(f"{path.name!r} is empty; give a list of records or one record a line.")
    read = f"(FROM read_json({duck.text(str(path))}, dateformat = '%Y-%m-%d', maximum_object_size = 100000000))"
    types = _types(connection, read)
    if head.startswith(b"{") and connection.execute(f"SELECT count(*) FROM {read}").fetchall()[0][0] == 1:
        lists = [name for name, type in types.items() if type.startswith("STRUCT(") and type.endswith("[]")]
        if len(lists) == 1:
            read = f"(SELECT unnest({duck.name(lists[0])}, max_depth := 2) FROM {read})"
            types = _types(connection, read)
    if set(types) == {"json"} or (head.startswith(b"[") and types.get("json", "").startswith(("JSON", "UNION"))):
        raise SourceError(f"{path.name!r} holds no records; give a list of objects or one object a line.")
    for _ in range(DEPTH):
        nested = [name for name, type in types.items() if type.startswith("STRUCT(") and not type.endswith("]")]
        if not nested:
            break
        read, types = _flat(connection, read, types, nested)
    connection.execute(into(read))
    return About([])


def _types(connection: DuckDBPyConnection, relation: str) -> dict[str, str]:
    return {name: str(type) for name, type, *_ in connection.execute(f"DESCRIBE FROM {relation}").fetchall()}


def _flat(
    connection: DuckDBPyConnection, read: str, types: Mapping[str, str], nested: Sequence[str]
) -> tuple[str, dict[str, str]]:
    """Objects inside of records as columns: `place` with `street` gives `place_street`."""
    picked: list[str] = []
    taken = {name.lower() for name in types if name not in nested}
    for name in types:
        column = duck.name(name)
        if name not in nested:
            picked.append(column)
            continue
        for part in _types(connection, f"(SELECT unnest({column}) FROM {read})"):
            called = f"{name}_{part}" if f"{name}_{part}".lower() not in taken else f"{name}_{part}_2"
            taken.add(called.lower())
            picked.append(f"{column}[{duck.text(part)}] AS {duck.name(called)}")
    flat = f"(SELECT {', '.join(picked)} FROM {read})"
    return flat, _types(connection, flat)


def _workbook(connection: DuckDBPyConnection, place: Place, taken: Collection[str]) -> list[Raw]:
    found, without = read_sheets(place.path)
    if not found:
        raise SourceError(f"{place.label!r} has no sheet with a header and rows; fill one or give another file.")
    sheets = [sheet for sheet, _ in found]
    said = [
        place.stem if len(found) == 1 else block.title if sheets.count(sheet) > 1 and block.title else sheet
        for sheet, block in found
    ]
    notes = [f"sheet {sheet!r} holds no table and was not read" for sheet in without]
    made: list[Raw] = []
    for (sheet, block), name in zip(found, table_names(said, taken), strict=True):
        rows = arrow_table(block.names, block.rows)
        raw = _block(connection, block, name, place.label, rows, [] if made else notes, f" of sheet {sheet!r}")
        made.append(replace(raw, sheet=sheet))
    return made


def _stored(connection: DuckDBPyConnection, rows: Any, name: str) -> str:
    relation = duck.name(duck.RAW, name)
    connection.register("incoming", rows)
    connection.execute(f"CREATE TABLE {relation} AS FROM incoming")
    connection.unregister("incoming")
    return relation


def _frame(connection: DuckDBPyConnection, place: Place, name: str) -> Raw:
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
    except duckdb.Error as error:
        raise frames.unread(place.name, error, "turn its columns into numbers, text or dates") from error
    return Raw(name, relation, place.label, tuple(f"{place.label}: {note}" for note in notes), file=True)


def _sqlite(connection: DuckDBPyConnection, place: Place, taken: Collection[str]) -> list[Raw]:
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
            Raw(
                names[table],
                _stored(connection, sqlite_arrow(source, table), names[table]),
                place.label,
                keys=renamed(sqlite_keys(source, table), names),
            )
            for table in tables
        ]
    finally:
        source.close()


def _server(connection: DuckDBPyConnection, place: Place, taken: Collection[str]) -> list[Raw]:
    """Copied, to be joined with files."""
    server = open_server(place)
    try:
        if sum(table.count().to_pyarrow().as_py() for table in server.tables.values()) > COPY_ROWS:
            raise SourceError(too_large(place))
        names = dict(zip(server.tables, table_names(server.tables, taken), strict=True))
        return [
            Raw(
                names[table],
                _stored(connection, rows.to_pyarrow(), names[table]),
                place.label,
                keys=renamed(server.keys.get(table, []), names),
                title=server.titles.get(table, ""),
            )
            for table, rows in server.tables.items()
        ]
    finally:
        server.close()


def _duckdb(connection: DuckDBPyConnection, place: Place, taken: Collection[str]) -> list[Raw]:
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
        Raw(
            name,
            duck.name(alias, schema, table),
            place.label,
            keys=renamed(_duckdb_keys(connection, alias, table), names),
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
