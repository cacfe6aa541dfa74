"""A form of the trained heads -> the query that it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from groundplan.query.language import parts as p
from groundplan.query.tools.values import column_of
from groundplan.reading.formed.conditions import either, every, test
from groundplan.reading.formed.form import Filter, Form, Metric
from groundplan.reading.formed.grains import with_grains
from groundplan.reading.formed.paths import Paths, Unsayable
from groundplan.reading.formed.rates import Rate, rate_of
from groundplan.reading.formed.route import route
from groundplan.sources.opened import Known
from groundplan.sources.shape import figure_ids

_FIGURES = {"sum": "sum", "avg": "average", "median": "median", "min": "min", "max": "max", "std": "deviation"}
_SUMMARY = ("count", "average", "deviation", "min", "q1", "median", "q3", "max")
_FILLED = ("is_null", "not_null")
"""Of a date, too, these part the rows and limit no time."""
_QUARTERS = {"q1": 25.0, "q3": 75.0}
NOTHING_TO_RANK = (
    "a ranking is asked for, and nothing is named that could be ranked; say what to rank, such as"
    ' "top 3 regions by revenue"'
)


def formed(form: Form, tables: Known) -> p.Query:
    """The query of a form; Unsayable where the language has no part for it, or it does not say enough."""
    settled = with_grains(form, tables)
    return _Formed(settled, tables, Paths(tables, route(settled, tables))).query()


@dataclass(frozen=True)
class _Formed:
    form: Form
    tables: Known
    at: Paths

    def query(self) -> p.Query:
        """By what is asked: a figure of figures, figures of groups, or rows as they stand."""
        if self.form.place is not None and (self.form.limit or 0) > 1:
            raise Unsayable
        if "summary" in self.form.analysis:
            return self._summary()
        if self._correlated:
            return self._of(columns=[p.Figure(fn="correlation", of=tuple(map(self.at, self._correlated[:2])))])
        figures = self._figures()
        if not figures:
            return self._rows()
        if "lookup" in self.form.analysis:
            raise Unsayable  # a value as it stands, and a figure of many
        if self.form.per is not None:
            return self._averaged(figures)
        if self.form.best_series:
            return self._series_of_the_best(figures)
        return self._grouped(figures)

    def _of(self, columns: Sequence[Any] = (), by: Sequence[Any] = (), **more: Any) -> p.Query:
        where = more.pop("where", self._where)
        columns = [one if isinstance(one, p.Column) else p.Column(of=one) for one in columns]
        keys = tuple(p.Column(of=one) for one in by)
        return p.Query(of=self.at.base, columns=tuple(columns), by=keys, where=where, **more)

    # ------------------------------------------------------------------ figures of groups

    def _grouped(self, figures: Sequence[Any]) -> p.Query:
        first = figures[0].of if isinstance(figures[0], p.Column) else figures[0]
        keys, held = self._keys, self.form.having
        if not keys and (self.form.limit is not None or "rank" in self.form.analysis):
            raise Unsayable(NOTHING_TO_RANK)
        having = p.Compare(left=first, op=held.op, right=p.Value(value=held.value)) if held and keys else None
        return self._of(figures, keys, having=having, keep=self._keep(first), order=self._order(first, keys))

    @cached_property
    def _keys(self) -> list[Any]:
        """The time, its second grain, then the groups."""
        form = self.form
        compared = self._gap.column if self._gap else None  # its two groups stand beside each other in one row
        keys = [self.at(name) for name in form.group_by if name not in (form.per, compared)]
        if form.time is not None and not form.per_period:
            cut = [form.time.grain, *([form.across] if form.across else [])]
            keys[:0] = [self.at.taken(form.time.column, grain) for grain in cut]
        return keys

    def _averaged(self, figures: Sequence[Any]) -> p.Query:
        """A figure of each thing or period, and the average of these."""
        form, first = self.form, figures[0]
        if len(figures) > 1 or form.having or form.best_series:
            raise Unsayable
        timed = form.time if form.per_period else None
        of, keys = self.at.taken(timed.column, timed.grain) if timed else self.at(str(form.per)), self._keys
        inner = self._of([first], [of, *keys])
        part = first.of if isinstance(first, p.Column) else first
        shown = p.Path(steps=(first.name if isinstance(first, p.Column) and first.name else column_of(part),))
        mean = p.Figure(fn="average", of=(shown,))
        by = [p.Path(steps=(column_of(key),)) for key in keys]
        outer = p.Query(of=inner, columns=(p.Column(of=mean),), by=tuple(p.Column(of=key) for key in by))
        return outer.model_copy(update={"keep": self._keep(mean), "order": self._order(mean, by)})

    def _series_of_the_best(self, figures: Sequence[Any]) -> p.Query:
        """Groups are chosen by their figure, then shown over time: `monthly revenue of the top 3 cities`."""
        group = self.at(self.form.group_by[0])
        chosen = self._of([figures[0]], [group], keep=self._keep(figures[0], whole=True))
        among = p.AmongRows(left=group, query=chosen)
        return self._of(figures, self._keys, where=every([one for one in (self._where, among) if one]))

    def _keep(self, by: Any, whole: bool = False) -> p.Keep | None:
        form = self.form
        if form.limit is None or (form.best_series and not whole):
            return None
        each = self._each() if form.each and not whole else None
        lowest, place = bool(form.sort and form.sort.order == "asc"), form.place is not None
        n = form.place if place and form.place else form.limit
        return p.Keep(n=n, place=place, percent=form.percent, by=by, each=each, lowest=lowest)

    def _each(self) -> Any:
        form = self.form
        if form.time is not None and form.each == form.time.column:
            return self.at.taken(form.time.column, form.time.grain)
        if form.each not in form.group_by:
            raise Unsayable
        return self.at(form.each)

    def _order(self, first: Any, keys: Sequence[Any]) -> p.Order | None:
        sort = self.form.sort
        if sort is None or self.form.limit is not None:
            return None
        by = first if sort.by == "metric" or not keys else keys[0]
        if sort.by == "group" and self.form.time is not None and len(keys) > 1:
            by = keys[-1]
        return p.Order(by=by, descending=sort.order == "desc")

    # ------------------------------------------------------------------ rows as they stand

    def _rows(self) -> p.Query:
        """Columns of rows; labels alone are told once each, with how often they stand there."""
        form, named = self.form, [metric.column for metric in self.form.metrics if metric.column]
        shown = [*self._keys, *map(self.at, named)]
        if form.derive is not None:
            shown = [*shown, self._between_columns()]
        by = self.at(named[0]) if named else shown[-1] if form.derive else None
        if "anomaly" in form.analysis or (form.analysis == ("lookup",) and not shown):
            shown = [*self.at.rows_shown(), *shown]  # of unusual rows, too, all columns are shown
        if not shown and not self._where:
            raise Unsayable
        if form.limit is not None and not self._keys:
            shown = [*self.at.names(), *shown]  # "the highest price" says little without what has it
        chosen: dict[str, Any] = {}
        if by is not None:
            chosen = {"keep": self._keep(by), "order": self._order(by, self._keys)}
        if "distribution" in form.analysis and len(shown) == 1 and not self._number(named, shown):
            return self._of([p.Figure(fn="count")], shown)
        return self._of(show=tuple(p.Column(of=one) for one in dict.fromkeys(shown)), **chosen)

    def _number(self, named: Sequence[str], shown: Sequence[Any]) -> bool:
        return bool(self.form.derive) or (bool(named) and self.at.column(named[0]).role == "numeric")

    def _summary(self) -> p.Query:
        """The usual statistics of each column that is named, else of every amount."""
        named = [metric.column for metric in self.form.metrics if metric.column] or self.at.numbers()
        if not named:
            raise Unsayable
        figures = [
            p.Figure(fn="percentile" if fn in _QUARTERS else fn, of=(self.at(name),), n=_QUARTERS.get(fn))
            for name in named
            for fn in (_SUMMARY if self.at.column(name).role == "numeric" else ("count", "distinct"))
        ]
        return self._of(figures, self._keys)

    @property
    def _correlated(self) -> list[str]:
        """The two amounts whose coefficient is to be told, not only drawn."""
        form = self.form
        told = "correlation" in form.analysis and ("table" in form.outputs or not form.outputs)
        named = [metric.column for metric in form.metrics if metric.column]
        named = [name for name in [*form.group_by, *named] if self.at.column(name).role == "numeric"]
        return named if told and len(named) == 2 and form.time is None else []

    # ------------------------------------------------------------------ figures

    def _figures(self) -> list[Any]:
        """The figures that are asked for; none where rows are wanted as they stand."""
        form, derive = self.form, self.form.derive
        asked = [metric for metric in dict.fromkeys(form.metrics) if metric.agg != "none"]
        if not asked and "count" in form.analysis:
            asked = [Metric(column=metric.column, agg="count") for metric in form.metrics]
        if self._rate is not None:
            return [self._share_of_rows(self._rate, asked)]
        figures = [self._figure(metric) for metric in asked]
        return self._derived(figures) if derive is not None else self._shares(figures)

    def _figure(self, metric: Metric) -> Any:
        if metric.column is None:
            if metric.agg == "count":
                return p.Figure(fn="count")
            return p.Figure(fn=_FIGURES[metric.agg], of=(self._duration(),))
        if metric.column in figure_ids(self.tables):
            return self._own_figure(metric)
        if metric.agg in ("count", "count_distinct"):
            return p.Figure(fn="count" if metric.agg == "count" else "distinct", of=(self.at(metric.column),))
        if metric.agg not in _FIGURES:
            raise Unsayable
        held = self.at.on_side(metric.column)
        where = held if held is not None and self._sides > 1 else None
        return p.Figure(fn=_FIGURES[metric.agg], of=(self.at(metric.column),), where=where)

    @property
    def _sides(self) -> int:
        """How many sides of amounts are told beside each other: each is then one of its own rows."""
        return sum(self.at.side(metric.column) is not None for metric in self.form.metrics if metric.column)

    def _own_figure(self, metric: Metric) -> Any:
        """A figure that the source has a name for."""
        name = figure_ids(self.tables)[str(metric.column)][1].name
        part = self.at.figure(str(metric.column))
        if metric.agg in _FIGURES:  # of rows, so that it is taken like a column
            part = p.Figure(fn=_FIGURES[metric.agg], of=(part,))
            return p.Column(of=part, name=f"{_FIGURES[metric.agg]} {name}")
        return p.Column(of=part, name=name)

    def _shares(self, figures: list[Any]) -> list[Any]:
        """The parts of a whole beside the figure, where these are asked for; a pie shows them anyway."""
        parted = "share" in self.form.analysis and bool(self._keys) and len(figures) == 1 and self.form.chart != "arc"
        parted = parted and isinstance(figures[0], p.Figure)
        return [*figures, p.Figure(fn="share", of=(figures[0],))] if parted else figures

    def _derived(self, figures: list[Any]) -> list[Any]:
        derive, first = self.form.derive, figures[0] if figures else None
        assert derive is not None
        if first is None or derive.kind == "duration":
            return figures
        series = self.form.time is not None
        made: Mapping[str, Any] = {
            "percent_of_total": lambda: [p.Figure(fn="share", of=(first,))] if self._keys else None,
            "ratio": lambda: [p.Computed(op="/", left=first, right=figures[1])] if len(figures) == 2 else None,
            "difference": lambda: self._difference(figures),
            "cumulative": lambda: [p.Figure(fn="running", of=(first,))] if series else None,
            "moving_average": lambda: [p.Figure(fn="moving", of=(first,), n=derive.window or 3)] if series else None,
            "percent_change": lambda: [first, p.Figure(fn="change", of=(first,))] if series else None,
        }
        found: list[Any] | None = made[derive.kind]()
        if found is None:
            raise Unsayable
        return found

    @cached_property
    def _gap(self) -> Filter | None:
        """The two groups between which a difference of one figure is asked for."""
        form = self.form
        asked = form.derive is not None and form.derive.kind == "difference" and len(form.metrics) == 1
        named = [one for one in form.filters if one.op == "in" and one.column in form.group_by and len(one.value) == 2]
        return named[0] if asked and len(named) == 1 and form.metrics[0].agg != "none" else None

    def _difference(self, figures: list[Any]) -> list[Any] | None:
        """Of two figures, or of one between two groups."""
        if len(figures) == 2:
            return [p.Computed(op="-", left=figures[0], right=figures[1])]
        if self._gap is None or not isinstance(figures[0], p.Figure):
            return None
        tests = [test(Filter(column=self._gap.column, op="=", value=value), self.at) for value in self._gap.value]
        left, right = (p.replaced(figures[0], {"where": one}) for one in tests)
        return [left, right, p.Taken(part="abs", of=p.Computed(op="-", left=left, right=right))]

    # ------------------------------------------------------------------ shares of rows

    @cached_property
    def _rate(self) -> Rate | None:
        """Which conditions are the part of a share of rows."""
        if not self._keys:
            return rate_of(self.form, self.tables)
        derived = self.form.derive is not None and self.form.derive.kind == "percent_of_total"
        if not derived or not self.form.filters:
            return None
        tested = [one for one in self.form.filters if one.op in _FILLED or not self.at.dated(one.column)]
        counts = all(metric.column is None for metric in self.form.metrics)
        if len(tested) != 1 or not counts or tested[0].column in self.form.group_by or len(self.form.alternatives) > 1:
            raise Unsayable
        return Rate(tuple(tested), tuple(one for one in self.form.filters if one is not tested[0]))

    def _share_of_rows(self, rate: Rate, asked: Sequence[Metric]) -> Any:
        joined = [[one] for one in rate.part] if self.form.join == "or" else [rate.part]
        part = either(joined, self.at)
        metric = asked[0] if asked else Metric(agg="count")
        if metric.column is None:
            return p.Figure(fn="rate", of=(part,))
        whole = self._figure(metric)
        return p.Computed(op="/", left=p.replaced(whole, {"where": part}), right=whole)

    # ------------------------------------------------------------------ conditions and spans

    @cached_property
    def _where(self) -> Any:
        """The conditions on rows; of a ranking, what is in no group cannot lead it anyway."""
        form = self.form
        if self._rate is not None:
            return either([self._rate.limits], self.at)
        ranked = {*form.group_by, *([form.time.column] if form.time else [])} if form.limit else set()
        kept = [[one for one in part if one.op != "not_null" or one.column not in ranked] for part in form.alternatives]
        found = either(kept, self.at)
        return every([one for one in (found, self._latest) if one])

    @property
    def _latest(self) -> Any:
        """Of each thing only the last of its rows."""
        history = self.at.table(self.at.way.base).history if self.form.latest else None
        if self.form.latest is None:
            return None
        if history is None:
            raise Unsayable
        thing, time = (p.Path(steps=(name,)) for name in history)
        return p.Compare(left=time, op="=", right=p.Figure(fn="max", of=(time,), within=(thing,)))

    def _duration(self) -> Any:
        derive = self.form.derive
        if derive is None or derive.kind != "duration" or len(derive.of) < 2:
            raise Unsayable
        start, end = map(self.at, derive.of[:2])
        return p.Taken(part=derive.unit or "days", of=p.Computed(op="-", left=end, right=start))

    def _between_columns(self) -> Any:
        """What is derived of two columns of a row."""
        derive = self.form.derive
        if derive is not None and derive.kind == "duration":
            return self._duration()
        named = [metric.column for metric in self.form.metrics if metric.column]
        if derive is None or derive.kind not in ("ratio", "difference") or len(named) != 2:
            raise Unsayable
        left, right = map(self.at, named)
        return p.Computed(op="/" if derive.kind == "ratio" else "-", left=left, right=right)
