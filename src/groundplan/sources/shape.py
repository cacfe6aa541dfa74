"""What a source holds: tables, their columns, and what is known of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from groundplan.contracts.noun import Noun

ColumnType = Literal["text", "integer", "number", "boolean", "date", "datetime"]
Role = Literal["categorical", "numeric", "temporal", "identifier", "boolean", "text"]


class Column(Noun):
    """One column, profiled."""

    name: str
    type: ColumnType
    role: Role
    """identifier: a key, nearly all distinct; text: long or free; categorical: everything else textual."""
    distinct: int = 0
    nulls: int = 0
    low: Any = None
    high: Any = None
    samples: tuple[Any, ...] = ()
    """A few values, for prompts and for people."""
    values: tuple[str, ...] = ()
    """All distinct values of a text column, if they are few enough to be kept; else empty."""


class Key(Noun):
    """A column that points at another table's column; declared by the database or inferred from the values."""

    column: str
    table: str
    other: str
    declared: bool = False


class Table(Noun):
    """One table of a source."""

    name: str
    columns: tuple[Column, ...]
    rows: int
    keys: tuple[Key, ...] = ()
    title: str = ""
    """What it is a table of, in the words of its file or database."""

    def column(self, name: str) -> Column | None:
        """The column of that name, or None."""
        return next((c for c in self.columns if c.name == name), None)


@dataclass(frozen=True)
class Cell:
    """A value that stands in the data."""

    table: str
    column: str
    value: str


def column_ids(tables: Sequence[Table]) -> dict[str, tuple[str, Column]]:
    """Every column, with its table, by the name a form uses: plain where it is unique, else `table.column`."""
    times = Counter(column.name for table in tables for column in table.columns)
    return {
        (column.name if times[column.name] == 1 else f"{table.name}.{column.name}"): (table.name, column)
        for table in tables
        for column in table.columns
    }
