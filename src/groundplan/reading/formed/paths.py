"""Columns of a form as parts of a query: paths from the dataset that it starts at, parts of dates, sides of amounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from groundplan.query.language import parts as p
from groundplan.reading.formed.form import CYCLIC
from groundplan.reading.formed.model_figures import figure_parts, row_parts
from groundplan.reading.formed.route import Route
from groundplan.sources.opened import Known
from groundplan.sources.shape import Column, Side, Table, column_ids, figure_ids

MOST = 30
"""Columns of a row that is shown whole."""
UNSAYABLE = "what was read of the question cannot be computed; ask for less at a time"


class Unsayable(Exception):
    """The form holds something that the question language has no part for, told with the next move."""

    def __init__(self, message: str = UNSAYABLE) -> None:
        super().__init__(message)


@dataclass(frozen=True)
class Paths:
    """The columns of the tables, seen from the first table of a way."""

    tables: Known
    way: Route

    @cached_property
    def _ids(self) -> Mapping[str, tuple[str, Column]]:
        return column_ids(self.tables)

    @property
    def base(self) -> str:
        """The dataset that the query is of."""
        return self._dataset(self.way.base)

    def column(self, id: str) -> Column:
        """What is known of it."""
        return self._ids[id][1]

    def table(self, name: str) -> Table:
        """The table of that name."""
        return next(table for table in self.tables if table.name == name)

    def dated(self, id: str) -> bool:
        """Whether it holds days or moments."""
        return self.column(id).type in ("date", "datetime")

    def __call__(self, id: str) -> Any:
        """The column as a path; a side of an amount as the amount without its minus; a figure of rows as its parts."""
        table, column = self._ids[id]
        steps = self._steps(table)
        if id in figure_ids(self.tables):
            return row_parts(figure_ids(self.tables)[id][1], steps)
        side = self.side(id)
        if side is None:
            return p.Path(steps=(*steps, *self._field(table, column.name)))
        amount = p.Path(steps=(*steps, side.of))
        return p.Computed(op="-", left=None, right=amount) if side.out else amount

    def figure(self, id: str) -> Any:
        """A figure of the model that is of groups, as the parts that it is made of."""
        table, figure = figure_ids(self.tables)[id]
        return figure_parts(figure, self._steps(table))

    def side(self, id: str) -> Side | None:
        """What a column without its minus is a side of."""
        table, column = self._ids[id]
        return next((one for one in self.table(table).sides if one.name == column.name), None)

    def on_side(self, id: str) -> Any:
        """The test of the rows that a side has, in terms of the amount."""
        side = self.side(id)
        if side is None:
            return None
        amount = p.Path(steps=(*self._steps(self._ids[id][0]), side.of))
        return p.Compare(left=amount, op="<" if side.out else ">", right=p.Value(value=0))

    def taken(self, id: str, grain: str) -> Any:
        """A time, cut into periods where a grain is said."""
        path = self(id)
        return path if grain == "unknown" else p.Taken(part=grain, of=path)

    def rows_shown(self, most: int = MOST) -> list[Any]:
        """Every column of the first table."""
        table = self.table(self.way.base)
        return [p.Path(steps=(column.name,)) for column in table.columns[:most]]

    def numbers(self) -> list[str]:
        """The amounts of the first table."""
        return [id for id, (table, column) in self._ids.items()
                if table == self.way.base and column.role == "numeric" and id not in figure_ids(self.tables)
                and self.side(id) is None]  # fmt: skip

    def _field(self, table: str, column: str) -> tuple[str, ...]:
        """The column; a key that its relation is called like is found at the other end, where it is no thing."""
        here = [one for one in self.tables.understood.relations if one.many == self._dataset(table)]
        hidden = next((one for one in here if one.path == column and one.columns == (column,)), None)
        return (column, *hidden.others) if hidden else (column,)

    def names(self) -> list[Any]:
        """What a row of the first table is called by; all of it, where it has no name."""
        dataset = self.tables.understood.dataset(self.base)
        named = [p.Path(steps=(name,)) for name in dataset.name_field] if dataset else []
        return named or self.rows_shown(MOST)

    def _dataset(self, table: str) -> str:
        return self.table(table).stands_for or table

    def _steps(self, table: str) -> tuple[str, ...]:
        """The relations from the first table to another."""
        if table == self.way.base:
            return ()
        join = next((one for one in self.way.joins if one.table == table), None)
        if join is None:
            raise Unsayable
        left = join.left_on.removeprefix(f"{join.owner}.")  # as the joined frame calls it
        many = self._dataset(join.owner)
        for relation in self.tables.understood.relations:
            if relation.many == many and left in relation.columns and relation.one == self._dataset(table):
                return (*self._steps(join.owner), relation.path)
        raise Unsayable


def cyclic(grain: str) -> bool:
    """Whether it comes round again."""
    return grain in CYCLIC
