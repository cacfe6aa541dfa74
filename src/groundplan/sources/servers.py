"""Databases that answer for themselves, through their ibis backend: Postgres, large SQLite files, any other by URL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from sqlite3 import Connection
from typing import Any

from groundplan.errors import SetupError, SourceError
from groundplan.sources import frames
from groundplan.sources.names import renamed, table_name, table_names
from groundplan.sources.places import Place
from groundplan.sources.shape import Key
from groundplan.sources.sqlite import open_sqlite, sqlite_keys, sqlite_misfits, sqlite_tables
from groundplan.sources.titles import one_line

TIMEOUT_SECONDS = 60
POSTGRES_OPTIONS = f"-c default_transaction_read_only=on -c statement_timeout={TIMEOUT_SECONDS}s"
POSTGRES_TABLES = """
    SELECT table_schema, table_name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY table_schema <> 'public', 1, 2
"""
POSTGRES_KEYS = """
    SELECT k.table_schema, k.table_name, k.column_name, p.table_schema, p.table_name, p.column_name
    FROM information_schema.referential_constraints r
    JOIN information_schema.key_column_usage k USING (constraint_schema, constraint_name)
    JOIN information_schema.key_column_usage p ON p.constraint_schema = r.unique_constraint_schema
     AND p.constraint_name = r.unique_constraint_name AND p.ordinal_position = k.position_in_unique_constraint
    ORDER BY 1, 2, 3, 4, 5, 6
"""
POSTGRES_COMMENTS = """
    SELECT n.nspname, c.relname, d.description
    FROM pg_catalog.pg_description d
    JOIN pg_catalog.pg_class c ON c.oid = d.objoid AND d.classoid = 'pg_catalog.pg_class'::regclass AND d.objsubid = 0
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
"""


@dataclass
class Server:
    """An opened database: its tables as ibis expressions, under names that a question can use."""

    backend: Any
    tables: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, list[Key]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    called: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of each table the columns that are called otherwise, with the names that they have now."""
    ours: bool = True
    """Whether we connected; what somebody else opened stays open."""

    def close(self) -> None:
        """Hang up."""
        if self.ours:
            self.backend.disconnect()


def open_server(place: Place, *others: Place) -> Server:
    """Connects; the tables come as ibis expressions of plain types. Expressions of one backend come together."""
    if place.kind == "expression":
        return _expressions((place, *others))
    if place.kind == "postgres":
        return _postgres(place)
    return _sqlite(place) if place.kind == "sqlite" else _other(place)


def _postgres(place: Place) -> Server:
    try:
        import psycopg  # an extra, and slow to import
    except ImportError as error:
        raise SetupError("Postgres needs an extra; type `pip install 'groundplan[postgres]'`.") from error
    import ibis  # slow to import

    try:
        connection = psycopg.connect(place.address, options=POSTGRES_OPTIONS, autocommit=True, connect_timeout=10)
    except psycopg.Error as error:
        cause = str(error).strip().splitlines()[0]
        raise SourceError(f"{place.label!r} cannot be reached ({cause}); check host, name and password.") from error
    server = Server(ibis.postgres.from_connection(connection))
    names: dict[tuple[str, str], str] = {}
    for schema, table in connection.execute(POSTGRES_TABLES).fetchall():
        said = table if schema == "public" else f"{schema}_{table}"
        name = names[schema, table] = table_name(said, server.tables)
        server.tables[name] = plain(server.backend.table(table, database=schema))
    for schema, table, column, *other in connection.execute(POSTGRES_KEYS).fetchall():
        target = names.get((other[0], other[1]))
        if target and (schema, table) in names:
            key = Key(column=column, table=target, other=other[2], declared=True)
            server.keys.setdefault(names[schema, table], []).append(key)
    for schema, table, comment in connection.execute(POSTGRES_COMMENTS).fetchall():
        if (schema, table) in names:
            server.titles[names[schema, table]] = one_line(comment)
    return server


def _sqlite(place: Place) -> Server:
    import ibis  # slow to import

    connection = open_sqlite(place.path)
    server = Server(ibis.sqlite.from_connection(connection))
    tables = sqlite_tables(connection)
    names = dict(zip(tables, table_names(tables, ()), strict=True))
    for table, name in names.items():
        server.tables[name] = plain(_declared(server, connection, table))
        server.keys[name] = list(renamed(sqlite_keys(connection, table), names))
    return server


def _declared(server: Server, connection: Connection, table: str) -> Any:
    """A table whose cells are all of the declared type: SQLite would take any, ibis then breaks on them."""
    import ibis  # slow to import

    expression = server.backend.table(table)
    kinds = dict(expression.schema().items())
    numbers = [name for name, kind in kinds.items() if kind.is_numeric() or kind.is_boolean()]
    dates = [name for name, kind in kinds.items() if kind.is_date() or kind.is_timestamp()]
    changed = {}
    for name, count in sqlite_misfits(connection, table, numbers, dates).items():
        column = expression[name]
        if name in numbers:
            changed[name] = ibis.cases((column.typeof().isin(["integer", "real"]), column))
            server.notes.append(f"{table}: cells of {name!r} that are no numbers ({count}) count as missing")
        else:
            changed[name] = column.cast("string")
    return expression.mutate(**changed) if changed else expression


def _expressions(places: Sequence[Place]) -> Server:
    """Asked where they live, by whoever opened them."""
    server = Server(frames.backend(places[0].address), ours=False)
    for place in places:
        expression = plain(frames.held(place.address))
        try:
            empty = not expression.limit(1).to_pyarrow().num_rows
        except Exception as error:  # each backend has its own tree of errors
            raise frames.unread(place.name, error, "give the path or the URL of its database instead") from error
        if empty:
            raise frames.empty(place.name)
        server.tables[table_name(place.name, server.tables)] = expression
    return server


def _other(place: Place) -> Server:
    import ibis  # slow to import

    scheme = place.address.partition("://")[0].partition("+")[0]
    try:
        backend = ibis.connect(place.address)
    except ImportError as error:
        extra = f"pip install 'ibis-framework[{scheme}]'"
        raise SetupError(f"the database kind {scheme!r} needs an extra; type `{extra}`.") from error
    except (AttributeError, ValueError, NotImplementedError) as error:
        raise SourceError(f"no database kind {scheme!r} is known; give a file, or a postgres:// URL.") from error
    except Exception as error:  # each backend has its own tree of errors
        cause = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise SourceError(f"{place.label!r} cannot be opened ({cause}); check host, name and password.") from error
    server = Server(backend)
    for table in sorted(backend.list_tables()):
        server.tables[table_name(table, server.tables)] = plain(backend.table(table))
    return server


def plain(table: Any) -> Any:
    """The table with types that every tool knows: numbers, text, booleans, dates and moments."""
    changed = {}
    for name, kind in table.schema().items():
        if kind.is_decimal():
            changed[name] = table[name].cast("float64")
        elif kind.is_timestamp():
            changed |= {name: table[name].cast("timestamp")} if kind.timezone else {}  # the session speaks UTC
        elif not (kind.is_numeric() or kind.is_string() or kind.is_boolean() or kind.is_date()):
            changed[name] = table[name].cast("string")
    return table.mutate(**changed) if changed else table
