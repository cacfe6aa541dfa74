"""Form -> Form: what contradicts itself is settled the same way, whoever filled it in.

Nothing that was asked for is added or taken away: only how rows are looked at follows from the analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from groundplan.contracts import Column, Form, Metric, Table, Time, column_ids
from groundplan.packs.tables.schema import AGGREGATING

SERIES = frozenset({"anomaly", "forecast", "change"})
"""Analyses of a series: when the table has one time column, that is the time meant."""


def settle(values: Mapping[str, Any], tables: tuple[Table, ...]) -> dict[str, Any]:
    """The form after every rule."""
    form = Form.model_validate(values)
    for rule in RULES:
        form = rule(form, tables)
    return form.model_dump(mode="json")


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
    return {**form, "group_by": [spelled(name) for name in form["group_by"]], "derive": derive}


def _letters(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum() or c == ".")


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
    counted = any(metric.agg in ("count", "count_distinct") for metric in form.metrics)
    if not spread or form.time or counted or (form.group_by and "correlation" not in form.analysis):
        return form
    metrics = tuple(Metric(column=metric.column, agg="none") for metric in form.metrics)
    kept = tuple(label for label in form.analysis if label not in AGGREGATING)
    return form.model_copy(update={"metrics": metrics, "analysis": kept})


def _nothing_named_is_nothing_looked_up(form: Form, tables: tuple[Table, ...]) -> Form:
    other = tuple(label for label in form.analysis if label != "lookup")
    named = form.metrics or form.group_by or form.time
    special = {"summary", "distribution", "correlation", "anomaly"} & set(other)
    if "lookup" not in form.analysis or not other or (named and not special):
        return form
    return form.model_copy(update={"analysis": other})


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


def _a_table_alone_needs_no_trend_line(form: Form, tables: tuple[Table, ...]) -> Form:
    """`revenue by month as a table`: the months are asked for by the time, a line by nobody."""
    drawn = form.chart or "chart" in form.outputs
    if "trend" not in form.analysis or drawn or not form.outputs or not form.time:
        return form
    return form.model_copy(update={"analysis": tuple(label for label in form.analysis if label != "trend")})


RULES: tuple[Callable[[Form, tuple[Table, ...]], Form], ...] = (
    _columns_are_spelled_as_in_the_data,
    _a_series_has_a_time,  # before the next: with a time, values are no longer looked at one by one
    _values_are_looked_at_one_by_one,
    _nothing_named_is_nothing_looked_up,
    _a_ranking_by_a_figure_is_of_that_figure,
    _a_table_alone_needs_no_trend_line,
)


def _columns(form: Form, tables: tuple[Table, ...]) -> list[tuple[str, Column]]:
    return [(id, column) for id, (table, column) in column_ids(tables).items() if form.table in (None, table)]
