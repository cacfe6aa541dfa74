"""An opened data source: its description, and its logical tables as relations of one DuckDB connection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from groundplan.errors import SourceError
from groundplan.packs.tableau.calculation.values import SQL_TYPES
from groundplan.packs.tableau.described.description import (
    ROW,
    Described,
    Description,
    LogicalOne,
    Physical,
    Relationship,
    stored,
)
from groundplan.packs.tableau.described.own_files import described, read_files
from groundplan.packs.tableau.described.tableau_file import ENDINGS, read_tableau
from groundplan.sources import duck
from groundplan.sources.cache import fingerprint
from groundplan.sources.columns import read_columns
from groundplan.sources.files import Raw, load_file
from groundplan.sources.places import find_places

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_READ = "#read "
"""Before the name of a column: it is read as figures, dates or truths."""
MEMBERS = 10_000
"""Distinct values of a field that are kept for suggestions."""


class Opened:
    """A data source that can be asked."""

    def __init__(self, description: Description, connection: DuckDBPyConnection, backend: Any = None) -> None:
        self.description = description
        self.connection = connection
        self.backend = backend
        """The connection as ibis sees it, where the source was opened for questions."""
        self._members: dict[str, tuple[Any, ...] | None] = {}
        self._lock = Lock()

    @cached_property
    def asked_of(self) -> Description:
        """The description with the keys of its relationships, by which rows of two tables come together."""
        keys = {name for one in self.description.relationships for _, *names in one.pairs for name in names}
        fields = tuple(
            one.model_copy(update={"hidden": False}) if one.name in keys else one for one in self.description.fields
        )
        return self.description.model_copy(update={"fields": fields})

    def rows(self, sql: str, seconds: float = 60.0) -> list[tuple[Any, ...]]:
        """The rows of a statement, which is stopped after so many seconds."""
        cursor = self.connection.cursor()
        watch = Timer(seconds, cursor.interrupt)
        watch.daemon = True
        watch.start()
        try:
            return cursor.execute(sql).fetchall()
        finally:
            watch.cancel()
            cursor.close()

    def members(self, field: Described) -> tuple[Any, ...] | None:
        """The distinct values of a column, null left out; None where there are too many, or it is no column."""
        if not field.column:
            return None
        with self._lock:
            if field.name not in self._members:
                column = exp.column(stored(field.name), quoted=True)
                asked = exp.select(column).distinct().from_(exp.table_(stored(field.table), quoted=True))
                asked = asked.where(exp.Not(this=exp.Is(this=column, expression=exp.Null()))).limit(MEMBERS + 1)
                found = self.rows(asked.sql("duckdb"))
                self._members[field.name] = tuple(row[0] for row in found) if len(found) <= MEMBERS else None
            return self._members[field.name]

    def close(self) -> None:
        """Gives the connection back."""
        self.connection.close()


def open_sources(
    source: str, cache: Path, data: Mapping[str, str] | None = None, frames: bool = False
) -> tuple[Opened, ...]:
    """Every data source of a file; `data`: the files of logical tables that the file does not name, by caption.

    `frames`: its rows will be asked for as ibis frames.
    """
    path = Path(source).expanduser()
    if path.suffix.lower() not in ENDINGS:
        return (_open_files(source, cache, frames),)
    if not path.is_file():
        raise SourceError(f"no file {source!r}; check the path.")
    found = read_tableau(path.resolve(), cache / "unpacked" / fingerprint(path))
    return tuple(_open_described(one, cache, data or {}, frames) for one in found)


def _open_files(source: str, cache: Path, frames: bool) -> Opened:
    connection = duck.connect(cache / "spill")
    try:
        backend = duck.backend(connection) if frames else None
        read = read_files(connection, (source,), cache)
        description = described(read, Path(source).stem or source)
        many = len(description.tables) > 1
        for table in description.tables:
            fields = [one for one in description.fields if one.table == table.id]
            listed = [f"{_typed(duck.name(one.column), one)} AS {duck.name(stored(one.name))}" for one in fields]
            if many:
                listed.append(f"row_number() OVER () AS {duck.name(ROW)}")
            old = duck.name("raw", f"read {table.id}")
            connection.execute(f"CREATE TABLE {old} AS SELECT {', '.join(listed)} FROM {read.relations[table.id]}")
        for table in description.tables:
            connection.execute(f"DROP VIEW {read.relations[table.id]}")
            kept = duck.name("main", stored(table.id))
            connection.execute(f"CREATE VIEW {kept} AS FROM {duck.name('raw', f'read {table.id}')}")
        duck.lock(connection, read.files)
        return Opened(_counted(connection, description), connection, backend)
    except BaseException:
        connection.close()
        raise


def _open_described(description: Description, cache: Path, data: Mapping[str, str], frames: bool) -> Opened:
    connection = duck.connect(cache / "spill")
    try:
        backend = duck.backend(connection) if frames else None
        notes: list[str] = list(description.notes)
        kept: list[Described] = [one for one in description.fields if not one.column]
        for table in description.tables:
            kept += _logical(connection, description, table, cache, data, notes)
        order = {one.name: place for place, one in enumerate(description.fields)}
        fields = tuple(sorted(kept, key=lambda one: order[one.name]))
        tables = tuple(one for one in description.tables if any(field.table == one.id for field in fields))
        related = tuple(one for one in description.relationships if _holds(one, fields))
        duck.lock(connection, [])
        made = description.model_copy(
            update={"fields": fields, "tables": tables, "relationships": related, "notes": tuple(notes)}
        )
        return Opened(_counted(connection, made), connection, backend)
    except BaseException:
        connection.close()
        raise


def _holds(relationship: Relationship, fields: Iterable[Described]) -> bool:
    names = {one.name for one in fields}
    return all({left, right} <= names for _, left, right in relationship.pairs)


def _logical(
    connection: DuckDBPyConnection,
    description: Description,
    table: LogicalOne,
    cache: Path,
    data: Mapping[str, str],
    notes: list[str],
) -> list[Described]:
    """A logical table, stored under its id with a column for each field that the data have."""
    raws = {one.name: _raw(connection, one, table, cache, data, notes) for one in table.physical}
    own = [one for one in description.fields if one.table == table.id and one.column]
    columns = {name: _columns(connection, raw) for name, raw in raws.items() if raw}
    found: dict[str, tuple[str, str]] = {}
    for field in own:
        place = _held(field, columns)
        if place is None:
            notes.append(f"field {field.caption!r} is left out: {table.caption!r} has no column {field.column!r}")
        else:
            found[field.name] = place
    if not found:
        return []
    reads = {name: _reads(connection, raw) for name, raw in raws.items() if raw}
    kept = [one for one in own if one.name in found]
    listed = [f"{_typed(_read(reads, *found[one.name], one), one)} AS {duck.name(stored(one.name))}" for one in kept]
    joined = _joined(table, raws, columns, reads)
    number = f"row_number() OVER () AS {duck.name(ROW)}"
    made = duck.name("main", stored(table.id))
    connection.execute(f"CREATE TABLE {made} AS SELECT {', '.join([*listed, number])} FROM {joined}")
    notes += _lost(connection, kept, found, reads, joined)
    return kept


def _raw(
    connection: DuckDBPyConnection,
    physical: Physical,
    table: LogicalOne,
    cache: Path,
    data: Mapping[str, str],
    notes: list[str],
) -> Raw | None:
    """The file of a physical table, as it is read."""
    given = data.get(table.caption) or data.get(physical.name)
    if not given and data and not physical.file and len(data) == 1 and next(iter(data)) == "":
        given = data[""]
    file = given or physical.file
    if not file:
        notes.append(f"table {table.caption!r} has no file; give one as {table.caption}=FILE")
        return None
    taken = [row[0] for row in connection.execute("SELECT table_name FROM information_schema.tables").fetchall()]
    raws = [raw for place in find_places((file,)) for raw in load_file(connection, place, taken, cache / "copies")]
    named = [raw for raw in raws if physical.sheet and raw.sheet.casefold() == physical.sheet.casefold()]
    notes += raws[0].notes
    return (named or raws)[0]


def _columns(connection: DuckDBPyConnection, raw: Raw) -> dict[str, str]:
    return {name: type for name, type, *_ in connection.execute(f"DESCRIBE FROM {raw.relation}").fetchall()}


def _held(field: Described, columns: Mapping[str, Mapping[str, str]]) -> tuple[str, str] | None:
    """The physical table and the column of a field; `Order ID (Returns)` is `Order ID` there."""
    for name, known in columns.items():
        prefixed = any(field.column.startswith(f"{one}.") for one in columns)
        own = field.column.startswith(f"{name}.") or not prefixed
        column = field.column.removeprefix(f"{name}.") if own else ""
        plain = column.rpartition(" (")[0]
        for wanted in filter(None, (column, plain)):
            match = next((one for one in known if one.casefold() == wanted.casefold()), None)
            if match:
                return name, match
    return None


def _reads(connection: DuckDBPyConnection, raw: Raw) -> dict[str, str]:
    """How each column is read as figures, dates or truths."""
    types = _columns(connection, raw)
    return {read.column: read.sql for read in read_columns(connection, raw.relation, types) if read.sql}


def _read(reads: Mapping[str, Mapping[str, str]], table: str, column: str, field: Described) -> str:
    """A column of a joined table; a text stands as it is written."""
    plain = column in reads[table] and field.type != "STRING"
    return f"{duck.name(table)}.{duck.name(_READ + column if plain else column)}"


def _typed(sql: str, field: Described) -> str:
    kind = SQL_TYPES.get(field.type, "VARCHAR")
    return f"nullif(CAST({sql} AS VARCHAR), '')" if kind == "VARCHAR" else f"TRY_CAST({sql} AS {kind})"


def _joined(
    table: LogicalOne,
    raws: Mapping[str, Raw | None],
    columns: Mapping[str, Mapping[str, str]],
    reads: Mapping[str, Mapping[str, str]],
) -> str:
    """The physical tables, joined as the source says."""

    def rows(name: str) -> str:
        more = "".join(f", {sql} AS {duck.name(_READ + column)}" for column, sql in reads[name].items())
        return f"(SELECT *{more} FROM {raws[name].relation}) AS {duck.name(name)}"  # type: ignore[union-attr]

    first, *_ = table.physical
    if any(raw is None for raw in raws.values()):
        raise SourceError(f"{table.caption!r} is joined of several tables, and not all have a file; give each one.")
    sql = rows(first.name)
    for join in table.joins:
        on = " AND ".join(f"{_side(left, columns)} {sign} {_side(right, columns)}" for sign, left, right in join.pairs)
        sql += f" {join.kind.upper()} JOIN {rows(join.table)} ON {on}"
    return sql


def _side(place: str, columns: Mapping[str, Mapping[str, str]]) -> str:
    """`[flights.csv].[orig]` as a column that is there."""
    table, _, column = place.strip("[]").partition("].[")
    match = next((one for one in columns.get(table, ()) if one.casefold() == column.casefold()), None)
    if match is None:
        raise SourceError(f"the tables are joined by {place}, which the data do not have; check the files.")
    return f"{duck.name(table)}.{duck.name(match)}"


def _lost(
    connection: DuckDBPyConnection,
    fields: Iterable[Described],
    found: Mapping[str, tuple[str, str]],
    reads: Mapping[str, Mapping[str, str]],
    joined: str,
) -> list[str]:
    """Cells that are not of the type that the source says."""
    typed = [one for one in fields if one.type not in ("STRING", "UNKNOWN", "SPATIAL")]
    if not typed:
        return []
    raw = {one.name: f"{duck.name(found[one.name][0])}.{duck.name(found[one.name][1])}" for one in typed}
    read = {one.name: _typed(_read(reads, *found[one.name], one), one) for one in typed}
    counts = [f"count(nullif(CAST({raw[one.name]} AS VARCHAR), '')) - count({read[one.name]})" for one in typed]
    row = connection.execute(f"SELECT {', '.join(counts)} FROM {joined}").fetchall()[0]
    return [
        f"{count:,} cells of {one.caption!r} are no {one.type.lower()} and are read as missing"
        for one, count in zip(typed, row, strict=True)
        if count > 0
    ]


def _counted(connection: DuckDBPyConnection, description: Description) -> Description:
    """Which ends of a relationship are keys, by the data where the source does not say."""
    fields = {one.name: one for one in description.fields}

    def unique(table: str, names: list[str]) -> bool:
        listed = ", ".join(duck.name(stored(name)) for name in names)
        some = " AND ".join(f"{duck.name(stored(name))} IS NOT NULL" for name in names)
        rows = duck.name("main", stored(table))
        sql = f"SELECT 1 FROM {rows} WHERE {some} GROUP BY {listed} HAVING count(*) > 1 LIMIT 1"
        return all(fields[name].table == table for name in names) and not connection.execute(sql).fetchall()

    made = [
        one.model_copy(
            update={
                "first_unique": one.first_unique or unique(one.first, [left for _, left, _ in one.pairs]),
                "second_unique": one.second_unique or unique(one.second, [right for _, _, right in one.pairs]),
            }
        )
        for one in description.relationships
    ]
    return description.model_copy(update={"relationships": tuple(made)})
