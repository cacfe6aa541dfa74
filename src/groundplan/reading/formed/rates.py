"""Form -> Rate: which condition of a question about a percentage is the part, and which only say of what.

`what % of Berlin orders were returned`: the city limits both sides, `returned` is the part. Forms list conditions in
the order in which the question says them, so the last one is the part. With a time, `what % was returned each month` is
a rate of every month, not how the returned ones are spread; of groups only a column of two values parts rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from groundplan.reading.formed.form import Filter, Form
from groundplan.sources.shape import Column, Table, column_ids

COUNTABLE = ("count", "sum", "count_distinct")
"""Aggregates of which a part can be taken."""
_EMPTY = ("is_null", "not_null")
"""Of a date, too, these part the rows and limit no time."""
_ABOVE, _BELOW = (">", ">="), ("<", "<=")


@dataclass(frozen=True)
class Rate:
    """The conditions of the part, and those that limit part and whole alike."""

    part: tuple[Filter, ...]
    limits: tuple[Filter, ...]


def rate_of(form: Form, tables: tuple[Table, ...]) -> Rate | None:
    """The part and the limits; None where no share of rows is asked for, or shares of groups are."""
    if not form.filters or not _asked(form):
        return None
    columns = {id: column for id, (_, column) in column_ids(tables).items()}
    able = [test for test in form.filters if test.op in _EMPTY or not _temporal(columns.get(test.column))]
    if form.group_by:
        able = [test for test in able if test.column not in form.group_by and _parts(test, columns)]
    elif len(form.alternatives) > 1 or not (able or form.time):
        able = list(form.filters)
    return _divided(form, able)


def _asked(form: Form) -> bool:
    """Whether one figure of which parts can be taken is asked for as a percentage; with groups, rows are counted."""
    if len(form.metrics) != 1 or form.metrics[0].agg not in COUNTABLE:
        return False
    percent = form.derive.kind == "percent_of_total" if form.derive else "share" in form.analysis
    if form.group_by or form.time:
        return form.derive is not None and percent and form.metrics[0].agg == "count"
    return percent and (form.metrics[0].column is not None or form.metrics[0].agg == "count")


def _divided(form: Form, able: Sequence[Filter]) -> Rate | None:
    if len(form.alternatives) > 1:  # either of them makes a row part of it
        return Rate(form.filters, ()) if len(able) == len(form.filters) else None
    if not able:
        return None
    part = [test for test in able if test is able[-1] or _range(test, able[-1])]
    return Rate(tuple(part), tuple(test for test in form.filters if not any(test is one for one in part)))


def _range(one: Filter, other: Filter) -> bool:
    """Whether the two are the ends of one range, which is one condition."""
    ends = (one.op in _ABOVE and other.op in _BELOW) or (one.op in _BELOW and other.op in _ABOVE)
    return one.column == other.column and ends


def _temporal(column: Column | None) -> bool:
    return column is not None and column.role == "temporal"


def _parts(test: Filter, columns: dict[str, Column]) -> bool:
    """Whether a condition parts the rows of each group: there or not, one or the other."""
    column = columns.get(test.column)
    return test.op in _EMPTY or (column is not None and (column.role == "boolean" or 0 < column.distinct <= 2))
