"""Columns of lists, as questions see them: by their parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from groundplan.sources import duck
from groundplan.sources.present import ColumnRead
from groundplan.sources.profile import LENGTH, SAMPLES, VALUES
from groundplan.sources.shape import JSON_LIST, Column, Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

QUOTED = r"""["'\[\]]"""


def with_parts(connection: DuckDBPyConnection, table: Table, reads: Mapping[str, ColumnRead]) -> Table:
    """The table with the parts of its lists in place of whole cells, where there are few enough."""
    cut = {name: read.separator for name, read in reads.items() if read.separator}
    columns = [
        _by_parts(connection, table.name, column, cut[column.name]) if column.name in cut else column
        for column in table.columns
    ]
    return table.model_copy(update={"columns": tuple(columns)})


def _by_parts(connection: DuckDBPyConnection, table: str, column: Column, separator: str) -> Column:
    cell = duck.name(column.name)
    cut = separator
    if separator == JSON_LIST:
        cell, cut = f"regexp_replace({cell}, {duck.text(QUOTED)}, '', 'g')", ","
    cells = connection.execute(f"SELECT {cell}, count(*) FROM {duck.name('main', table)} WHERE {cell} <> '' GROUP BY 1")
    found = Counter[str]()
    for whole, n in cells.fetchall():
        found.update({part: n for part in _parts(whole.split(cut))})
    if not 0 < len(found) <= VALUES:
        return column
    values = [value[:LENGTH] for value, _ in sorted(found.items(), key=lambda one: (-one[1], one[0]))]
    told = {"role": "categorical", "distinct": len(values), "values": tuple(values), "separator": separator}
    return column.model_copy(update={**told, "samples": tuple(values[:SAMPLES])})


def _parts(pieces: Iterable[str]) -> set[str]:
    return {piece.strip() for piece in pieces if piece.strip()}
