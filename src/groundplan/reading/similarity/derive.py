"""Figures computed from figures: shares, growth, running totals, durations, ratios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from groundplan.query.form import Derive
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.numbers import plain
from groundplan.reading.similarity.periods import carries_time
from groundplan.reading.similarity.phrases import Match
from groundplan.reading.similarity.roles import Mention
from groundplan.reading.similarity.shapes import Shape, default_agg
from groundplan.sources.shape import Column

_PAIRED = ("ratio", "difference")


def derived(marks: Marks, said: Sequence[Mention], shape: Shape, chart: str | None) -> Derive | None:
    """What is computed beyond the aggregates, if the question says so and the columns allow it."""
    found = [m for m in marks.labels("derive") if marks.free(range(m.start, m.end))]
    for match in sorted(found, key=lambda m: -m.size):
        made = _made(marks, match, said, shape, chart)
        if made:
            return made
    return _per(marks, said, shape)


def _per(marks: Marks, said: Sequence[Mention], shape: Shape) -> Derive | None:
    """`revenue per unit`: two amounts that both add up make a ratio, not a group."""
    for one, two in pairwise(said):
        between = [word.lower for word in marks.words[one.link.end : two.link.start]]
        amounts = one.numeric and two.numeric and one.name != two.name
        if between == ["per"] and amounts and default_agg(one.link.column) == default_agg(two.link.column) == "sum":
            return _paired("ratio", [one, replace(two, role="")], shape)
    return None


def _made(marks: Marks, match: Match, said: Sequence[Mention], shape: Shape, chart: str | None) -> Derive | None:
    kind = match.label
    if kind == "duration":
        return _duration(marks, said, shape)
    if kind in _PAIRED:
        return _paired(kind, said, shape)
    if kind == "percent_of_total":
        return _share(shape, chart)
    if shape.time is None or all(metric.agg == "none" for metric in shape.metrics):
        return None
    of = tuple(metric.column for metric in shape.metrics[:1] if metric.column)
    window = int(plain(marks.numbers[match.number])) if match.number is not None else None
    return Derive(kind=kind, of=of, window=window)


def _share(shape: Shape, chart: str | None) -> Derive | None:
    """A share needs parts, or a filter whose rows are a part of all rows; a pie shows shares by itself."""
    if chart == "arc" or any(metric.agg == "none" for metric in shape.metrics):
        return None
    if not shape.metrics:
        shape.measure(None, "count")
    return Derive(kind="percent_of_total", of=tuple(m.column for m in shape.metrics[:1] if m.column))


def _paired(kind: str, said: Sequence[Mention], shape: Shape) -> Derive | None:
    """`net sales divided by cost`: two numbers, each aggregated."""
    numbers = {m.name: m.link.column for m in said if m.numeric and m.role != "group"}
    if len(numbers) < 2:
        return None
    shape.groups = [name for name in shape.groups if name not in numbers]
    aggs = {metric.column: metric.agg for metric in shape.metrics if metric.agg != "none"}
    shape.metrics.clear()
    for name, column in list(numbers.items())[:2]:
        shape.measure(name, aggs.get(name) or default_agg(column))
    return Derive(kind=kind, of=tuple(list(numbers)[:2]))


def _duration(marks: Marks, said: Sequence[Mention], shape: Shape) -> Derive | None:
    """The days between two time columns: those named, or the only two there are."""
    named = list(dict.fromkeys(m.name for m in said if carries_time(m.link.column)))
    every = [c.name for t in marks.tables for c in t.columns if _is_date(c)]
    columns = named if len(named) >= 2 else every
    if len(columns) != 2 or any(metric.column and metric.agg != "count" for metric in shape.metrics):
        return None
    agg = next((m.label for m in marks.labels("agg") if m.label in ("median", "max", "min", "sum", "std")), "avg")
    shape.metrics.clear()
    shape.measure(None, agg)
    if shape.time and shape.time.column in columns and shape.time.grain == "unknown":
        shape.time = None
    ordered = [name for name in every if name in columns]
    return Derive(kind="duration", of=tuple(ordered or columns))


def _is_date(column: Column) -> bool:
    return column.type in ("date", "datetime")
