"""What is asked of the data while a model is made: on DuckDB by SQL, on a database's own backend by expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from groundplan.sources import duck
from groundplan.sources.measure import SOME

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HEAD = 1_000


class Evidence(Protocol):
    """How the data are asked."""

    @property
    def estimates(self) -> str:
        """Where the figures come from that are not counted in large tables."""

    def distinct(self, table: str, columns: Sequence[str]) -> int:
        """How many different values the columns have together, rows with a blank among them left out."""

    def found(self, table: str, columns: Sequence[str], other: str, others: Sequence[str]) -> tuple[int, int, str]:
        """Rows with all columns filled, those whose values stand in the other table, and one that does not."""

    def folded(self, table: str, column: str, other: str, key: str) -> tuple[int, int, int, str]:
        """Filled rows, those found in the other table, those found without regard to capitals, and one of these."""

    def counts(self, table: str, column: str) -> Mapping[Any, int]:
        """Every value of a column, with how often it stands there."""

    def rows(self, query: str) -> list[Any]:
        """The rows of a query over the tables; none where only expressions can be asked."""

    def head(self, table: str) -> Mapping[str, Sequence[Any]]:
        """The first rows, column by column: what does not hold there need not be asked of all rows."""


class DuckEvidence:
    """By SQL."""

    estimates = "estimated over all rows"

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._heads: dict[str, Mapping[str, Sequence[Any]]] = {}

    def distinct(self, table: str, columns: Sequence[str]) -> int:
        """One grouping."""
        listed = ", ".join(map(duck.name, columns))
        filled = " AND ".join(f"{duck.name(column)} IS NOT NULL" for column in columns)
        query = f"SELECT count(*) FROM (SELECT DISTINCT {listed} FROM {duck.name('main', table)} WHERE {filled})"
        return int(self.rows(query)[0][0])

    def found(self, table: str, columns: Sequence[str], other: str, others: Sequence[str]) -> tuple[int, int, str]:
        """One join against the distinct values of the other side."""
        here = ", ".join(map(duck.name, columns))
        there = ", ".join(map(duck.name, others))
        filled = " AND ".join(f"{duck.name(column)} IS NOT NULL" for column in columns)
        known = f"({here}) IN (SELECT ({there}) FROM {duck.name('main', other)})"
        if len(columns) == 1:
            known = f"{here} IN (SELECT {there} FROM {duck.name('main', other)} WHERE {there} IS NOT NULL)"
        query = (
            f"SELECT count(*), count(*) FILTER ({known}), "
            f"min(CAST({duck.name(columns[0])} AS VARCHAR)) FILTER (NOT ({known})) "
            f"FROM {duck.name('main', table)} WHERE {filled}"
        )
        filled_rows, found_rows, against = self.rows(query)[0]
        return filled_rows, found_rows, against or ""

    def folded(self, table: str, column: str, other: str, key: str) -> tuple[int, int, int, str]:
        """Of the different values; none if two keys are alike but for their capitals."""
        cell, one = duck.name(column), duck.name(key)
        there = f"(SELECT {one} AS one, lower({one}) AS low FROM {duck.name('main', other)} WHERE {one} IS NOT NULL)"
        here = f"(SELECT {cell} AS cell, count(*) AS n FROM {duck.name('main', table)} WHERE {cell} <> '' GROUP BY 1)"
        same, alike = f"cell IN (SELECT one FROM {there})", f"lower(cell) IN (SELECT low FROM {there})"
        query = (
            f"SELECT sum(n), sum(n) FILTER ({same}), sum(n) FILTER ({alike}), "
            f"min(cell) FILTER ({alike} AND NOT {same}), "
            f"(SELECT count(DISTINCT one) = count(DISTINCT low) FROM {there}) FROM {here}"
        )
        filled, exact, found, such, apart = self.rows(query)[0]
        return (filled or 0, exact or 0, (found or 0) if apart else 0, such or "")

    def counts(self, table: str, column: str) -> Mapping[Any, int]:
        """One grouping."""
        cell = duck.name(column)
        query = f"SELECT {cell}, count(*) FROM {duck.name('main', table)} WHERE {cell} IS NOT NULL GROUP BY 1"
        return dict(self.rows(query))

    def rows(self, query: str) -> list[Any]:
        """As DuckDB gives them."""
        return self._connection.execute(query).fetchall()

    def head(self, table: str) -> Mapping[str, Sequence[Any]]:
        """Asked once for each table."""
        if table not in self._heads:
            found = self._connection.execute(f"FROM {duck.name('main', table)} LIMIT {HEAD}")
            names = [name for name, *_ in found.description or ()]
            columns = list(zip(*found.fetchall(), strict=True)) or [()] * len(names)
            self._heads[table] = dict(zip(names, columns, strict=True))
        return self._heads[table]


class IbisEvidence:
    """By expressions, on any backend."""

    estimates = f"estimated from a sample of {SOME:,} rows"

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self._tables = tables

    def distinct(self, table: str, columns: Sequence[str]) -> int:
        """One grouping."""
        rows = self._tables[table].select(*columns).drop_null().distinct()
        return int(rows.count().to_pyarrow().as_py())

    def found(self, table: str, columns: Sequence[str], other: str, others: Sequence[str]) -> tuple[int, int, str]:
        """A semi-join."""
        filled = self._tables[table].select(*columns).drop_null()
        right = self._tables[other].select(*others).drop_null().distinct()
        on = [filled[here] == right[there] for here, there in zip(columns, others, strict=True)]
        rows = int(filled.count().to_pyarrow().as_py())
        found = int(filled.semi_join(right, on).count().to_pyarrow().as_py())
        return rows, found, ""

    def folded(self, table: str, column: str, other: str, key: str) -> tuple[int, int, int, str]:
        """None: its rows are not ours to read otherwise."""
        return 0, 0, 0, ""

    def counts(self, table: str, column: str) -> Mapping[Any, int]:
        """One grouping."""
        values = self._tables[table].select(cell=column).drop_null()
        found = values.group_by("cell").aggregate(times=values.count()).to_pyarrow()
        return dict(zip(found["cell"].to_pylist(), found["times"].to_pylist(), strict=True))

    def rows(self, query: str) -> list[Any]:
        """None: text is no question that every backend takes."""
        return []

    def head(self, table: str) -> Mapping[str, Sequence[Any]]:
        """None, as of rows."""
        return {}
