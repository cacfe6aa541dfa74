"""A query of an opened source -> its rows, as the service gives them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from groundplan.packs.tableau.compiled.statement import Shown, Statement, statement
from groundplan.packs.tableau.described.opened import Opened
from groundplan.packs.tableau.faults import Fault, Refused
from groundplan.packs.tableau.vizql import query as nouns
from groundplan.packs.tableau.vizql.service import QueryOptions

SECONDS = 60.0


@dataclass(frozen=True)
class Result:
    """Rows with their columns."""

    columns: tuple[Shown, ...]
    rows: list[tuple[Any, ...]]
    cut: bool = False
    """Whether a row limit left rows out."""
    sql: str = ""

    def objects(self) -> list[dict[str, Any]]:
        """A row as an object: by the key of each field."""
        keys = [one.key for one in self.columns]
        return [dict(zip(keys, row, strict=True)) for row in self.rows]

    def arrays(self) -> list[list[Any]]:
        """A row by the places of the fields."""
        return [list(row) for row in self.rows]


def run(
    query: nouns.Query,
    source: Opened,
    options: QueryOptions | None = None,
    now: datetime | None = None,
    seconds: float = SECONDS,
    hidden: bool = False,
) -> Result:
    """The rows of a query, or a `Refused`; `hidden`: keys that people do not see may be asked for."""
    made = statement(query, source.description, options or QueryOptions(), now or datetime.now(), hidden)
    return of_statement(made, source, seconds)


def of_statement(made: Statement, source: Opened, seconds: float = SECONDS) -> Result:
    """The rows of a statement."""
    import duckdb  # slow to import, and here by now

    sql = made.sql.sql("duckdb")
    try:
        found = source.rows(sql, seconds)
    except duckdb.InterruptException as error:
        told = f"the query took longer than {seconds:.0f} seconds and was stopped"
        raise Refused([Fault(code="timeout", where="query", message=told, error_code="408000")]) from error
    except (duckdb.OutOfRangeException, duckdb.ConversionException, duckdb.InvalidInputException) as error:
        cause = str(error).strip().splitlines()[0]
        told = f"a value cannot be computed ({cause})"
        suggestion = "filter such rows out, or turn figures into real numbers with FLOAT(...)"
        raise Refused([Fault(code="no-value", where="query", message=told, suggestion=suggestion)]) from error
    cut = made.limit is not None and len(found) > made.limit
    kept = found[: made.limit] if cut else found
    return Result(made.columns, [_row(row, made.columns) for row in kept], cut, sql)


def _row(row: Sequence[Any], columns: Sequence[Shown]) -> tuple[Any, ...]:
    return tuple(_value(value, column) for value, column in zip(row, columns, strict=True))


def _value(value: Any, column: Shown) -> Any:
    """As JSON has it: no number that is none, days as days, moments with their time."""
    if isinstance(value, Decimal):
        value = int(value) if value == value.to_integral_value() and column.type == "INTEGER" else float(value)
    if isinstance(value, float):
        return value + 0.0 if math.isfinite(value) else None  # no zero below zero
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return value.isoformat() if isinstance(value, date) else value
