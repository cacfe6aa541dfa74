"""Chart -> Vega-Lite specification, SVG, PNG. The templates in charts/ say how each kind looks."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.contracts import Chart
from groundplan.errors import StepError
from groundplan.plan import folder
from groundplan.tabular.drawing_process import DrawingProcess, drawing
from groundplan.tabular.points import BANDED, continuous_time, date_format, instant, points
from groundplan.tabular.terminal import terminal
from groundplan.tabular.tools.order import in_calendar

__all__ = ["drawn", "png", "svg", "terminal", "vega_lite"]

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
_NUMBERED = re.compile(r'((?:id="|url\(#)(?:gradient_|clip))(\d+)')
Points = list[dict[str, Any]]
CHARTS = Path(__file__).with_name("charts")

WIDTH, HEIGHT = 520, 300
PANEL = {"width": 240, "height": 170}
STEPS = (18, 64)
"""The narrowest and the widest a group may be, with the space around it."""
NAMED = 30
"""Groups up to which every one is named on the axis."""
TICKS = 12
"""Dates up to which each is named on the axis."""


def vega_lite(chart: Chart) -> dict[str, Any]:
    """The chart as a Vega-Lite specification with its data inside."""
    spec, marks = _template(chart.kind), points(chart)
    encoding = _present(spec["encoding"], chart)
    _name_axes(encoding, chart)
    _measure_x(encoding, chart, marks)
    _format_figures(encoding, chart)
    _keep_order(encoding, chart, marks)
    encoding["tooltip"] = _tooltips(encoding, chart)
    if chart.facet:
        encoding["facet"] = _facet(chart, marks)
    return {
        "$schema": SCHEMA,
        "title": chart.title,
        "data": {"values": marks},
        "mark": spec["mark"],
        "encoding": encoding,
        **_size(chart, marks),
        "config": copy.deepcopy(_config()),
    }


def svg(chart: Chart) -> str:
    """The chart as SVG; the same chart gives the same bytes."""
    return drawn(chart)[0]


def png(chart: Chart) -> bytes:
    """The chart as PNG, sharp on a screen with twice the dots."""
    return drawn(chart)[1]


def drawn(chart: Chart, process: DrawingProcess | None = None) -> tuple[str, bytes]:
    """The chart as SVG and PNG, by a process that is awake already if there is one; the same bytes either way."""
    spec = vega_lite(chart)
    try:
        lines, dots = process.draw(spec) if process else drawing(spec)
    except (OSError, ValueError):  # the process is gone
        lines, dots = drawing(spec)
    return _renumbered(lines), dots


def _renumbered(drawing: str) -> str:
    """Vega counts gradients and clips over all drawings of a process: count them from 0 in each."""
    numbers: dict[str, int] = {}
    return _NUMBERED.sub(lambda found: f"{found[1]}{numbers.setdefault(found[2], len(numbers))}", drawing)


def _present(encoding: dict[str, Any], chart: Chart) -> dict[str, Any]:
    """The channels that the chart has columns for."""
    absent = {"color"} if chart.color is None else set()
    absent |= {"x"} if not chart.x else set()
    return {channel: how for channel, how in encoding.items() if how["field"] not in absent}


def _facet(chart: Chart, marks: Points) -> dict[str, Any]:
    panels = _groups(marks, "facet")
    columns = 2 if len(panels) in (2, 4) else 3
    return {"field": "facet", "type": "nominal", "sort": panels, "columns": columns, "title": chart.facet}


def _name_axes(encoding: dict[str, Any], chart: Chart) -> None:
    names = {"x": chart.x, "y": chart.y, "color": chart.color}
    for channel in ("x", "y", "theta", "color"):
        if channel in encoding:
            encoding[channel]["title"] = names[encoding[channel]["field"]]


def _measure_x(encoding: dict[str, Any], chart: Chart, marks: Points) -> None:
    """Groups stand in the order of the rows; time and numbers stand where they belong."""
    if "x" not in encoding or chart.kind == "histogram":
        return
    x = encoding["x"]
    if chart.kind in BANDED or chart.x_type in ("nominal", "ordinal"):
        x |= {"type": "ordinal" if chart.x_type != "nominal" else "nominal"}
        x["axis"] = {"labelAngle": _angle(marks), "labelOverlap": len(_groups(marks, "x")) > NAMED}
    elif chart.x_type == "temporal":
        x |= {"type": "temporal", "scale": {"type": "utc"}, "axis": _time_axis(chart)}
        x.pop("sort", None)
    else:
        x |= {"type": "quantitative", "scale": {"zero": False, "nice": True}, "axis": _number_axis(chart)}
        x.pop("sort", None)


def _format_figures(encoding: dict[str, Any], chart: Chart) -> None:
    for channel, place in (("y", 1), ("color", 2)):
        how = encoding.get(channel, {})
        if how.get("type") == "quantitative":
            largest = max((abs(row[place]) for row in chart.rows if row[place] is not None), default=0)
            how["axis" if channel == "y" else "legend"] = {"format": "~s" if largest >= 1_000_000 else ",~f"}


def _keep_order(encoding: dict[str, Any], chart: Chart, marks: Points) -> None:
    """Groups by name, since Vega-Lite forgets the order of the rows where it computes boxes or panels.

    Bars of one color may be ranked; beside a second group, days, months and hours stand as the calendar has them.
    """
    for how in encoding.values():
        if how.get("sort", "") is None:
            found = _groups(marks, how["field"])
            how["sort"] = in_calendar(found) if chart.color else found


def _groups(marks: Points, channel: str) -> list[Any]:
    """What a channel shows, in the order of the rows."""
    return list(dict.fromkeys(point.get(channel) for point in marks))


def _tooltips(encoding: Mapping[str, Any], chart: Chart) -> list[dict[str, Any]]:
    """What is shown of a mark, with the names of the columns."""
    tips = []
    for name, field in ((chart.x, "x"), (chart.y, "y"), (chart.color, "color"), (chart.facet, "facet")):
        figure = any(how.get("field") == field and how.get("type") == "quantitative" for how in encoding.values())
        shown = "label" if field == "x" and continuous_time(chart) else field
        if name:
            form = {"type": "quantitative", "format": ",.12~g"} if figure else {"type": "nominal"}
            tips.append({"field": shown, "title": name, **form})
    return tips


def _size(chart: Chart, marks: Points) -> dict[str, Any]:
    if chart.facet:
        return dict(PANEL)
    if chart.kind == "arc":
        return {"width": HEIGHT, "height": HEIGHT}
    banded = chart.kind in BANDED and chart.x and not (chart.kind == "bar" and chart.color)
    tall: Any = {"step": 30} if chart.kind == "heatmap" else HEIGHT
    return {"width": {"step": _step(marks)} if banded else WIDTH, "height": tall}


def _step(marks: Points) -> int:
    narrowest, widest = STEPS
    return max(narrowest, min(widest, WIDTH // max(1, len(_groups(marks, "x")))))


def _angle(marks: Points) -> int:
    """Short labels lie flat, long ones are turned so that all can be read."""
    longest = max((len(str(label)) for label in _groups(marks, "x")), default=0)
    return 0 if longest * 7 <= _step(marks) else -40


def _time_axis(chart: Chart) -> dict[str, Any]:
    axis: dict[str, Any] = {"format": date_format(chart), "labelOverlap": True}
    instants = sorted({instant(row[0]) for row in chart.rows if row[0] is not None})
    if len(instants) <= TICKS:  # else ticks fall between the periods and name one twice
        axis |= {"values": [int(each.timestamp() * 1000) for each in instants], "labelAngle": -40}
    return axis


def _number_axis(chart: Chart) -> dict[str, Any]:
    """Years are not written with a thousands separator."""
    values = [row[0] for row in chart.rows if row[0] is not None]
    years = bool(values) and all(value == int(value) and 1500 <= value <= 2200 for value in values)
    return {"format": "d" if years else ",~f"}


def _template(kind: str) -> dict[str, Any]:
    try:
        return copy.deepcopy(_read(kind))
    except FileNotFoundError:
        kinds = sorted(path.stem for path in CHARTS.glob("*.yaml") if path.stem != "config")
        raise StepError(f"there is no chart kind {kind!r}: take one of {', '.join(kinds)}") from None


def _config() -> dict[str, Any]:
    return _read("config")


@lru_cache
def _read(name: str) -> dict[str, Any]:
    return dict(folder.load(CHARTS / f"{name}.yaml"))
