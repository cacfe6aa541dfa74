"""Marks -> Form: each part reads its share of the words, in an order that lets the surest go first."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from groundplan.query.form import Derive, Filter, Form, Having, Metric, Sort
from groundplan.reading.similarity.analysis import analyses, outputs
from groundplan.reading.similarity.comparisons import number_conditions
from groundplan.reading.similarity.conditions import Condition, joined_by_or, merged
from groundplan.reading.similarity.derive import derived
from groundplan.reading.similarity.having import count_nouns, lifted, loose_having
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.measures import shape
from groundplan.reading.similarity.order import Cut, Ordering, read_cut, read_order
from groundplan.reading.similarity.periods import date_conditions
from groundplan.reading.similarity.phrases import Match
from groundplan.reading.similarity.picks import value_conditions
from groundplan.reading.similarity.roles import Mention, mentions
from groundplan.reading.similarity.shapes import Shape
from groundplan.reading.similarity.texts import text_conditions

_CONTRASTED = frozenset({"and", "vs", "versus", "against", "и", "против"})


@dataclass
class Draft:
    """A form on its way: what was read, before labels and outputs follow from it."""

    shape: Shape = field(default_factory=Shape)
    conditions: list[Condition] = field(default_factory=list)
    filters: list[Filter] = field(default_factory=list)
    join: str = "and"
    having: Having | None = None
    sort: Sort | None = None
    limit: int | None = None
    chart: str | None = None
    derive: Derive | None = None
    said: list[Mention] = field(default_factory=list)


def compose(marks: Marks) -> Draft:
    """Read order and conditions first: a column they take is neither measured nor grouped by."""
    draft = Draft()
    ordering, cut = read_order(marks), read_cut(marks)
    homeless = _conditions(marks, draft)
    draft.chart = _chart(marks)
    count_nouns(marks, homeless)
    draft.said = mentions(marks)
    ranking = cut is not None or (ordering is not None and ordering.target == "metric")
    draft.shape = shape(marks, draft.said, ranking)
    _contrast(marks, draft)
    draft.derive = derived(marks, draft.said, draft.shape, draft.chart)
    draft.having = loose_having(marks, homeless, draft.shape)
    _lift(marks, draft)
    draft.chart = _stacked(marks, draft)
    draft.sort, draft.limit = _sorted(marks, ordering, cut, draft.shape)
    return draft


def finished(marks: Marks, draft: Draft, table: str | None) -> Form:
    """The draft with its analysis labels and outputs."""
    labels = analyses(marks, draft.shape, draft.limit, draft.derive)
    return Form(
        table=table,
        metrics=tuple(draft.shape.metrics),
        group_by=tuple(draft.shape.groups),
        time=draft.shape.time,
        analysis=labels,
        outputs=outputs(marks, draft.shape, draft.chart, draft.having),
        filters=tuple(draft.filters),
        join=draft.join,
        having=draft.having,
        sort=draft.sort,
        limit=draft.limit,
        chart=draft.chart,
        derive=draft.derive,
    )


def _conditions(marks: Marks, draft: Draft) -> list[Match]:
    found = text_conditions(marks)
    numeric, homeless = number_conditions(marks)
    found += numeric
    found += value_conditions(marks)
    found += date_conditions(marks)
    for condition in found:
        if condition.link:
            marks.used.update(condition.link.span)
    draft.conditions = found
    draft.filters = merged(found)
    draft.join = "or" if joined_by_or(marks, found, draft.filters) else "and"
    return homeless


def _contrast(marks: Marks, draft: Draft) -> None:
    """`men and women`, `FL vs TX`: several values of one column are compared, if nothing else is."""
    listed = next((f for f in draft.filters if f.op == "in"), None)
    aggregated = any(metric.agg != "none" for metric in draft.shape.metrics)
    if listed is None or not aggregated or draft.shape.groups:
        return
    own = [c for c in draft.conditions if c.filter.column == listed.column]
    between = {word.lower for one, two in pairwise(own) for word in marks.words[one.end : two.start]}
    if between & _CONTRASTED:
        draft.shape.group(listed.column)


def _chart(marks: Marks) -> str | None:
    found = [m for m in marks.labels("chart") if marks.free(range(m.start, m.end))]
    return max(found, key=lambda m: m.size).label if found else None


def settle_chart(draft: Draft) -> None:
    """A chart needs something along its axis: values of one column make a histogram, one figure makes no chart."""
    out = draft.shape
    if draft.chart is None or out.groups or out.time:
        return
    if draft.chart in ("histogram", "box") and len(out.metrics) == 1 and out.metrics[0].column:
        out.metrics = [Metric(column=out.metrics[0].column, agg="none")]
    elif not (draft.chart == "point" and len(out.metrics) >= 2):
        draft.chart = None


def _stacked(marks: Marks, draft: Draft) -> str | None:
    """Bars of two groups are stacked unless they are asked for side by side."""
    said = {word.lower for word in marks.words}
    apart = said & {"grouped", "clustered"} or {"side", "by"} <= said
    keys = len(draft.shape.groups) + (draft.shape.time is not None)
    return "stacked_bar" if draft.chart == "bar" and keys == 2 and not apart else draft.chart


def _sorted(marks: Marks, ordering: Ordering | None, cut: Cut | None, out: Shape) -> tuple[Sort | None, int | None]:
    limit = cut.count if cut else 1 if out.ranked and not out.several else None
    if ordering is not None:
        return Sort(by=_target(ordering, out), order=ordering.direction), limit
    if cut and cut.direction:
        return Sort(by="metric", order=cut.direction), limit
    if out.ranked:
        low = any(m.label == "low" for m in marks.labels("superlative"))
        return Sort(by="metric", order="asc" if low else "desc"), limit
    return None, limit


def _target(ordering: Ordering, out: Shape) -> str:
    by = ordering.target
    name = ordering.link.column.name if ordering.link else None
    if name and out.time and name == out.time.column:
        by = "time"
    elif name in out.groups and by != "metric":
        by = "group"
    elif name and any(metric.column == name for metric in out.metrics):
        by = "metric"
    if by == "group" and out.time and (name is None or not out.groups):
        return "time"
    return "group" if by == "time" and not out.time else by or "metric"


def _lift(marks: Marks, draft: Draft) -> None:
    """A condition on the figure of each group leaves the filters."""
    found = lifted(marks, draft.conditions, draft.said, draft.shape)
    if found:
        condition, draft.having = found
        draft.filters = [f for f in draft.filters if f != condition.filter]
