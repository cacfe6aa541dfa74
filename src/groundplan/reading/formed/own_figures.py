"""Figures that a source has names for, in a form: of groups with an aggregate of their own, of rows as a column."""

from __future__ import annotations

from groundplan.contracts.source_model import Figure
from groundplan.reading.formed.form import Filter, Form, Having, Metric
from groundplan.reading.formed.route import form_columns
from groundplan.sources.model.expressions import Call, aggregates, parsed
from groundplan.sources.shape import Table, column_ids, figure_ids

_HELD = ("=", "!=", ">", ">=", "<", "<=")
_ADDED = ("SUM", "COUNT")


def of_groups(figure: Figure) -> bool:
    """Whether its expression takes one value of many rows."""
    return aggregates(parsed(figure.expression))


def figures_named(form: Form, tables: tuple[Table, ...]) -> dict[str, tuple[str, Figure]]:
    """The figures that the form names, each with its table."""
    known = figure_ids(tables)
    return {id: known[id] for id in dict.fromkeys(form_columns(form)) if id in known}


def grouped_figures(form: Form, tables: tuple[Table, ...]) -> dict[str, str]:
    """The expressions of those that are of groups."""
    return {id: one.expression for id, (_, one) in figures_named(form, tables).items() if of_groups(one)}


def row_figures(form: Form, tables: tuple[Table, ...]) -> dict[str, str]:
    """The expressions of those that are of rows."""
    return {id: one.expression for id, (_, one) in figures_named(form, tables).items() if not of_groups(one)}


def figures_are_taken_as_they_are(form: Form, tables: tuple[Table, ...]) -> Form:
    """`the median win rate by region` is the win rate of each region: its expression says how rows come together."""
    grouped = grouped_figures(form, tables)
    if not grouped:
        return form
    form = _groups_held(_grouped_by_what_is_listed(form, grouped, tables), grouped)
    metrics = [Metric(column=one.column, agg="figure") if one.column in grouped else one for one in form.metrics]
    form = form.model_copy(
        update={
            "metrics": tuple(dict.fromkeys(metrics)),
            "group_by": tuple(name for name in form.group_by if name not in grouped),
            "analysis": tuple(label for label in form.analysis if label != "lookup"),
        }
    )
    first = grouped.get(metrics[0].column or "") if metrics else None
    return form if first is None or adds_up(first) else _without_shares(form)


def _without_shares(form: Form) -> Form:
    """The word `rate` was read as a share or a ratio, and is the figure itself."""
    of_one = ("percent_of_total", "ratio") if len(form.metrics) < 2 else ("percent_of_total",)
    read = form.derive is not None and form.derive.kind in of_one
    analysis = tuple(label for label in form.analysis if label != "share")
    return form.model_copy(update={"analysis": analysis, "derive": None if read else form.derive})


def _grouped_by_what_is_listed(form: Form, grouped: dict[str, str], tables: tuple[Table, ...]) -> Form:
    """`list the regions and their win rate`: what stands as it is beside a figure of groups is its group, or added."""
    figures = {id for id, (_, column) in column_ids(tables).items() if column.role == "numeric"}
    bare = [one.column for one in form.metrics if one.agg == "none" and one.column and one.column not in grouped]
    groups = (*form.group_by, *(name for name in bare if name not in figures))
    kept = [one for one in form.metrics if one.column not in groups or one.agg != "none"]
    metrics = [Metric(column=one.column) if one.column in bare and one.agg == "none" else one for one in kept]
    return form.model_copy(update={"metrics": tuple(metrics), "group_by": tuple(dict.fromkeys(groups))})


def as_columns(form: Form) -> Form:
    """The form for the question that follows: a reader knows figures as columns that are averaged."""
    metrics = [Metric(column=one.column, agg="avg") if one.agg == "figure" else one for one in form.metrics]
    return form.model_copy(update={"metrics": tuple(metrics)})


def _groups_held(form: Form, grouped: dict[str, str]) -> Form:
    """`regions with a win rate above 40`: a condition on groups; a figure that is only named there is shown."""
    held = [limit for limit in form.filters if limit.column in grouped and _holdable(limit)]
    if len(held) != 1 or form.having or len(form.alternatives) > 1 or not (form.group_by or form.time):
        return form
    first = Metric(column=held[0].column, agg="figure")
    others = [one for one in form.metrics if one.column not in (None, first.column)]
    return form.model_copy(
        update={
            "metrics": (first, *others),
            "filters": tuple(limit for limit in form.filters if limit is not held[0]),
            "having": Having(op=held[0].op, value=float(held[0].value)),
        }
    )


def _holdable(limit: Filter) -> bool:
    return limit.op in _HELD and isinstance(limit.value, (int, float)) and limit.other is None


def adds_up(text: str) -> bool:
    """Whether the figures of groups make the figure of all: a share of them means something."""
    expression = parsed(text)
    return isinstance(expression, Call) and expression.name in _ADDED and not expression.distinct
