"""Analysis labels and outputs: what the question asks to be done with the figures, and nothing more."""

from __future__ import annotations

from typing import get_args

from groundplan.query.form import CYCLIC, Analysis, Derive, Form, Having
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.shapes import Shape


def analyses(marks: Marks, shape: Shape, limit: int | None, derive: Derive | None) -> tuple[str, ...]:
    """The labels in a fixed order."""
    said = {m.label for m in marks.labels("analysis") if marks.free(range(m.start, m.end))}
    found = _shaped(shape, limit) | _by_words(said, shape, marks, derive)
    if found & {"anomaly", "correlation", "distribution", "summary"}:
        found -= {"compare", "lookup"}
    return ordered(found)


def ordered(found: set[str]) -> tuple[str, ...]:
    """The labels as the form lists them."""
    return tuple(label for label in get_args(Analysis) if label in found)


def _shaped(shape: Shape, limit: int | None) -> set[str]:
    form = Form(metrics=tuple(shape.metrics), group_by=tuple(shape.groups), time=shape.time, limit=limit)
    return by_shape(form, {"rank"} if shape.ranked else set())


def by_shape(form: Form, found: set[str]) -> set[str]:
    """What follows from the figures and groups themselves."""
    aggs = {metric.agg for metric in form.metrics}
    out: set[str] = set()
    if aggs & {"count", "count_distinct"}:
        out.add("count")
    if "sum" in aggs or (not form.group_by and not form.time and aggs & {"avg", "median", "min", "max", "std"}):
        out.add("total")
    raw = aggs <= {"none"}
    if form.time and form.time.grain not in (*CYCLIC, "hour") and not (form.limited_over_time or form.best_of_each):
        out.add("trend")  # under a limit it says that groups are taken, and follows from nothing
    elif form.time and not raw:
        out.add("compare")
    if form.group_by and not raw:
        out.add("compare")
    if form.limit is not None or "rank" in found:
        out = (out - {"compare"}) | {"rank"}
    if found & {"anomaly", "correlation", "distribution", "summary"}:
        out -= {"compare", "lookup"}
    return out or ({"lookup"} if not found else set())


def _by_words(said: set[str], shape: Shape, marks: Marks, derive: Derive | None) -> set[str]:
    raw = all(metric.agg == "none" for metric in shape.metrics)
    found = said & {"anomaly"} if shape.metrics else set()
    if "forecast" in said and shape.time and not raw:
        found.add("forecast")
    if derive and derive.kind == "percent_change":
        found.add("change")
    if (derive and derive.kind == "percent_of_total") or ("share" in said and not raw and (shape.groups or shape.time)):
        found.add("share")
    if "correlation" in said and _numeric_pair(marks, shape):
        found.add("correlation")
    if "distribution" in said and raw and len(shape.metrics) == 1 and not shape.groups and not shape.time:
        found.add("distribution")
    if "summary" in said:
        found.add("summary")
    return found


def _numeric_pair(marks: Marks, shape: Shape) -> bool:
    numeric = {c.name for t in marks.tables for c in t.columns if c.role == "numeric"}
    named = [*shape.groups, *(metric.column for metric in shape.metrics)]
    return len([n for n in named if n in numeric]) >= 2 and all(metric.agg == "none" for metric in shape.metrics)


def relabelled(prior: Form, shape: Shape, form: Form, marks: Marks) -> tuple[str, ...]:
    """The labels after a change: those of the shape, and what was asked before and still fits."""
    lasting = set(prior.analysis) & {"share", "anomaly", "distribution", "correlation", "change", "forecast", "summary"}
    said = {m.label for m in marks.labels("analysis")}
    found = _shaped(shape, form.limit) | _by_words(said, shape, marks, form.derive) | lasting
    return ordered(found)


def outputs(marks: Marks, shape: Shape, chart: str | None, having: Having | None) -> tuple[str, ...]:
    """What is said; else a chart and a table where there is something to draw, a table otherwise."""
    said = {m.label for m in marks.labels("outputs")}
    drawable = bool(shape.groups or shape.time) or chart is not None or _spread(marks, shape)
    if drawable and (chart or "chart" in said):
        return ("chart", "table") if _table_said(marks) else ("chart",)
    if _table_said(marks) or not drawable:
        return ("table",)
    return ("table",) if _looked_up(shape) and not _contrasted(marks) else ("chart", "table")


def _spread(marks: Marks, shape: Shape) -> bool:
    """The values of one numeric column, which a histogram shows."""
    asked = any(m.label == "distribution" for m in marks.labels("analysis"))
    return asked and len(shape.metrics) == 1 and shape.metrics[0].agg == "none"


def _contrasted(marks: Marks) -> bool:
    """Columns as they stand are drawn when the question sets them against each other."""
    words = {"compare", "correlation", "distribution", "trend"}
    return any(m.label in words for m in marks.labels("analysis")) or any(
        m.label == "versus" for m in marks.labels("role")
    )


def _table_said(marks: Marks) -> bool:
    return any(m.label == "table" and marks.words[m.start].lower != "list" for m in marks.labels("outputs"))


def _looked_up(shape: Shape) -> bool:
    return all(metric.agg == "none" for metric in shape.metrics) and not shape.time
