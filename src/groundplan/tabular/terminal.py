"""Chart -> text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from statistics import quantiles
from threading import Lock
from typing import Any

from groundplan.contracts import Chart
from groundplan.tabular.tools.order import in_calendar

TALL, SHORT = 18, 11
PANELS = 4
MOST = 30
"""Bars, or lines of a table, that fit a screen."""
LABEL = 28
"""Characters of a bar's name."""
_BLUE, _PLAIN = "\x1b[34m", "\x1b[0m"
_DRAWING = Lock()  # plotext has one figure for the whole process


def terminal(chart: Chart, width: int = 80, color: bool = True) -> str:
    """The chart in characters: bars, lines or points; boxes and heat maps as a small table."""
    if not chart.rows:
        return f"{chart.title}\nno rows"
    if chart.facet and chart.kind in ("line", "area", "point"):
        panels = [_plotted(panel, width, color, SHORT) for panel in _panels(chart)]
        return "\n".join([chart.title, *panels, *_more_panels(chart)])
    if chart.kind in ("line", "area", "point"):
        return _plotted(chart, width, color, TALL)
    if chart.kind == "heatmap":
        return _lines(chart, [("", chart.color), *((_name(row[:2]), row[2]) for row in chart.rows)], width)
    if chart.kind == "box":
        return _lines(chart, [(chart.x, "smallest, quartiles, largest"), *_boxes(chart)], width)
    return _bars(chart, width, color)


def _bars(chart: Chart, width: int, color: bool) -> str:
    """One line a bar. Not by plotext, which lets a bar spill into its neighbour's line when they stand this close."""
    rows = chart.rows[:MOST]
    names = [_name((row[0], *(value for value in row[2:] if value is not None))) for row in rows]
    figures = [_number(row[1]) for row in rows]
    wide, most = max(map(len, names)), max(map(len, figures))
    room = max(1, width - wide - most - 2)
    largest = max(abs(row[1] or 0) for row in rows) or 1
    bars = [("░" if (row[1] or 0) < 0 else "█") * round(abs(row[1] or 0) / largest * room) for row in rows]
    lines = [
        f"{name:>{wide}} {figure:>{most}} {_BLUE + bar + _PLAIN if color else bar}"
        for name, figure, bar in zip(names, figures, bars, strict=True)
    ]
    return "\n".join([chart.title, *lines, *_more(len(chart.rows))])


def _panels(chart: Chart) -> list[Chart]:
    """One chart for each value of the facet, as many as fit a screen."""
    values = list(dict.fromkeys(row[3] for row in chart.rows))[:PANELS]
    return [
        chart.model_copy(
            update={
                "facet": None,
                "title": f"{chart.y}, {chart.facet} {_name([value])}",
                "rows": tuple(row[:3] for row in chart.rows if row[3] == value),
            }
        )
        for value in values
    ]


def _more_panels(chart: Chart) -> list[str]:
    left = len({row[3] for row in chart.rows}) - PANELS
    return [f"and {left} more panels"] if left > 0 else []


def _plotted(chart: Chart, width: int, color: bool, height: int) -> str:
    import plotext  # slow to load, and only a drawing needs it

    places, ticks = _positions(chart)
    with _DRAWING:
        figure = _blank(plotext, width, height)
        for name, rows in _groups(chart).items():
            known = [(places[row[0]], row[1]) for row in rows if row[1] is not None and row[0] is not None]
            signal = figure.signal(*map(list, zip(*known, strict=True))) if known else None
            if signal is None:
                continue
            signal.lines(chart.kind != "point")
            if name:
                signal.label(name)
            figure.draw(signal)
        figure.title(chart.title)
        if ticks:
            figure.ruler("x").ticks(*map(list, zip(*ticks, strict=True)))
        figure.ruler("y").ticks(*_figure_ticks(chart))
        return str(figure.build().string(colorless=not color)).rstrip("\n")


def _blank(plotext: Any, width: int, height: int) -> Any:
    plotext.terminal.limit(False, False)
    figure = plotext.figure
    figure.clear()
    figure.theme("simple")  # the terminal's own background stays
    figure.plot_size(width, height)
    return figure


def _positions(chart: Chart) -> tuple[dict[Any, float], list[tuple[float, str]]]:
    """Where each x stands, and the few of them that are named."""
    values = list(dict.fromkeys(row[0] for row in chart.rows if row[0] is not None))
    values = in_calendar(values) if chart.color else values
    if chart.x_type == "quantitative":
        return {value: float(value) for value in values}, []
    if chart.x_type == "temporal":
        places = {value: datetime.fromisoformat(value).timestamp() for value in values}
    else:
        places = {value: float(place) for place, value in enumerate(values)}
    named = values[:: max(1, len(values) // 5)]
    return places, [(places[value], str(value)) for value in named]


def _figure_ticks(chart: Chart) -> tuple[list[float], list[str]]:
    """Five figures along the axis, written out: plotext writes 3.2e4."""
    known = [float(row[1]) for row in chart.rows if row[1] is not None] or [0.0]
    low, step = min(known), (max(known) - min(known)) / 4
    places = [low + step * tick for tick in range(5)] if step else [low]
    return places, [f"{place:,.0f}" if step >= 1 else f"{place:,.4g}" for place in places]


def _groups(chart: Chart) -> dict[str, list[tuple[Any, ...]]]:
    groups: dict[str, list[tuple[Any, ...]]] = {}
    for row in chart.rows:
        groups.setdefault(_name(value for value in row[2:] if value is not None), []).append(row)
    return groups


def _boxes(chart: Chart) -> list[tuple[str, str]]:
    groups: dict[Any, list[float]] = {}
    for group, value in chart.rows:
        if value is not None:
            groups.setdefault(group, []).append(value)
    return [(_name([group]), _five(values)) for group, values in groups.items()]


def _five(values: Sequence[float]) -> str:
    quartiles = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
    return "  ".join(_number(value) for value in (min(values), *quartiles, max(values)))


def _lines(chart: Chart, lines: Sequence[tuple[Any, Any]], width: int) -> str:
    wide = max(len(str(name)) for name, _ in lines[: MOST + 1])
    shown = [f"{name or '':<{wide}}  {_number(value)}"[:width] for name, value in lines[: MOST + 1]]
    return "\n".join([chart.title, *shown, *_more(len(lines) - 1)])


def _more(total: int) -> list[str]:
    return [f"and {total - MOST} more"] if total > MOST else []


def _name(values: Any) -> str:
    text = ", ".join("(empty)" if value is None else str(value) for value in values)
    return text if len(text) <= LABEL else text[: LABEL - 1] + "…"


def _number(value: Any) -> str:
    if value is None or isinstance(value, (str, bool)):
        return "" if value is None else str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").rstrip(".")
