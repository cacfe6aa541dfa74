"""Follow-ups: what a few words change in the form before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.query.form import Filter, Form, Metric, Sort, Time, flattened
from groundplan.reading.similarity.analysis import relabelled
from groundplan.reading.similarity.compose import Draft
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.shapes import Shape, default_agg


def changed(prior: Form, said: Form, draft: Draft, marks: Marks) -> Form:
    """The prior form with the slots that the follow-up adds, replaces or removes."""
    labels = {m.label for m in marks.labels("revise")}
    form = prior.model_copy(
        update={
            **_filters(prior, said, labels, any(m.label == "or" and m.start == 0 for m in marks.labels("join"))),
            "chart": said.chart or prior.chart,
            "outputs": said.outputs if said.chart or marks.labels("outputs") else prior.outputs,
            "limit": said.limit if said.limit is not None else prior.limit,
            "having": said.having or prior.having,
            "derive": said.derive or prior.derive,
        }
    )
    form = _regrouped(form, draft, marks, labels)
    form = _remeasured(form, draft, marks)
    form = _resorted(form, said)
    shape = Shape(list(form.metrics), list(form.group_by), form.time)
    return form.model_copy(update={"analysis": relabelled(prior, shape, form, marks)})


def _filters(prior: Form, said: Form, labels: set[str], either: bool) -> dict[str, Any]:
    """Filters and their join: a new condition holds for each alternative before, unless it opens with `or`."""
    if "remove" in labels and not said.filters:
        return flattened(())
    known = {f.column for f in prior.filters}
    added = [] if either and known else [new for new in said.filters if new.column not in known]
    parts = []
    for part in prior.alternatives or ((),):
        own = {f.column for f in part}
        parts.append(_replaced(part, [*(new for new in said.filters if new.column in own), *added], labels))
    return flattened([*parts, *([new] for new in said.filters if new.column not in known and new not in added)])


def _replaced(part: Sequence[Filter], said: Sequence[Filter], labels: set[str]) -> tuple[Filter, ...]:
    kept = list(part)
    for new in said:
        same = [f for f in kept if f.column == new.column]
        if "add" in labels and same and same[0].op in ("=", "in") and new.op == "=":
            values = same[0].value if isinstance(same[0].value, list) else [same[0].value]
            new = Filter(column=new.column, op="in", value=list(dict.fromkeys([*values, new.value])))
        if new.op not in ("!=", "not_in", "not_contains") or (same and same[0].op == new.op):
            kept = [f for f in kept if f.column != new.column]
        kept.append(new)
    return tuple(kept)


def _regrouped(form: Form, draft: Draft, marks: Marks, labels: set[str]) -> Form:
    """`by city` replaces the group; `also by city`, `split by city` adds one; `per month` sets time beside it."""
    cued = [m.name for m in draft.said if m.role in ("group", "color", "versus") and not m.temporal]
    numeric = {c.name for t in marks.tables for c in t.columns if c.role == "numeric"}
    groups = [name for name in cued if name not in numeric or name not in {m.column for m in form.metrics}]
    time = draft.shape.time
    update: dict[str, object] = {}
    if time and (
        marks.labels("grain")
        or any(m.label == "trend" for m in marks.labels("analysis"))
        or any(m.temporal and m.role for m in draft.said)
    ):
        column = form.time.column if form.time and not any(m.temporal for m in draft.said) else time.column
        update["time"] = Time(column=column, grain=time.grain)
        if "replace" in labels:
            update["group_by"] = ()
    if time and "time" in update and (form.time is None or form.time.grain != time.grain):
        update["across"] = None  # the second grain was across the one before
    if groups:
        adds = "add" in labels or any(m.role == "color" for m in draft.said)
        update["group_by"] = tuple(dict.fromkeys([*form.group_by, *groups])) if adds else tuple(groups)
        if "replace" in labels and form.time and not update.get("time"):
            update |= {"time": None, "across": None}
    return form.model_copy(update=update)


def _remeasured(form: Form, draft: Draft, marks: Marks) -> Form:
    """Another figure, or another aggregate of the same."""
    numbers = [m for m in draft.said if m.numeric and m.role in ("", "agg", "superlative", "metric")]
    aggs = [m.label for m in marks.labels("agg") if marks.free(range(m.start, m.end))]
    if numbers:
        grouped = form.group_by or form.time
        metrics = tuple(m for m in draft.shape.metrics if m.agg != "none" and m.column in {n.name for n in numbers})
        chosen = metrics or tuple(
            Metric(column=n.name, agg=default_agg(n.link.column) if grouped else "none") for n in numbers
        )
        return form.model_copy(update={"metrics": chosen})
    if form.per and "avg" in aggs:
        return form  # its average is what it already is
    if aggs and form.metrics:
        column = form.metrics[0].column
        metric = Metric(column=None, agg="count") if aggs[0] == "count" else Metric(column=column, agg=aggs[0])
        if metric.column or metric.agg == "count":
            return form.model_copy(update={"metrics": (metric,), "per": None})
    return form


def _resorted(form: Form, said: Form) -> Form:
    if said.sort is None:
        return form
    by = said.sort.by
    if by == "group" and not form.group_by:
        by = "time" if form.time else "metric"
    return form.model_copy(update={"sort": Sort(by=by, order=said.sort.order)})
