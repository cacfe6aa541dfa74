"""Rows compared: as many, and each the same within the last digits of real numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import duckdb

from groundplan.packs.tableau.described.opened import Opened
from groundplan.packs.tableau.run import Result, run
from groundplan.packs.tableau.vizql.query import Query
from groundplan.packs.tableau.vizql.read import read
from groundplan.packs.tableau.vizql.service import QueryOptions

NOW = datetime(2024, 9, 15, 10, 30)
Rows = list[tuple[Any, ...]]


def asked(shop: Opened, query: dict[str, Any], **options: Any) -> Result:
    """The rows of a query as JSON has it."""
    return run(read(Query, query), shop, read(QueryOptions, options, "options"), NOW)


def told(plain: duckdb.DuckDBPyConnection, sql: str) -> Rows:
    """The rows of SQL, as the service writes values."""
    return [tuple(map(_told, row)) for row in plain.execute(sql).fetchall()]


def _told(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return value.isoformat() if isinstance(value, date) else value


def same(found: Iterable[Sequence[Any]], wanted: Iterable[Sequence[Any]], ordered: bool = False) -> bool:
    """Whether these are the same rows."""
    rows, others = ([tuple(row) for row in each] for each in (found, wanted))
    if not ordered:
        rows, others = sorted(rows, key=_key), sorted(others, key=_key)
    return len(rows) == len(others) and all(
        len(row) == len(other) and all(map(_alike, row, other)) for row, other in zip(rows, others, strict=True)
    )


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-7)
    return bool(one == other)


def _key(row: Sequence[Any]) -> list[tuple[str, str]]:
    """Texts before figures: figures differ in their last digits."""
    figures = [isinstance(one, int | float) and not isinstance(one, bool) for one in row]
    texts = [("", str(one)) for one, figure in zip(row, figures, strict=True) if not figure]
    return [*texts, *(("~", f"{one + 0.0:+.5e}") for one, figure in zip(row, figures, strict=True) if figure)]
