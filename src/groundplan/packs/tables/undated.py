"""Rows without a time: no ranking of times has them in it."""

from __future__ import annotations

from groundplan.contracts import Filter, Form, Table, column_ids


def a_ranking_of_times_has_none_that_is_empty(form: Form, tables: tuple[Table, ...]) -> Form:
    """`top 3 months by returns`: what was not returned yet is in no month, so that it cannot be the first of them."""
    time = form.time
    if time is None or form.limit is None or len(form.alternatives) > 1:
        return form
    _, column = column_ids(tables).get(time.column, ("", None))
    if column is None or not column.nulls or any(limit.column == time.column for limit in form.filters):
        return form
    return form.model_copy(update={"filters": (*form.filters, Filter(column=time.column, op="not_null"))})
