"""Conditions on the figure of each group: `vendors with over 50 defects`, `cities with more than 10 orders`."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.query.form import Having
from groundplan.reading.similarity.conditions import Condition
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.phrases import Match
from groundplan.reading.similarity.roles import Mention
from groundplan.reading.similarity.shapes import Shape, default_agg, naming_column
from groundplan.sources.shape import Column

_OPERATORS = (">", ">=", "<", "<=")


def count_nouns(marks: Marks, homeless: Sequence[Match]) -> None:
    """In `patients with over 20 tests` the tests are what is counted, not a column to show."""
    for match in homeless:
        after = [link for link in marks.links if link.start >= match.end]
        if after and marks.near(match.end, after[0].start, frozenset({"different"})):
            marks.used.update(after[0].span)


def loose_having(marks: Marks, homeless: Sequence[Match], out: Shape) -> Having | None:
    """A comparison that no column took speaks of the figure of each group."""
    usable = [m for m in homeless if m.label in _OPERATORS and m.number is not None]
    if not usable:
        return None
    _count_for_each(marks, out)
    if not out.groups or all(metric.agg == "none" for metric in out.metrics):
        return None
    marks.used.update(range(usable[0].start, usable[0].end))
    return Having(op=usable[0].label, value=marks.numbers[usable[0].number or 0])


def _count_for_each(marks: Marks, out: Shape) -> None:
    """`customers with more than 10 orders`: the one column named is what rows are counted for."""
    only = out.metrics[0] if len(out.metrics) == 1 and not out.groups else None
    if only and only.agg == "none" and only.column and only.column != naming_column(marks):
        out.metrics.clear()
        out.group(only.column)
        out.measure(None, "count")


def lifted(
    marks: Marks, conditions: Sequence[Condition], said: Sequence[Mention], out: Shape
) -> tuple[Condition, Having] | None:
    """`pupils with an average mark under 35`: a condition that compares an aggregate, where rows were to be listed."""
    groups = [m for m in said if not m.numeric and not m.temporal and m.role in ("", "group")]
    if not groups or (out.metrics and out.metrics[0].agg != "none"):
        return None
    for condition in conditions:
        agg = _figure_of(marks, condition)
        if agg and condition.filter.op in _OPERATORS:
            out.metrics.clear()
            out.group(groups[0].name)
            out.measure(condition.filter.column, agg)
            return condition, Having(op=condition.filter.op, value=float(condition.filter.value))
    return None


def _figure_of(marks: Marks, condition: Condition) -> str | None:
    """The aggregate said right before the compared column, if any."""
    link = condition.link
    if link is None:
        return None
    found = [m for m in marks.labels("agg") if m.end <= link.start and marks.near(m.end, link.start)]
    label = max(found, key=lambda m: m.end).label if found else None
    if label == "count" or (label is None and link.start >= condition.end and _adds_up(link.column)):
        return "sum"
    return label


def _adds_up(column: Column) -> bool:
    return default_agg(column) == "sum" and column.role == "numeric"
