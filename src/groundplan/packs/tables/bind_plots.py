"""Tool, FramedForm -> arguments of the plot tools; the axes of charts of two grains."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from groundplan.packs.tables.framed_form import FramedForm, chart_kind, grain_of, shown_as, spread_column
from groundplan.query.requirements import charted

_VALUES = {"weekday": 7, "month_of_year": 12, "hour_of_day": 24}


def laid(r: FramedForm) -> tuple[str, str]:
    """What lies along x, and what stands beside it: years are compared by their months, weekdays by their hours."""
    time, across = r.time or "", r.across or ""
    first, second = r.form.time.grain if r.form.time else "unknown", r.form.across or "unknown"
    longer = first in _VALUES and _VALUES.get(second, 0) > _VALUES[first]
    turned = (first == "year" or longer) and not r.form.best_series  # a series goes along its time
    return (across, time) if turned else (time, across)


def drawn_as(r: FramedForm) -> str | None:
    """The chart: as said, else of two grains one that shows both, else by the shape of what is shown."""
    return _of_two(r, charted(r.form)) if r.across else chart_kind(r)


def _of_two(r: FramedForm, said: str | None) -> str:
    """A heat map, unless years, groups or single pairs are compared; a bar each where a stack would add them up."""
    yearly = r.form.time is not None and r.form.time.grain == "year"
    ranked = r.form.limit is not None and not r.form.best_series
    if said:
        return "stacked_bar" if said == "bar" and not (ranked or yearly) else said
    if ranked:
        return "bar"
    if r.form.best_series:
        return "bar" if r.cyclic else "line"
    if yearly or r.groups:
        return "bar" if r.form.across == "weekday" and yearly else "line"
    return "heatmap"


Args = dict[str, Any]


def plot(kind: str) -> Callable[[FramedForm], Args | None]:
    def bound(r: FramedForm) -> Args | None:
        if drawn_as(r) != kind or _only_listed(r):
            return None
        x, y, rest = r.x, r.y, list(r.groups if r.time else r.groups[1:])
        if r.across and len(r.groups) > 1:  # no chart has room for all of them
            return None
        if r.across:
            x, beside = laid(r)
            rest = [*r.groups, beside]
        if len(r.figures) >= 2 and (x is None or (kind == "point" and not r.time)):
            x, y, rest = r.figures[0].name, r.figures[1].name, list(r.groups)  # one point a group
        if x is None or y is None:
            return None
        if "forecast" in r.form.analysis and r.time and not r.groups and not r.cyclic:
            rest = ["kind"]
        marks = {"color": rest[-1]} if rest else {}
        return {"x": x, "y": y, **marks, **({"facet": rest[0]} if len(rest) > 1 else {})}

    return bound


def _only_listed(r: FramedForm) -> bool:
    """Whether text or dates stand where a height would be, and nobody asks for a chart."""
    asked = r.form.chart is not None or "chart" in r.form.outputs
    flat = bool(r.figures) and r.figures[0].agg in ("none", "min", "max") and r.figures[0].column in r.texts
    return flat and not asked and not r.form.derive


def histogram(r: FramedForm) -> Args | None:
    column = spread_column(r)
    return {"column": column} if drawn_as(r) == "histogram" and column else None


def box(r: FramedForm) -> Args | None:
    figure = next((figure for figure in r.figures if figure.column), None)
    if drawn_as(r) != "box" or figure is None or r.across:
        return None
    if r.groups or not r.time:
        return {"y": shown_as(r, figure), **({"x": r.groups[0]} if r.groups else {})}
    return {"y": shown_as(r, figure), "x": r.time, "grain": grain_of(r)}


def heatmap(r: FramedForm) -> Args | None:
    axes = [name for name in (r.time, r.across, *r.groups) if name]
    crowded = r.across is not None and bool(r.groups)
    if drawn_as(r) != "heatmap" or len(axes) < 2 or crowded or r.y is None:
        return None
    x, y = laid(r) if r.across else axes[:2]
    return {"x": x, "y": y, "color": r.y}


def pie(r: FramedForm) -> Args | None:
    return {"x": r.x, "y": r.y} if drawn_as(r) == "arc" and r.x and r.y and not r.across else None
