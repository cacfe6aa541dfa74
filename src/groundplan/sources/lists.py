"""Columns of lists, as questions see them: by their parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from groundplan.sources import duck
from groundplan.sources.present import ColumnRead
from groundplan.sources.profile import LENGTH, SAMPLES, VALUES
from groundplan.sources.shape import JSON_LIST, Column, Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

QUOTED = re.compile(r"""["'\[\]]""")


def with_parts(connection: DuckDBPyConnection, table: Table, reads: Mapping[str, ColumnRead]) -> Table:
    """The table with the parts of its lists in place of whole cells, where there are few enough."""
    cut = {name: read.separator for name, read in reads.items() if read.separator}
    columns = [
        by_parts(column, _cells(connection, table.name, column.name), cut[column.name])
        if column.name in cut
        else column
        for column in table.columns
    ]
    return table.model_copy(update={"columns": tuple(columns)})


def by_parts(column: Column, cells: Mapping[str, int], separator: str) -> Column:
    """The column by the parts of its cells; without a separator, by whole cells."""
    found = parts_of(cells, separator) if separator else Counter(dict(cells))
    if not 0 < len(found) <= VALUES:
        return column.model_copy(update={"separator": ""})
    values = [value[:LENGTH] for value, _ in sorted(found.items(), key=lambda one: (-one[1], one[0]))]
    told = {"role": "categorical", "distinct": len(values), "values": tuple(values), "separator": separator}
    return column.model_copy(update={**told, "samples": tuple(values[:SAMPLES])})


def parts_of(cells: Mapping[str, int], separator: str) -> Counter[str]:
    """The parts of cells, with the number of rows that each stands in."""
    found = Counter[str]()
    for whole, times in cells.items():
        cell, cut = (QUOTED.sub("", whole), ",") if separator == JSON_LIST else (whole, separator)
        found.update({piece: times for part in cell.split(cut) if (piece := part.strip())})
    return found


def _cells(connection: DuckDBPyConnection, table: str, column: str) -> Mapping[str, int]:
    cell = duck.name(column)
    query = f"SELECT {cell}, count(*) FROM {duck.name('main', table)} WHERE {cell} <> '' GROUP BY 1"
    return dict(connection.execute(query).fetchall())
