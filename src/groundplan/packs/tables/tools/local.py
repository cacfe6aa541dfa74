"""Frames on a DuckDB of their own, for what another backend cannot do and for rows computed here."""

from __future__ import annotations

from typing import Any

from groundplan.sources.frame import Frame

_FAILING = {("sqlite", "StandardDev")}
"""What a backend says it knows and fails at: SQLite divides by 0 where a group has one value."""


def framed(rows: Any) -> Frame:
    """An Arrow table as a frame. Its connection is its own, so that no other run waits for it."""
    import ibis  # slow, and a help text needs none of it

    name = "rows"
    return Frame(ibis.duckdb.connect().create_table(name, _typed(rows)))


def able(df: Frame, *operations: str) -> Frame:
    """The frame where its backend knows these operations; else a copy of its rows on DuckDB, which does."""
    import ibis.expr.operations as known

    backend = df.expr.get_backend()
    if all(
        backend.has_operation(getattr(known, operation)) and (backend.name, operation) not in _FAILING
        for operation in operations
    ):
        return df
    return framed(df.arrow())


def backend_of(df: Frame) -> str:
    """The name of the backend: `duckdb`, `sqlite`, `postgres`."""
    return str(df.expr.get_backend().name)


def _typed(rows: Any) -> Any:
    """A column without any value has no type that DuckDB would keep: call it text."""
    import pyarrow as pa

    fields = [field.with_type(pa.string()) if pa.types.is_null(field.type) else field for field in rows.schema]
    return rows.cast(pa.schema(fields))
