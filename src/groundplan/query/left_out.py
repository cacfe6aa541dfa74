"""Rows without a time or a group: no ranking of times or of groups has them in it."""

from __future__ import annotations

from groundplan.query.form import Filter, Form
from groundplan.query.joins import route
from groundplan.sources.shape import Table, column_ids


def a_ranking_has_none_that_is_empty(form: Form, tables: tuple[Table, ...]) -> Form:
    """`top 3 months by returns`, `who trains the most members`: what is in no month, or nobody, cannot lead it."""
    if form.limit is None or len(form.alternatives) > 1:
        return form
    known = column_ids(tables)
    limited = {limit.column for limit in form.filters}
    missed = _missed(form, tables) if len(tables) > 1 else set()
    ranked = [name for name in _ranked(form) if name in known and name not in limited]
    empty = [name for name in ranked if known[name][1].nulls or known[name][0] in missed]
    filters = (*form.filters, *(Filter(column=name, op="not_null") for name in empty))
    return form.model_copy(update={"filters": filters, "join": "and"}) if empty else form


def _missed(form: Form, tables: tuple[Table, ...]) -> set[str]:
    """Joined tables in which not every row finds its own."""
    by_name = {table.name: table for table in tables}
    found: set[str] = set()
    for join in route(form, tables).joins:
        for key in by_name[join.owner].keys:
            column = by_name[join.owner].column(key.column)
            if key.table == join.table and (join.owner in found or key.found < 1 or (column and column.nulls)):
                found.add(join.table)
    return found


def _ranked(form: Form) -> tuple[str, ...]:
    """The time, and the groups of a figure; rows may be ranked whose name is empty, and shares are of all rows."""
    time = (form.time.column,) if form.time else ()
    figures = form.metrics and all(metric.agg != "none" for metric in form.metrics)
    return (*time, *form.group_by) if figures and "share" not in form.analysis else time
