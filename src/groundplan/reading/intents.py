"""What follows from a form alone: its labels of analysis, and the intents that it fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from groundplan.contracts import Intent
from groundplan.reading.formed.form import CYCLIC, Analysis, Form

_LABELLED = {
    "anomaly": "anomaly", "correlation": "correlation", "distribution": "distribution", "share": "composition",
    "summary": "summary", "rank": "ranking", "forecast": "time_series", "change": "time_series",
}  # fmt: skip
_DRAWN = {"arc": "composition", "histogram": "distribution", "box": "distribution"}


def ordered(found: set[str]) -> tuple[str, ...]:
    """The labels as the form lists them."""
    return tuple(label for label in get_args(Analysis) if label in found)


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


def fitting_intents(form: Form, examples: Mapping[str, Sequence[str]]) -> tuple[Intent, ...]:
    """The intents by what the form holds alone, best first."""
    fitting = {name: score for name, score in _fitting(form).items() if name in examples}
    ranked = sorted(fitting, key=lambda name: -fitting[name])
    return tuple(Intent(type=name, confidence=fitting[name]) for name in ranked[:3])


def _fitting(form: Form) -> dict[str, float]:
    """How well each intent fits the form: a label said is surest, the shape comes after."""
    found = {_LABELLED[label]: 1.0 for label in form.analysis if label in _LABELLED}
    if form.chart in _DRAWN:
        found.setdefault(_DRAWN[form.chart], 0.85)
    aggregated = any(metric.agg != "none" for metric in form.metrics)
    if form.time:
        found.setdefault("time_series", 0.9)
    if form.group_by and aggregated:
        found.setdefault("comparative", 0.75)
    if not form.time and not (form.group_by and aggregated):
        found.setdefault("lookup", 0.75)
    return found
