"""Form -> Requirements: what a filled form obliges a plan to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from groundplan.contracts import Requirement
from groundplan.query.form import Form
from groundplan.query.joins import Route, named, route
from groundplan.query.own_figures import grouped_figures, row_figures
from groundplan.query.rates import Rate, rate_of
from groundplan.sources.shape import Table, column_ids

AGGREGATING = frozenset({"total", "count", "compare"})


def requirements(values: Mapping[str, Any], tables: tuple[Table, ...]) -> tuple[Requirement, ...]:
    """One requirement for each thing the form asks for; columns are named as the joined frame has them."""
    form = Form.model_validate(values)
    way = route(form, tables)
    taken: dict[str, int] = {}
    return tuple(_numbered(requirement, taken) for requirement in _listed(form, way, tables))


def raw(form: Form) -> bool:
    """Whether rows are wanted as they stand: every metric is named without an aggregate."""
    return all(metric.agg == "none" for metric in form.metrics) and "count" not in form.analysis


def asked(form: Form) -> tuple[str, ...]:
    """The analyses a plan must do: an aggregated metric asks for its aggregate, rows as they stand ask for none."""
    if raw(form):
        return tuple(label for label in form.analysis if label not in AGGREGATING)
    missing = () if AGGREGATING & set(form.analysis) or not form.metrics else ("total",)
    listed = form.best_series and "chart" not in form.outputs and not form.chart and bool(form.outputs)
    return (*missing, *(label for label in form.analysis if not (listed and label == "trend")))  # a table has no line


def charted(form: Form) -> str | None:
    """The chart kind said, if it fits; a histogram over groups is a bar chart of their figures."""
    grouped = bool(form.group_by or form.time)
    return "bar" if form.chart == "histogram" and grouped else form.chart


def gap(form: Form) -> bool:
    """Whether a difference is that of one figure between two groups, not of two figures."""
    between = form.derive is not None and form.derive.kind == "difference" and not raw(form)
    return between and len(form.metrics) == len(form.group_by) == 1 and (form.time is None or form.per_period)


def _listed(form: Form, way: Route, tables: tuple[Table, ...]) -> Iterator[Requirement]:
    rate = rate_of(form, tables)
    for label in asked(form):
        found = _labelled("analysis", label, rate if label == "share" else None)
        told = label == "correlation" and "table" in form.outputs
        yield found.model_copy(update={"label": "analysis.coefficient"}) if told else found
    for column in form.group_by:
        yield _named("columns" if raw(form) else "group_by", way.name(column))
    if raw(form):
        yield from (_named("columns", way.name(metric.column)) for metric in form.metrics if metric.column)
    for column, expression in row_figures(form, tables).items():
        yield _named("figure", way.name(column), expression).model_copy(update={"label": "figure.rows"})
    for column, expression in grouped_figures(form, tables).items():
        yield _named("figure", way.name(column), expression)
    for column in lists_split(form, tables):
        yield _named("split_list", way.name(column))
    if form.latest:
        yield _named("latest_of_each", way.name(form.latest))
    if form.time:
        yield _named("time", way.name(form.time.column))
    for output in form.outputs:
        yield _labelled("outputs", output)
    if kind := charted(form):
        yield _labelled("chart", kind)
    yield from _constraints(form, way, rate)
    yield from (_named("join", join.table) for join in way.joins)


def lists_split(form: Form, tables: tuple[Table, ...]) -> dict[str, str]:
    """Columns of lists of which each part counts for itself, with what cuts them."""
    counted = [metric.column for metric in form.metrics if metric.agg == "count_distinct" and metric.column]
    cut = {id: column.separator for id, (_, column) in column_ids(tables).items() if column.separator}
    return {name: cut[name] for name in dict.fromkeys([*form.group_by, *counted]) if name in cut and not raw(form)}


def _constraints(form: Form, way: Route, rate: Rate | None) -> Iterator[Requirement]:
    for condition in form.filters:
        found = _named("filters", way.name(condition.column), named(way, condition))
        part = rate is not None and condition in rate.part
        yield found.model_copy(update={"label": "filters.rate"}) if part else found
    if form.having:
        yield _named("having", form.having.op, form.having.value)
    if form.sort:
        yield _named("sort", form.sort.by, form.sort.order)
    if form.limit is not None:
        yield _limiting(form, "limit", form.limit)
    if form.place is not None:
        yield _limiting(form, "place", form.place)
    if form.percent and form.limit is not None:
        yield _limiting(form, "percent", form.limit, True)
    if form.each is not None:
        yield _named("each", way.name(form.each))
    if form.per is not None:
        yield _named("per", way.name(form.per))
    if form.ahead is not None and "forecast" in form.analysis:
        yield _named("ahead", str(form.ahead), form.ahead)
    if form.across is not None and form.time:
        yield _named("across", form.across)
    if form.derive:
        found = _labelled("derive", form.derive.kind, rate)
        yield found.model_copy(update={"label": "derive.gap"}) if gap(form) else found
        if form.derive.unit:
            yield _named("unit", form.derive.unit)


def _limiting(form: Form, kind: str, number: int, value: bool | None = None) -> Requirement:
    """Groups that are shown over time are chosen before they are: another tool does it than keeps rows of a result."""
    found = _named(kind, str(number), number if value is None else value)
    return found.model_copy(update={"label": f"{kind}.groups"}) if form.best_series else found


def _labelled(kind: str, label: str, rate: Rate | None = None) -> Requirement:
    """A share is a rate where its part is a filter: another tool computes it."""
    return Requirement(id=f"{kind}.{label}", kind=kind, value=label, label=f"{kind}.{'rate' if rate else label}")


def _named(kind: str, name: str, value: Any = None) -> Requirement:
    return Requirement(id=f"{kind}.{name}", kind=kind, value=name if value is None else value, label=kind)


def _numbered(requirement: Requirement, taken: dict[str, int]) -> Requirement:
    """A second filter on the same column is `filters.price_2`."""
    count = taken[requirement.id] = taken.get(requirement.id, 0) + 1
    return requirement if count == 1 else requirement.model_copy(update={"id": f"{requirement.id}_{count}"})
