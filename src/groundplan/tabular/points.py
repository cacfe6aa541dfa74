"""Chart -> the points its specification holds, and how their dates are written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from groundplan.contracts import Chart

BANDED = {"bar", "stacked_bar", "box", "heatmap", "arc"}
"""Kinds whose x is a row of groups, whatever it measures."""
EMPTY = "(empty)"
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def points(chart: Chart) -> list[dict[str, Any]]:
    """One object for each mark, by channel: a column's name may hold what Vega would read as a path."""
    extras = _extras(chart)
    return [_point(chart, place, row, extras) for place, row in enumerate(chart.rows)]


def _point(chart: Chart, place: int, row: tuple[Any, ...], extras: Mapping[str, Any]) -> dict[str, Any]:
    point = dict(zip(("x", "y", "color", "facet"), row, strict=False))
    if "dates" in extras and row[0] is not None:
        label = instant(row[0]).strftime(extras["dates"])
        point |= {"label": label} if continuous_time(chart) else {"x": label}
    if "colors" in extras and row[2] is not None:
        point["color"] = instant(row[2]).strftime(extras["colors"])
    if chart.kind == "arc":
        point["place"] = place
    if "step" in extras:
        point["end"] = row[0] + extras["step"]
    return {key: _shown(key, value, chart) for key, value in point.items() if key in _used(chart)}


def _extras(chart: Chart) -> dict[str, Any]:
    """What all points share: the way dates are written, the width of a bin."""
    if chart.kind == "histogram":
        return {"step": min((after[0] - before[0] for before, after in pairwise(chart.rows)), default=1)}
    dates = {"dates": date_format(chart)} if chart.x_type == "temporal" else {}
    return {**dates, **_colors(chart)}


def _colors(chart: Chart) -> dict[str, str]:
    """How dates are written that are told apart by color, such as the years of months that are compared."""
    colors = [str(row[2]) for row in chart.rows if chart.color and row[2] is not None]
    return {"colors": _format(colors)} if colors and all(map(_DATE.fullmatch, colors)) else {}


def _used(chart: Chart) -> set[str]:
    named = {"x": chart.x, "color": chart.color, "facet": chart.facet}
    return {"y", "end", "place", "label"} | {key for key, name in named.items() if name}


def _shown(key: str, value: Any, chart: Chart) -> Any:
    """An empty group is a group like any other; an empty figure stays empty."""
    grouping = key in ("color", "facet") or (key == "x" and chart.x_type in ("nominal", "ordinal")) or key == "label"
    figure = key == ("color" if chart.kind == "heatmap" else "y")
    banded = key in ("x", "y") and chart.kind in BANDED
    return EMPTY if value is None and not figure and (grouping or banded) else value


def continuous_time(chart: Chart) -> bool:
    """Whether x is an axis of time rather than a row of dates."""
    return chart.x_type == "temporal" and chart.kind not in BANDED


def date_format(chart: Chart) -> str:
    """As much of a date as tells the values apart."""
    return _format([row[0] for row in chart.rows if row[0] is not None])


def _format(dates: Sequence[Any]) -> str:
    instants = [instant(date) for date in dates]
    if any((each.hour, each.minute, each.second) != (0, 0, 0) for each in instants):
        return "%d %b %Y %H:%M"
    if any(each.day != 1 for each in instants):
        return "%d %b %Y"
    return "%b %Y" if any(each.month != 1 for each in instants) else "%Y"


def instant(text: str) -> datetime:
    """A moment from its ISO text; without a zone it is taken as UTC, so that no machine shifts it."""
    moment = datetime.fromisoformat(str(text))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
