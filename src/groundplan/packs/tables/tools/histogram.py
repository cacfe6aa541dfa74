"""The histogram: values counted in bins with readable edges, where the data is."""

from __future__ import annotations

import math
from typing import Any

from groundplan.contracts import Chart
from groundplan.errors import StepError
from groundplan.packs.tables.tools.columns import numeric
from groundplan.packs.tables.tools.values import plain
from groundplan.sources.frame import Frame

ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)
"""Widths of a bin that are easy to read, at any power of ten."""


def plot_histogram(df: Frame, *, column: str, bins: int = 20) -> Chart:
    """One row for each bin: where it starts, and how many values are in it, 0 for an empty bin between others."""
    if bins < 1:
        raise StepError(f"a histogram needs 1 bin or more, not {bins}")
    value = numeric(df, column)
    ends = df.then(df.expr.aggregate(low=value.min(), high=value.max())).arrow().to_pylist()[0]
    rows: tuple[tuple[Any, ...], ...] = ()
    if ends["low"] is not None:
        step = width(float(ends["low"]), float(ends["high"]), bins, whole=value.type().is_integer())
        rows = _counted(df, value, step)
    title = f"distribution of {column}"
    return Chart(mark="bar", kind="histogram", x=column, y="count", title=title, x_type="quantitative", rows=rows)


def width(low: float, high: float, bins: int, whole: bool) -> float:
    """The smallest readable width with which no more than so many bins are needed; at least 1 for whole numbers."""
    if high == low:
        return 1.0
    power = 10.0 ** math.floor(math.log10((high - low) / bins))
    widths = [scale * power * ten for ten in (1, 10) for scale in ROUND]
    fitting = [each for each in widths if math.floor(high / each) - math.floor(low / each) + 1 <= bins]
    chosen = min(fitting) if fitting else max(widths)
    return float(max(1, math.ceil(chosen))) if whole else chosen


def _counted(df: Frame, value: Any, step: float) -> tuple[tuple[Any, ...], ...]:
    place = (value.cast("float64") / step).floor().cast("int64")
    counts = df.expr.filter(value.notnull()).aggregate(by=[place.name("bin")], count=lambda rows: rows.count())
    found = {row["bin"]: row["count"] for row in df.then(counts).arrow().to_pylist()}
    return tuple((_edge(at * step), found.get(at, 0)) for at in range(min(found), max(found) + 1))


def _edge(value: float) -> float | int:
    edge = float(plain(value))
    return int(edge) if edge.is_integer() else edge
