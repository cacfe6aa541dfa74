"""Rows without a time or a group: no ranking of times or of groups has them in it."""

from __future__ import annotations

from groundplan.query.form import Filter, Form
from groundplan.sources.shape import Table, column_ids


def a_ranking_has_none_that_is_empty(form: Form, tables: tuple[Table, ...]) -> Form:
    """`top 3 months by returns`, `who trains the most members`: what is in no month, or nobody, cannot lead it."""
    if form.limit is None or len(form.alternatives) > 1:
        return form
    known = column_ids(tables)
    limited = {limit.column for limit in form.filters}
    empty = [name for name in _ranked(form) if name in known and known[name][1].nulls and name not in limited]
    filters = (*form.filters, *(Filter(column=name, op="not_null") for name in empty))
    return form.model_copy(update={"filters": filters, "join": "and"}) if empty else form


def _ranked(form: Form) -> tuple[str, ...]:
    """The time, and the groups of a figure; rows may be ranked whose name is empty, and shares are of all rows."""
    time = (form.time.column,) if form.time else ()
    figures = form.metrics and all(metric.agg != "none" for metric in form.metrics)
    return (*time, *form.group_by) if figures and "share" not in form.analysis else time
