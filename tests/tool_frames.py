"""Frames on real databases for the tests of the tools."""

from __future__ import annotations

from typing import Any

import ibis
import pyarrow as pa
import pytest

from groundplan.query.results import rows_of
from groundplan.sources.frame import Frame

BACKENDS = ("duckdb", "sqlite")

QUIET = [
    # ibis 12 calls a method that duckdb 2 renamed, and sets an option that pandas 3 retires.
    pytest.mark.filterwarnings("ignore:fetch_arrow_table:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:The 'future.infer_string' option"),
]
_SQLITE = {"int64": "INTEGER", "double": "REAL", "bool": "BOOLEAN", "date32[day]": "DATE", "timestamp[us]": "TIMESTAMP"}


def table_frame(backend: str, **columns: Any) -> Frame:
    connection = ibis.duckdb.connect() if backend == "duckdb" else ibis.sqlite.connect()
    return Frame(add_table(connection, "t", pa.table(columns)))


def add_table(connection: Any, name: str, table: pa.Table) -> Any:
    if connection.name == "sqlite":
        _write(connection.con, name, table)
        return connection.table(name)
    return connection.create_table(name, table)


def rows(frame: Frame) -> list[tuple[Any, ...]]:
    return list(rows_of(frame.arrow()))


def _write(database: Any, name: str, table: pa.Table) -> None:
    """As another program would: ibis itself cannot write an empty timestamp to SQLite."""
    columns = ", ".join(f'"{field.name}" {_SQLITE.get(str(field.type), "TEXT")}' for field in table.schema)
    database.execute(f'CREATE TABLE "{name}" ({columns})')
    marks = ", ".join("?" * table.num_columns)
    values = [[None if value is None else _stored(value) for value in row.values()] for row in table.to_pylist()]
    database.executemany(f'INSERT INTO "{name}" VALUES ({marks})', values)
    database.commit()


def _stored(value: Any) -> Any:
    return value.isoformat(" ") if hasattr(value, "hour") else value.isoformat() if hasattr(value, "year") else value
