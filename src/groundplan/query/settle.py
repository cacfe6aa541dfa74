"""Form -> Form: what contradicts itself is settled the same way, whoever filled it in.

Nothing that was asked for is added or taken away: only how rows are looked at follows from the analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from groundplan.query.averages import what_is_averaged_over_is_not_shown
from groundplan.query.form import Filter, Form, Metric, Operator, flattened
from groundplan.query.hours import hours_of_many_days_are_those_of_the_day
from groundplan.query.left_out import a_ranking_has_none_that_is_empty
from groundplan.query.own_figures import figures_are_taken_as_they_are
from groundplan.query.requirements import AGGREGATING
from groundplan.query.two_grains import a_second_grain_comes_round, two_grains_are_compared
from groundplan.sources.shape import Column, Table, column_ids, figure_ids

_SHOWN = 30
"""Columns of a row that is shown whole."""


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
    held = {name: spelled(form[name]) for name in ("each", "per", "latest") if form.get(name)}
    return {**form, **held, "group_by": [spelled(name) for name in form["group_by"]], "derive": derive}


def _letters(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum() or c == ".")


def _a_filter_says_its_join_only_where_they_mix(form: Form, tables: tuple[Table, ...]) -> Form:
    """Every filter joined by `or` is a form joined by `or`, as it was written before filters could say so."""
    return form.model_copy(update=flattened(form.alternatives)) if any(f.join for f in form.filters) else form


def a_condition_on_lists_is_one_on_their_parts(form: Form, tables: tuple[Table, ...]) -> Form:
    """`genre is drama` over cells such as `Comedy, Drama`."""
    columns = {id: column for id, (_, column) in column_ids(tables).items() if column.separator}
    filters = tuple(_on_parts(one, columns[one.column]) if one.column in columns else one for one in form.filters)
    return form.model_copy(update={"filters": filters})


def _on_parts(limit: Filter, column: Column) -> Filter:
    values = limit.value if isinstance(limit.value, (list, tuple)) else [limit.value]
    known = {value.casefold() for value in column.values}
    op: Operator = {"contains": "=", "not_contains": "!="}.get(limit.op, limit.op)  # type: ignore[assignment]
    whole = all(isinstance(value, str) and value.casefold() in known for value in values)
    if not whole or op not in ("=", "!=", "in", "not_in"):
        return limit
    return limit.model_copy(update={"op": op, "separator": column.separator})


def _rows_of_which_nothing_is_named_are_shown_whole(form: Form, tables: tuple[Table, ...]) -> Form:
    """`orders that never shipped`: every column of the rows that meet the conditions."""
    named = form.metrics or form.group_by or form.time or form.derive
    if form.analysis != ("lookup",) or named:
        return form
    shown = _columns(form if form.table or not tables else form.model_copy(update={"table": tables[0].name}), tables)
    return form.model_copy(update={"metrics": tuple(Metric(column=id, agg="none") for id, _ in shown[:_SHOWN])})


def _a_spread_of_parts_is_a_box_each(form: Form, tables: tuple[Table, ...]) -> Form:
    """`distribution of prices by year`: a box for every year, no line through them, and no list of all the rows."""
    values = len(form.metrics) == 1 and form.metrics[0].agg == "none"
    parted, drawn = len(form.group_by) + (form.time is not None) == 1, form.chart or "chart" in form.outputs
    if "distribution" not in form.analysis or not (values and parted and drawn):
        return form
    kept = tuple(label for label in form.analysis if label not in (*AGGREGATING, "trend"))
    return form.model_copy(update={"analysis": kept, "chart": form.chart or "box", "outputs": ("chart",)})


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
    figures_are_taken_as_they_are,
    _a_filter_says_its_join_only_where_they_mix,
    a_condition_on_lists_is_one_on_their_parts,
    _a_spread_of_parts_is_a_box_each,
    a_second_grain_comes_round,  # before the next: what is left alone may be an hour
    hours_of_many_days_are_those_of_the_day,
    two_grains_are_compared,
    _rows_of_which_nothing_is_named_are_shown_whole,
    _text_and_dates_are_no_heights,
    a_ranking_has_none_that_is_empty,
    what_is_averaged_over_is_not_shown,
)


def settle(values: Mapping[str, Any], tables: tuple[Table, ...], rules: Sequence[Rule] = RULES) -> dict[str, Any]:
    """The form after every rule."""
    form = Form.model_validate(values)
    for rule in rules:
        form = rule(form, tables)
    return form.model_dump(mode="json")


def _columns(form: Form, tables: tuple[Table, ...]) -> list[tuple[str, Column]]:
    figures = figure_ids(tables)
    ids = {id: place for id, place in column_ids(tables).items() if id not in figures}
    return [(id, column) for id, (table, column) in ids.items() if form.table in (None, table)]
