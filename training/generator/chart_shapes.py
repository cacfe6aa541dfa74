"""Shapes in the style of chart data sets: a chart kind, two axes, an order by axis."""

from __future__ import annotations

import random

from .forms import Draft, Metric
from .parts import COUNT, Shape, analyses, dates, groups, pair
from .tables import Table


def _measure(table: Table, rng: random.Random) -> Metric:
    """Rows counted, or any numeric column, identifiers among them, summed or averaged."""
    columns = [each for each in table.columns if each.spec.numeric and each.kind != "year" and not each.shared]
    if not columns or rng.random() < 0.4:
        return COUNT
    return Metric(rng.choice(columns), rng.choice(("sum", "avg", "avg", "min", "max")))


def _ordered(draft: Draft, rng: random.Random, by: tuple[str, ...], odds: float) -> Draft:
    if rng.random() > odds:
        return draft
    return draft.change(sort=(rng.choice(by), rng.choice(("asc", "desc"))))


def bar(table: Table, rng: random.Random) -> Draft | None:
    found, group = _measure(table, rng), groups(table, rng)
    if not group or group[0] is found.column:
        return None
    draft = Draft("cs_bar", analyses(found, "compare"), (found,), group, chart="bar", outputs=("chart",))
    return _ordered(draft, rng, ("metric", "metric", "group"), 0.6)


def pie(table: Table, rng: random.Random) -> Draft | None:
    draft = bar(table, rng)
    if draft is None or draft.metrics[0].agg not in ("count", "sum"):
        return None
    of = (draft.metrics[0].column,) if draft.metrics[0].column else ()
    return draft.change(family="cs_pie", analysis=("share",), chart="arc", sort=None, derive="percent_of_total", of=of)


def binned(table: Table, rng: random.Random) -> Draft | None:
    found, time = _measure(table, rng), dates(table, rng)
    if time is None or (not found.column and not groups(table, rng)):
        return None
    grain = "year" if time.kind == "year" else rng.choice(("month", "year", "weekday", "quarter", "day"))
    chart = "bar" if rng.random() < 0.7 else "line"
    draft = Draft("cs_bin", analyses(found, "trend"), (found,), time=time, grain=grain, chart=chart, outputs=("chart",))
    return _ordered(draft, rng, ("metric", "time"), 0.5)


def line(table: Table, rng: random.Random) -> Draft | None:
    columns, time = [each for each in table.kinds("sum", "avg") if not each.shared], dates(table, rng)
    if not columns or time is None:
        return None
    found = Metric(rng.choice(columns), "none")
    draft = Draft("cs_line", ("trend",), (found,), time=time, grain="unknown", chart="line", outputs=("chart",))
    return _ordered(draft, rng, ("time",), 0.4)


def scatter(table: Table, rng: random.Random) -> Draft | None:
    found = pair(table, rng, "sum", "avg")
    if found is None:
        return None
    both = (Metric(found[0], "none"), Metric(found[1], "none"))
    return Draft("cs_scatter", ("correlation",), both, chart="point", outputs=("chart",))


def stacked(table: Table, rng: random.Random) -> Draft | None:
    found, group = _measure(table, rng), groups(table, rng, 2)
    if not group or found.column in group:
        return None
    draft = Draft("cs_stacked", analyses(found, "compare"), (found,), group, chart="stacked_bar", outputs=("chart",))
    return _ordered(draft, rng, ("metric", "group"), 0.5)


def values(table: Table, rng: random.Random) -> Draft | None:
    """A name and its value, row by row, as bars."""
    names, columns = table.kinds("name"), [each for each in table.kinds("sum", "avg") if not each.shared]
    if not names or not columns or names[0].shared:
        return None
    name, found = rng.choice(names), Metric(rng.choice(columns), "none")
    draft = Draft("cs_values", ("lookup",), (found,), (name,), chart="bar", outputs=("chart",))
    return _ordered(draft, rng, ("metric", "group"), 0.6)


CHART_SHAPES: tuple[tuple[Shape, float], ...] = (
    *((bar, 10), (pie, 2), (binned, 5), (line, 2), (scatter, 3), (stacked, 3), (values, 2)),
)
