"""What a source holds: tables, their columns, and what is known of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from groundplan.contracts.noun import Noun
from groundplan.contracts.source_model import Figure

ColumnType = Literal["text", "integer", "number", "boolean", "date", "datetime"]
Role = Literal["categorical", "numeric", "temporal", "identifier", "boolean", "text"]


JSON_LIST = "json"
"""The separator of lists that are written as JSON."""


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
    """All distinct values of a text column, if they are few enough to be kept; else empty. Of lists: of their parts."""
    separator: str = ""
    """What cuts its cells, if they hold lists."""


class Side(Noun):
    """The amounts of a column that went out, or came in, as a column of their own without the minus."""

    name: str
    of: str
    out: bool


class Meanings(Noun):
    """A column of codes, with what each of its cells means."""

    column: str
    cells: tuple[tuple[Any, str], ...]


class Key(Noun):
    """A column that points at another table's column; declared by the database or inferred from the values."""

    column: str
    table: str
    other: str
    declared: bool = False
    found: float = 1.0
    """The share of filled cells whose value stands on the other side."""


class Table(Noun):
    """One table of a source."""

    name: str
    columns: tuple[Column, ...]
    rows: int
    keys: tuple[Key, ...] = ()
    sides: tuple[Side, ...] = ()
    """Beside the columns that are read: what went out and what came in."""
    meanings: tuple[Meanings, ...] = ()
    """Columns whose codes are shown by what they mean."""
    figures: tuple[Figure, ...] = ()
    """Expressions over its columns; each may be named as a column is, and stands in no row."""
    part_of: str = ""
    """The table of the file in which these rows were found with others."""
    key: str = ""
    """What tells the things apart that were found so; none: they are the lines."""
    history: tuple[str, str] | None = None
    """The thing that each row tells the state of, and the time from which it does."""
    called: tuple[str, ...] = ()
    """The columns by which a row is called: a title, or first and last name."""
    stands_for: str = ""
    """The table whose rows these are, under the name of a part that they play: start_station, of stations."""
    title: str = ""
    """What it is a table of, in the words of its file or database."""

    def column(self, name: str) -> Column | None:
        """The column of that name, or None."""
        return next((c for c in self.all_columns if c.name == name), None)

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """The columns that are read, the sides of amounts, and the figures."""
        made = (*(side.name for side in self.sides), *(figure.name for figure in self.figures))
        return (*self.columns, *(Column(name=name, type="number", role="numeric") for name in made))


@dataclass(frozen=True)
class Cell:
    """A value that stands in the data."""

    table: str
    column: str
    value: str


def column_ids(tables: Sequence[Table]) -> dict[str, tuple[str, Column]]:
    """Every column, with its table, by the name a form uses: plain where it is unique, else `table.column`."""
    times = Counter(column.name for table in tables for column in table.all_columns)
    return {
        (column.name if times[column.name] == 1 else f"{table.name}.{column.name}"): (table.name, column)
        for table in tables
        for column in table.all_columns
    }


def figure_ids(tables: Sequence[Table]) -> dict[str, tuple[str, Figure]]:
    """Every figure, with its table, by the name a form uses."""
    figures = {(table.name, figure.name): figure for table in tables for figure in table.figures}
    named = ((id, table, column.name) for id, (table, column) in column_ids(tables).items())
    return {id: (table, figures[(table, name)]) for id, table, name in named if (table, name) in figures}
