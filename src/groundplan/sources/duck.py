"""The DuckDB connection that file sources share: opened without extensions, locked before the first question."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.sources.lean import import_one_compiler

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

RAW = "raw"
"""The schema of tables as they were read; `main` holds what a question sees."""
BESIDE = "beside"
"""The schema of views over files that are read where they lie."""


def connect(spill: Path) -> DuckDBPyConnection:
    """An in-memory database that may spill to disk and can neither install nor load an extension."""
    import duckdb  # slow to import

    connection = duckdb.connect(
        config={
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "temp_directory": str(spill),
        }
    )
    connection.execute("SET TimeZone = 'UTC'")  # moments with a zone are shown in UTC, on every machine
    connection.execute("SET lambda_syntax = 'ENABLE_SINGLE_ARROW'")  # as ibis 12 writes them
    connection.execute(f"CREATE SCHEMA {RAW}; CREATE SCHEMA {BESIDE}")
    return connection


def lock(connection: DuckDBPyConnection, files: Iterable[Path]) -> None:
    """From here on nothing but these files can be read, nothing written, and no setting changed."""
    connection.execute(f"SET allowed_paths = [{', '.join(text(str(file)) for file in files)}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def backend(connection: DuckDBPyConnection) -> Any:
    """The same connection as ibis sees it."""
    import ibis  # slow to import

    import_one_compiler()
    # ibis sets two settings when it takes a connection over: it must do so before `lock`.
    return ibis.duckdb.from_connection(connection)


def arrow(expr: Any) -> Any:
    """The rows of a table expression, on whatever backend it stands.

    On DuckDB without pandas, which ibis imports (0.15 s) on its own way there, and which these rows never meet. What
    ibis has to prepare before it runs, and columns without a type, go its way.
    """
    import ibis.expr.operations as ops  # slow to import, and here by now
    from ibis.formats.pyarrow import PyArrowData

    backend, schema = expr.get_backend(), expr.schema()
    prepared = expr.op().find((ops.InMemoryTable, ops.ScalarUDF, ops.AggUDF))
    if backend.name != "duckdb" or prepared or any(kind.is_null() for kind in schema.types):
        return expr.to_pyarrow()
    table = backend.con.sql(backend.compile(expr)).to_arrow_table()
    # DuckDB calls the second of two names that differ in capitals otherwise
    return PyArrowData.convert_table(table.rename_columns(list(schema.names)), schema)


def print_of(connection: DuckDBPyConnection, relation: str) -> str:
    """The same for the same rows, in whatever order."""
    rows, total = connection.execute(f"SELECT count(*), sum(hash(rows)) FROM {relation} AS rows").fetchall()[0]
    return f"{rows} {total}"


def ours(relation: str) -> bool:
    """Whether the relation is a table of rows that were read into memory."""
    return relation.startswith(name(RAW) + ".")


def name(*parts: str) -> str:
    """A quoted identifier: `raw`, `my table` gives `"raw"."my table"`."""
    return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


def text(value: str) -> str:
    """A quoted string."""
    return "'" + value.replace("'", "''") + "'"
