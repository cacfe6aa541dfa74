"""A form of the trained heads -> the query that it means; None where the language has no such part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.query.form import CYCLIC, Filter, Form, Metric
from groundplan.query.joins import Route, route
from groundplan.query.language.parts import (
    All,
    Among,
    AnyOf,
    Between,
    Column,
    Compare,
    Computed,
    Figure,
    Keep,
    Missing,
    Not,
    Order,
    Path,
    Period,
    Query,
    Taken,
    Value,
)
from groundplan.query.periods import DAYS
from groundplan.sources.opened import Known
from groundplan.sources.shape import Column as Shown
from groundplan.sources.shape import Side, Table, column_ids, figure_ids

_FIGURES = {"sum": "sum", "avg": "average", "median": "median", "min": "min", "max": "max", "std": "deviation"}
_CYCLES = {"hour_of_day": "hour_of_day", "weekday": "weekday", "month_of_year": "month_of_year"}
_UNSAYABLE = frozenset({"anomaly", "forecast", "summary"})
_SIMPLE = {"=", ">", ">=", "<", "<="}


class Unsayable(Exception):
    """The form holds something that the question language has no part for."""


def formed(form: Form, tables: Known) -> Query | None:
    """The query of a form."""
    try:
        return _Formed(form, tables, route(form, tables)).query()
    except Unsayable:
        return None


@dataclass(frozen=True)
class _Formed:
    form: Form
    tables: Known
    way: Route

    def query(self) -> Query:
        form = self.form
        unsayable = (
            _UNSAYABLE & {*form.analysis} or form.latest or form.percent or form.per or form.across or form.ahead
        )
        if unsayable or any(metric.column in figure_ids(self.tables) for metric in form.metrics):
            raise Unsayable
        where, of = self._where(), self._dataset(self.way.base)
        if self._of_groups:
            dated = [self._test(one) for one in form.filters if self._dated(one)]
            where = self._all(dated) if dated else None
        keys = [self._x(name) for name in form.group_by]
        if form.time is not None:
            keys.insert(0, self._taken(form.time.column, form.time.grain))
        figures = [self._figure(metric) for metric in form.metrics if metric.agg != "none"]
        if form.derive is not None:
            figures = self._derived(figures)
        if not figures:
            return self._rows(of, where, keys)
        having = (
            Compare(left=figures[0], op=form.having.op, right=Value(value=form.having.value)) if form.having else None
        )
        return Query(
            of=of,
            columns=tuple(Column(of=one) for one in figures),
            by=tuple(Column(of=key) for key in keys),
            where=where,
            having=having if keys else None,
            keep=self._keep(figures[0]),
            order=self._order(figures[0], keys),
        )

    @property
    def _of_groups(self) -> bool:
        """Whether a share is asked of each group, of rows that meet a condition."""
        share = self.form.derive is not None and self.form.derive.kind == "percent_of_total"
        return share and bool(self.form.filters) and bool(self.form.group_by or self.form.time)

    def _rows(self, of: str, where: Any, keys: Sequence[Any]) -> Query:
        shown = [*keys, *(self._x(metric.column) for metric in self.form.metrics if metric.column)]
        by = self._x(self.form.metrics[0].column) if self.form.metrics and self.form.metrics[0].column else None
        return Query(
            of=of,
            where=where,
            show=tuple(Column(of=one) for one in shown),
            keep=self._keep(by) if by else None,
            order=self._order(by, keys) if by else None,
        )

    def _keep(self, by: Any) -> Keep | None:
        form = self.form
        if form.limit is None:
            return None
        each = self._x(form.each) if form.each and form.each in form.group_by else None
        if form.each and each is None:
            raise Unsayable
        lowest = bool(form.sort and form.sort.order == "asc")
        place = form.place is not None and form.limit == 1
        return Keep(n=form.place if place and form.place else form.limit, place=place, by=by, each=each, lowest=lowest)

    def _order(self, first: Any, keys: Sequence[Any]) -> Order | None:
        sort = self.form.sort
        if sort is None or self.form.limit is not None:
            return None
        by = first if sort.by == "metric" or not keys else keys[0]
        return Order(by=by, descending=sort.order == "desc")

    # ------------------------------------------------------------------ figures

    def _figure(self, metric: Metric) -> Any:
        if metric.agg == "count" and metric.column is None:
            return Figure(fn="count")
        if metric.column is None:
            raise Unsayable
        if metric.agg in ("count", "count_distinct"):
            return Figure(fn="count" if metric.agg == "count" else "distinct", of=(self._x(metric.column),))
        if metric.agg not in _FIGURES:
            raise Unsayable
        return Figure(fn=_FIGURES[metric.agg], of=(self._x(metric.column),))

    def _derived(self, figures: list[Any]) -> list[Any]:
        derive = self.form.derive
        assert derive is not None
        if derive.kind == "percent_of_total" and self.form.filters and (self.form.group_by or self.form.time):
            return [self._rate()]
        if derive.kind == "percent_of_total":
            return [Figure(fn="share", of=(figures[0] if figures else Figure(fn="count"),))]
        if derive.kind in ("ratio", "difference") and len(figures) == 2:
            return [Computed(op="/" if derive.kind == "ratio" else "-", left=figures[0], right=figures[1])]
        if derive.kind == "cumulative" and figures:
            return [Figure(fn="running", of=(figures[0],))]
        if derive.kind == "moving_average" and figures and derive.window:
            return [Figure(fn="moving", of=(figures[0],), n=derive.window)]
        if derive.kind == "percent_change" and figures and self.form.time:
            return [Figure(fn="change", of=(figures[0],))]
        raise Unsayable

    def _rate(self) -> Figure:
        """Of the rows of each group, the share that meets the one condition that is no period."""
        tested = [one for one in self.form.filters if not self._dated(one)]
        counts = all(metric.column is None for metric in self.form.metrics)
        if len(tested) != 1 or not counts or tested[0].column in self.form.group_by or len(self.form.alternatives) > 1:
            raise Unsayable
        return Figure(fn="rate", of=(self._test(tested[0]),))

    def _dated(self, one: Filter) -> bool:
        return self._column(one.column).type in ("date", "datetime")

    # ------------------------------------------------------------------ conditions

    def _where(self) -> Any:
        ranked = (
            {*self.form.group_by, *([self.form.time.column] if self.form.time else [])} if self.form.limit else set()
        )
        kept = [
            [one for one in part if one.op != "not_null" or one.column not in ranked] for part in self.form.alternatives
        ]
        either = [self._all([self._test(one) for one in part]) for part in kept if part]
        if not either:
            return None
        return either[0] if len(either) == 1 else AnyOf(tests=tuple(either))

    def _all(self, tests: Sequence[Any]) -> Any:
        return tests[0] if len(tests) == 1 else All(tests=tuple(tests))

    def _test(self, one: Filter) -> Any:
        left: Any = self._x(one.column)
        if one.part is not None:
            left = Taken(part="weekday" if one.part == "weekday" else "hour_of_day", of=left)
        if one.op in ("is_null", "not_null"):
            return Missing(of=left) if one.op == "is_null" else Not(test=Missing(of=left))
        if one.other is not None:
            if one.op not in _SIMPLE:
                raise Unsayable
            return Compare(left=left, op=one.op, right=self._x(one.other))
        values = [
            self._value(one, value) for value in (one.value if isinstance(one.value, (list, tuple)) else [one.value])
        ]
        if one.op in _SIMPLE:
            return Compare(left=left, op=one.op, right=values[0])
        if one.op == "between" and len(values) == 2:
            return Between(left=left, low=values[0], high=values[1])
        plain: dict[str, Any] = {
            "!=": lambda: Not(test=Compare(left=left, op="=", right=values[0])),
            "in": lambda: Among(left=left, values=tuple(values)),
            "not_in": lambda: Not(test=Among(left=left, values=tuple(values))),
            "contains": lambda: Compare(left=left, op="has", right=values[0]),
            "not_contains": lambda: Not(test=Compare(left=left, op="has", right=values[0])),
            "starts_with": lambda: Compare(left=left, op="starts", right=values[0]),
        }
        if one.op not in plain:
            raise Unsayable
        return plain[one.op]()

    def _value(self, one: Filter, value: Any) -> Any:
        column = self._column(one.column)
        if one.part == "weekday":
            days = {name[:3]: name for name in DAYS}
            return Value(value=days.get(str(value), str(value)))
        if one.part is None and column.type in ("date", "datetime") and isinstance(value, str):
            return Period(text=value)
        if not isinstance(value, (bool, int, float, str)):
            raise Unsayable
        return Value(value=value)

    # ------------------------------------------------------------------ names

    def _x(self, id: str) -> Any:
        """A column as a path from the base; a side of an amount as the amount without its minus."""
        table, column = column_ids(self.tables)[id]
        steps = self._steps(table)
        side = next((one for one in self._table(table).sides if one.name == column.name), None)
        if side is None:
            return Path(steps=(*steps, column.name))
        return self._side(steps, side)

    def _side(self, steps: tuple[str, ...], side: Side) -> Any:
        amount = Path(steps=(*steps, side.of))
        return Computed(op="-", left=None, right=amount) if side.out else amount

    def _column(self, id: str) -> Shown:
        return column_ids(self.tables)[id][1]

    def _taken(self, id: str, grain: str) -> Any:
        path = self._x(id)
        if grain == "unknown":
            return path
        return Taken(part=_CYCLES[grain] if grain in CYCLIC else grain, of=path)

    def _table(self, name: str) -> Table:
        return next(table for table in self.tables if table.name == name)

    def _dataset(self, table: str) -> str:
        return self._table(table).stands_for or table

    def _steps(self, table: str) -> tuple[str, ...]:
        """The relations from the base to a table."""
        if table == self.way.base:
            return ()
        join = next((one for one in self.way.joins if one.table == table), None)
        if join is None:
            raise Unsayable
        left = join.left_on.rsplit(".", 1)[-1]
        many = self._dataset(join.owner)
        for relation in self.tables.understood.relations:
            if relation.many == many and left in relation.columns and relation.one == self._dataset(table):
                return (*self._steps(join.owner), relation.path)
        raise Unsayable
