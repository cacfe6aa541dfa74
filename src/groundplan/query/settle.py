"""Form -> Form: what contradicts itself is settled the same way, whoever filled it in.

Nothing that was asked for is added or taken away: only how rows are looked at follows from the analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from groundplan.query.averages import what_is_averaged_over_is_not_shown
from groundplan.query.form import CYCLIC, Form, Metric, Time, flattened
from groundplan.query.hours import MOVING, SERIES, hours_of_many_days_are_those_of_the_day
from groundplan.query.left_out import a_ranking_has_none_that_is_empty
from groundplan.query.rates import rate_of
from groundplan.query.requirements import AGGREGATING
from groundplan.query.two_grains import a_second_grain_comes_round, two_grains_are_compared
from groundplan.sources.shape import Column, Table, column_ids

_SHOWN = 30
"""Columns of a row that is shown whole."""
_SLICES = 12
"""Values of a column that a chart of their shares may have."""
_FEW = 3
"""Rows from which on values that are all different are so by more than chance."""


def _columns_are_spelled_as_in_the_data(form: Form, tables: tuple[Table, ...]) -> Form:
    """A saved form over new data, or a model that is careless with case: the same letters are the same column."""
    alike: dict[str, list[str]] = {}
    for id in column_ids(tables):
        alike.setdefault(_letters(id), []).append(id)

    def spelled(name: str) -> str:
        found = alike.get(_letters(name), [])
        return found[0] if len(found) == 1 else name

    return Form.model_validate(_renamed(form.model_dump(mode="json"), spelled))


def _renamed(form: dict[str, Any], spelled: Callable[[str], str]) -> dict[str, Any]:
    for holder in (*form["metrics"], *form["filters"], *([form["time"]] if form["time"] else [])):
        holder["column"] = spelled(holder["column"]) if holder["column"] else None
    derive = {**form["derive"], "of": [spelled(name) for name in form["derive"]["of"]]} if form["derive"] else None
    held = {name: spelled(form[name]) if form[name] else None for name in ("each", "per")}
    return {**form, **held, "group_by": [spelled(name) for name in form["group_by"]], "derive": derive}


def _letters(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum() or c == ".")


def _a_filter_says_its_join_only_where_they_mix(form: Form, tables: tuple[Table, ...]) -> Form:
    """Every filter joined by `or` is a form joined by `or`, as it was written before filters could say so."""
    return form.model_copy(update=flattened(form.alternatives)) if any(f.join for f in form.filters) else form


def _a_series_has_a_time(form: Form, tables: tuple[Table, ...]) -> Form:
    dated = [(id, column) for id, column in _columns(form, tables) if column.role == "temporal"]
    if not SERIES & set(form.analysis) or form.time or form.group_by or len(dated) != 1:
        return form
    (id, column), rows = dated[0], max((table.rows for table in tables), default=0)
    once = column.distinct >= rows  # one row a date: the values are the series
    aggregate = "none" if once else "sum"
    metrics = tuple(m if m.agg not in ("none", "sum") else Metric(column=m.column, agg=aggregate) for m in form.metrics)
    return form.model_copy(update={"time": Time(column=id, grain="unknown"), "metrics": metrics})


def _values_are_looked_at_one_by_one(form: Form, tables: tuple[Table, ...]) -> Form:
    """A summary, a spread or a correlation of plain columns is of their values, not of one total."""
    spread = {"summary", "distribution", "correlation"} & set(form.analysis)
    figured = any(metric.agg in ("count", "count_distinct", "std") for metric in form.metrics)
    if not spread or form.time or figured or (form.group_by and "correlation" not in form.analysis):
        return form
    metrics = tuple(Metric(column=metric.column, agg="none") for metric in form.metrics)
    kept = tuple(label for label in form.analysis if label not in AGGREGATING)
    return form.model_copy(update={"metrics": metrics, "analysis": kept})


def _a_summary_of_groups_is_of_each(form: Form, tables: tuple[Table, ...]) -> Form:
    """`summary of prices by shop`: a table of every shop's statistics; where a chart is said, one figure of each."""
    only = form.metrics[0] if len(form.metrics) == 1 and form.metrics[0].column else None
    if "summary" not in form.analysis or only is None or len(form.group_by) != 1 or form.time:
        return form
    figure = Metric(column=only.column, agg="avg") if only.agg == "none" else only
    if form.chart is None and form.outputs != ("chart",):
        return form.model_copy(update={"metrics": (figure,), "outputs": ("table",)})
    kept = tuple(label for label in form.analysis if label != "summary")
    return form.model_copy(update={"metrics": (figure,), "analysis": kept})


def _a_spread_of_parts_is_a_box_each(form: Form, tables: tuple[Table, ...]) -> Form:
    """`distribution of prices by year`: a box for every year, no line through them, and no list of all the rows."""
    values = len(form.metrics) == 1 and form.metrics[0].agg == "none"
    parted, drawn = len(form.group_by) + (form.time is not None) == 1, form.chart or "chart" in form.outputs
    if "distribution" not in form.analysis or not (values and parted and drawn):
        return form
    kept = tuple(label for label in form.analysis if label not in (*AGGREGATING, "trend"))
    return form.model_copy(update={"analysis": kept, "chart": form.chart or "box", "outputs": ("chart",)})


def _a_change_is_of_a_figure_a_period(form: Form, tables: tuple[Table, ...]) -> Form:
    """A change, a running total or a moving average goes from one period to the next, so each has one figure."""
    moving = form.derive is not None and form.derive.kind in MOVING
    if not moving or not form.time or all(metric.agg != "none" for metric in form.metrics):
        return form
    return form.model_copy(
        update={"metrics": tuple(m if m.agg != "none" else Metric(column=m.column, agg="sum") for m in form.metrics)}
    )


def _what_comes_round_has_no_trend(form: Form, tables: tuple[Table, ...]) -> Form:
    """Hours of the day, weekdays and months of the year are compared; of the best groups, the label says so."""
    if form.time is None or form.time.grain not in CYCLIC or form.best_series:
        return form
    return form.model_copy(update={"analysis": tuple(label for label in form.analysis if label != "trend")})


def _nothing_named_is_nothing_looked_up(form: Form, tables: tuple[Table, ...]) -> Form:
    other = tuple(label for label in form.analysis if label != "lookup")
    named = form.metrics or form.group_by or form.time
    special = {"summary", "distribution", "correlation", "anomaly"} & set(other)
    if "lookup" not in form.analysis or not other or (named and not special):
        return form
    return form.model_copy(update={"analysis": other})


def _rows_of_which_nothing_is_named_are_shown_whole(form: Form, tables: tuple[Table, ...]) -> Form:
    """`orders that never shipped`: every column of the rows that meet the conditions."""
    named = form.metrics or form.group_by or form.time or form.derive
    if form.analysis != ("lookup",) or named:
        return form
    shown = _columns(form if form.table or not tables else form.model_copy(update={"table": tables[0].name}), tables)
    return form.model_copy(update={"metrics": tuple(Metric(column=id, agg="none") for id, _ in shown[:_SHOWN])})


def _a_ranking_by_a_figure_is_of_that_figure(form: Form, tables: tuple[Table, ...]) -> Form:
    """`top 3 months by revenue`: the months are ranked, revenue is what they are ranked by."""
    roles = {id: column.role for id, (_, column) in column_ids(tables).items()}
    figures = [name for name in form.group_by if roles.get(name) == "numeric"]
    rest = tuple(name for name in form.group_by if name not in figures)
    ranked = "rank" in form.analysis or form.limit is not None
    if not ranked or len(figures) != 1 or not (rest or form.time) or form.metrics != (Metric(agg="count"),):
        return form
    analysis = tuple("total" if label == "count" else label for label in form.analysis)
    return form.model_copy(update={"metrics": (Metric(column=figures[0]),), "group_by": rest, "analysis": analysis})


def _a_share_of_rows_counts_them(form: Form, tables: tuple[Table, ...]) -> Form:
    """`what % were returned`: of rows, unless a figure is named, which is then summed."""
    percent = form.derive is not None and form.derive.kind == "percent_of_total"
    bare = all(metric.agg == "none" for metric in form.metrics) and len(form.metrics) <= 1
    if not percent or not bare or not form.filters or form.group_by or form.time:
        return form
    columns = {id: column for id, (_, column) in column_ids(tables).items()}
    figures = [m.column for m in form.metrics if m.column in columns and columns[m.column].role == "numeric"]
    return form.model_copy(update={"metrics": (Metric(column=figures[0]) if figures else Metric(agg="count"),)})


def _a_drawn_share_stands_beside_the_others(form: Form, tables: tuple[Table, ...]) -> Form:
    """`pie chart of what share was returned`: one share makes no chart, so every value of the column has its own."""
    rate = rate_of(form, tables)
    drawn = form.chart or "chart" in form.outputs
    if not rate or not drawn or form.group_by or form.time or len(rate.part) != 1 or rate.part[0].op != "=":
        return form
    column = column_ids(tables).get(rate.part[0].column)
    shown = form.model_copy(update={"group_by": (rate.part[0].column,), "filters": rate.limits})
    few = column is not None and 0 < column[1].distinct <= _SLICES
    return shown if few and rate_of(shown, tables) is None else form


def _a_table_alone_needs_no_trend_line(form: Form, tables: tuple[Table, ...]) -> Form:
    """`revenue by month as a table`: the months are asked for by the time, a line by nobody."""
    drawn = form.chart or "chart" in form.outputs
    if "trend" not in form.analysis or drawn or not form.outputs or not form.time or form.best_series:
        return form
    return form.model_copy(update={"analysis": tuple(label for label in form.analysis if label != "trend")})


def _no_figure_is_zero_where_none_is_missing(form: Form, tables: tuple[Table, ...]) -> Form:
    """`seasons without a goal`: where every row has a figure and some are 0, those are meant."""
    zeros = {
        id
        for id, (_, column) in column_ids(tables).items()
        if column.role == "numeric" and column.nulls == 0 and column.low == 0
    }
    meant = {"is_null": {"op": "=", "value": 0}, "not_null": {"op": ">", "value": 0}}
    filters = tuple(
        test.model_copy(update=meant[test.op]) if test.column in zeros and test.op in meant else test
        for test in form.filters
    )
    return form.model_copy(update={"filters": filters}) if filters != form.filters else form


def _counting_what_names_each_row_counts_the_rows(form: Form, tables: tuple[Table, ...]) -> Form:
    """`the number of players in the table`: one player a row, so that a count for each would be 1 all the way."""
    columns = {id: (table, column) for id, (table, column) in column_ids(tables).items()}
    ordered = form.sort or form.limit is not None or form.having or form.chart or form.derive or form.time
    if form.metrics != (Metric(agg="count"),) or len(form.group_by) != 1 or ordered or form.group_by[0] not in columns:
        return form
    table, column = columns[form.group_by[0]]
    rows = next((known.rows for known in tables if known.name == table), 0)
    if column.distinct < rows or rows < _FEW or {"rank", "share", "distribution"} & set(form.analysis):
        return form
    return form.model_copy(update={"group_by": (), "analysis": ("count",), "outputs": ("table",)})


def _text_and_dates_are_no_heights(form: Form, tables: tuple[Table, ...]) -> Form:
    """`the latest order of each region`: dates make no bars, so they are listed, unless a chart is named."""
    columns = {id: column for id, (_, column) in column_ids(tables).items()}
    first = form.metrics[0] if form.metrics else Metric(agg="count")
    column = columns.get(first.column or "")
    flat = column is not None and column.type in ("text", "date", "datetime") and first.agg in ("none", "min", "max")
    if not flat or not form.group_by or form.time or form.chart or form.derive or "chart" not in form.outputs:
        return form
    return form.model_copy(update={"outputs": ("table",)})


Rule = Callable[[Form, tuple[Table, ...]], Form]

RULES: tuple[Rule, ...] = (
    _columns_are_spelled_as_in_the_data,
    _a_filter_says_its_join_only_where_they_mix,
    _a_series_has_a_time,  # before the next: with a time, values are no longer looked at one by one
    _values_are_looked_at_one_by_one,
    _a_summary_of_groups_is_of_each,
    _a_spread_of_parts_is_a_box_each,
    _a_change_is_of_a_figure_a_period,
    a_second_grain_comes_round,  # before the next: what is left alone may be an hour
    hours_of_many_days_are_those_of_the_day,  # before the next, which is about such hours, too
    _what_comes_round_has_no_trend,
    two_grains_are_compared,
    _nothing_named_is_nothing_looked_up,
    _rows_of_which_nothing_is_named_are_shown_whole,
    _a_ranking_by_a_figure_is_of_that_figure,
    _a_share_of_rows_counts_them,  # before the next, which is about what is counted
    _a_drawn_share_stands_beside_the_others,
    _no_figure_is_zero_where_none_is_missing,
    _counting_what_names_each_row_counts_the_rows,
    _text_and_dates_are_no_heights,
    a_ranking_has_none_that_is_empty,
    _a_table_alone_needs_no_trend_line,
    what_is_averaged_over_is_not_shown,  # the last, since what is looked at one by one has no average
)


def settle(values: Mapping[str, Any], tables: tuple[Table, ...], rules: Sequence[Rule] = RULES) -> dict[str, Any]:
    """The form after every rule."""
    form = Form.model_validate(values)
    for rule in rules:
        form = rule(form, tables)
    return form.model_dump(mode="json")


def _columns(form: Form, tables: tuple[Table, ...]) -> list[tuple[str, Column]]:
    return [(id, column) for id, (table, column) in column_ids(tables).items() if form.table in (None, table)]
