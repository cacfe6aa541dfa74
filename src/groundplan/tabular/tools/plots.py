"""Charts: the rows that are drawn, and how; histograms."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from groundplan.contracts import Chart
from groundplan.errors import StepError
from groundplan.query.results import plain, rows_of
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import able, column, is_temporal, numeric
from groundplan.tabular.tools.grain import by_period
from groundplan.tabular.tools.order import CALENDAR, arranged, arrangement, ascending, grouped_by

MOST = 5_000
"""Marks in one chart; more can be neither told apart nor drawn in time."""
Name = str | None
Told = Mapping[str, Any] | None
"""The title of a chart, and what columns are called on it."""


def plot_line(df: Frame, *, x: str, y: str, color: Name = None, facet: Name = None, told: Told = None) -> Chart:
    """A line for each color, over x."""
    return _told(_xy(_along(df, x), "line", "line", x, y, color, facet), told)


def plot_bar(df: Frame, *, x: str, y: str, color: Name = None, facet: Name = None, told: Told = None) -> Chart:
    """A bar for each x; with a color, bars side by side."""
    return _told(_xy(df, "bar", "bar", x, y, color, facet), told)


def plot_stacked(df: Frame, *, x: str, y: str, color: Name = None, facet: Name = None, told: Told = None) -> Chart:
    """A bar for each x, of parts told apart by color."""
    return _told(_xy(df, "stacked_bar", "bar", x, y, color, facet, stacked=True), told)


def plot_area(df: Frame, *, x: str, y: str, color: Name = None, facet: Name = None, told: Told = None) -> Chart:
    """The area under y over x, of parts told apart by color."""
    return _told(_xy(_along(df, x), "area", "area", x, y, color, facet, stacked=color is not None), told)


def plot_scatter(df: Frame, *, x: str, y: str, color: Name = None, facet: Name = None, told: Told = None) -> Chart:
    """A point for each row."""
    return _told(_xy(df, "point", "point", x, y, color, facet), told)


def plot_box(df: Frame, *, y: str, x: str | None = None, grain: str | None = None, told: Told = None) -> Chart:
    """A box for each x, of time for each period; of many rows only the five figures a box is drawn from."""
    numeric(df, y)
    if x is not None:
        column(df, x)
        df = by_period(df, x, grain) if grain else df
    rows, cut = _drawn(df, [x, y])
    own = _title(y, x)
    if cut:
        rows, own = _five_figures(df, y, x), f"{own}, smallest value to largest"
    x_type = _measure(df, x, rows, "box") if x else "nominal"
    chart = Chart(mark="boxplot", kind="box", x=x or "", y=y, title=own, x_type=x_type, rows=rows)
    return _told(chart, told)


def plot_heatmap(df: Frame, *, x: str, y: str, color: str, told: Told = None) -> Chart:
    """A cell for each pair of groups, colored by a figure."""
    numeric(df, color)
    column(df, y)
    dated = is_temporal(column(df, x).type())  # of dates, a ranking says nothing along an axis
    df = df.then(arranged(df.expr, ascending([x, y]))) if dated else df
    rows, cut = _drawn(df, [x, y, color])
    own = _title(color, x, y) + _cut_note(cut)
    x_type = _measure(df, x, rows, "heatmap")
    chart = Chart(mark="rect", kind="heatmap", x=x, y=y, color=color, title=own, x_type=x_type, rows=rows)
    return _told(chart, told)


def plot_pie(df: Frame, *, x: str, y: str, told: Told = None) -> Chart:
    """A slice for each x."""
    chart = _xy(df, "arc", "arc", x, y, None, None)
    if any(value is not None and value < 0 for _, value in chart.rows):
        raise StepError(f"a pie cannot show values of {y!r} below 0: take a bar chart")
    return _told(chart, told)


def _xy(
    df: Frame, kind: str, mark: str, x: str, y: str, color: str | None, facet: str | None, stacked: bool = False
) -> Chart:
    numeric(df, y)
    for name in (x, color, facet):
        if name is not None:
            column(df, name)
    rows, cut = _drawn(df, [x, y, *([color] if color or facet else []), *([facet] if facet else [])])
    return Chart(
        mark=mark,
        kind=kind,
        x=x,
        y=y,
        color=color,
        facet=facet,
        stacked=stacked,
        title=_title(y, x, color, facet) + _cut_note(cut),
        x_type=_measure(df, x, rows, kind),
        rows=rows,
    )


def _told(chart: Chart, told: Told) -> Chart:
    """The chart under a title that was given, its columns called as people call them."""
    if not told:
        return chart
    columns = told.get("columns", {})
    held = {channel: getattr(chart, channel) for channel in ("x", "y", "color", "facet")}
    named = {channel: columns.get(name, name) for channel, name in held.items()}
    return chart.model_copy(update={**named, "title": told.get("title") or chart.title})


def _along(df: Frame, x: str) -> Frame:
    """Rows that nobody has put in order, in the order of x: a line must not run back and forth."""
    column(df, x)
    return df if arrangement(df.expr) else df.then(arranged(df.expr, ascending([x])))


def _drawn(df: Frame, names: list[str | None]) -> tuple[tuple[tuple[Any, ...], ...], bool]:
    """The first rows of these columns, an absent column as empty; and whether there are more."""
    wanted = list(dict.fromkeys(name for name in names if name is not None))
    if grouped_by(df.expr) is None:
        # Raw rows may be millions: fetch only what is drawn. Figures come from the frame, as other steps see them.
        df = df.then(df.expr.select(*wanted).limit(MOST + 1))
    table = df.arrow()
    rows = rows_of(table.slice(0, MOST), wanted)
    at = {name: place for place, name in enumerate(wanted)}
    laid = tuple(tuple(row[at[name]] if name is not None else None for name in names) for row in rows)
    return laid, table.num_rows > MOST


def _five_figures(df: Frame, y: str, x: str | None) -> tuple[tuple[Any, ...], ...]:
    df = able(df, "Quantile")
    value = numeric(df, y)
    shares = {f"at {share}": value.quantile(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)}
    boxes = df.expr.aggregate(by=[x] if x else [], **shares)
    table = df.then(arranged(boxes, ascending([x] if x else [])).limit(MOST // 5)).arrow()
    keys = rows_of(table, [x]) if x else ((None,),)
    return tuple(
        (key, each) for (key,), figures in zip(keys, rows_of(table, list(shares)), strict=True) for each in figures
    )


def _measure(df: Frame, x: str, rows: tuple[tuple[Any, ...], ...], kind: str) -> str:
    """Vega-Lite's measure of x."""
    dtype = df.expr[x].type()
    if is_temporal(dtype):
        return "temporal"
    if dtype.is_numeric() and not dtype.is_boolean():
        return "quantitative" if kind in ("line", "area", "point") else "ordinal"
    named = {str(row[0]).lower() for row in rows if row[0] is not None}
    return "ordinal" if named and named <= CALENDAR.keys() else "nominal"


def _title(figure: str, *groups: str | None) -> str:
    named = [name for name in groups if name]
    return f"{figure} by {' and '.join(dict.fromkeys(named))}" if named else figure


def _cut_note(cut: bool) -> str:
    return f" (first {MOST:,} marks)" if cut else ""


ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)
"""Widths of a bin that are easy to read, at any power of ten."""


def plot_histogram(df: Frame, *, column: str, bins: int = 20, told: Told = None) -> Chart:
    """One row for each bin: where it starts, and how many values are in it, 0 for an empty bin between others."""
    if bins < 1:
        raise StepError(f"a histogram needs 1 bin or more, not {bins}")
    value = numeric(df, column)
    ends = df.then(df.expr.aggregate(low=value.min(), high=value.max())).arrow().to_pylist()[0]
    rows: tuple[tuple[Any, ...], ...] = ()
    if ends["low"] is not None:
        step = width(float(ends["low"]), float(ends["high"]), bins, whole=value.type().is_integer())
        rows = _counted(df, value, step)
    own = f"distribution of {column}"
    chart = Chart(mark="bar", kind="histogram", x=column, y="count", title=own, x_type="quantitative", rows=rows)
    return _told(chart, told)


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
