"""What is drawn: rows as they come, plain values, nothing invented and nothing lost without a word."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundplan.errors import StepError
from groundplan.query.results import Result, plain, save_dataframe, write_csv
from groundplan.tabular.tools import plots
from groundplan.tabular.tools.aggregate import aggregate
from groundplan.tabular.tools.plots import (
    plot_area,
    plot_bar,
    plot_box,
    plot_heatmap,
    plot_histogram,
    plot_line,
    plot_pie,
    plot_scatter,
    plot_stacked,
    width,
)
from groundplan.tabular.tools.ranking import sort_rows
from tool_frames import QUIET, rows, table_frame

pytestmark = QUIET


def test_a_chart_shows_the_frame_as_it_stands() -> None:
    frame = table_frame("duckdb", k=["a", "b", None, "a"], v=[1, 2, 3, 4])
    totals = aggregate(frame, group_by=["k"], metrics=["v"], agg_func="sum", names=["total"])
    down = sort_rows(totals, by="total", order="desc")
    chart = plot_bar(down, x="k", y="total")
    assert chart.rows == (("a", 5), (None, 3), ("b", 2)) == tuple(rows(down))
    assert (chart.mark, chart.kind, chart.x_type, chart.stacked) == ("bar", "bar", "nominal", False)
    assert chart.title == "total by k"


def test_a_line_runs_forward_in_time() -> None:
    frame = table_frame("duckdb", d=[date(2024, 2, 1), date(2024, 1, 1)], v=[Decimal("2.50"), Decimal("7")])
    chart = plot_line(frame, x="d", y="v")
    assert chart.rows == (("2024-01-01", 7), ("2024-02-01", 2.5))
    assert chart.x_type == "temporal"


def test_a_facet_stands_fourth() -> None:
    frame = table_frame("duckdb", x=[1.0], y=[2.0], k=["a"], f=["b"])
    assert plot_scatter(frame, x="x", y="y", facet="f").rows == ((1.0, 2.0, None, "b"),)
    assert plot_scatter(frame, x="x", y="y", color="k", facet="f").rows == ((1.0, 2.0, "a", "b"),)
    assert plot_scatter(frame, x="x", y="y", color="k").rows == ((1.0, 2.0, "a"),)


def test_each_kind_has_its_mark() -> None:
    frame = table_frame("duckdb", x=["p", "q"], y=[1, 2], z=["u", "v"])
    kinds = [
        (plot_stacked(frame, x="x", y="y", color="z"), "stacked_bar", "bar", True),
        (plot_area(frame, x="x", y="y", color="z"), "area", "area", True),
        (plot_area(frame, x="x", y="y"), "area", "area", False),
        (plot_scatter(frame, x="x", y="y"), "point", "point", False),
        (plot_pie(frame, x="x", y="y"), "arc", "arc", False),
        (plot_box(frame, x="x", y="y"), "box", "boxplot", False),
        (plot_heatmap(frame, x="x", y="z", color="y"), "heatmap", "rect", False),
    ]
    for chart, kind, mark, stacked in kinds:
        assert (chart.kind, chart.mark, chart.stacked) == (kind, mark, stacked)


def test_a_scatter_keeps_duplicates_and_a_cut_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = table_frame("duckdb", x=[1, 1, 2, 3], y=[5, 5, 6, 7])
    assert plot_scatter(frame, x="x", y="y").rows[:2] == ((1, 5), (1, 5))
    monkeypatch.setattr(plots, "MOST", 3)
    cut = plot_scatter(frame, x="x", y="y")
    assert len(cut.rows) == 3 and cut.title == "y by x (first 3 marks)"


def test_a_box_of_many_rows_is_its_five_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = table_frame("duckdb", k=["a"] * 9, v=[1, 2, 3, 4, 5, 6, 7, 8, 100])
    assert len(plot_box(frame, y="v", x="k").rows) == 9
    monkeypatch.setattr(plots, "MOST", 8)
    assert plot_box(frame, y="v", x="k").rows == (("a", 1), ("a", 3.0), ("a", 5.0), ("a", 7.0), ("a", 100))
    assert plot_box(frame, y="v").rows[0] == (None, 1)


@pytest.mark.parametrize("backend", ["duckdb", "sqlite"])
def test_a_box_for_each_period_stands_in_its_place(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    days = [date(2024, 3, 6), date(2024, 1, 8), date(2024, 1, 10), date(2023, 5, 1)]
    frame = table_frame(backend, d=days, v=[4, 2, 3, 1])
    weekdays = plot_box(frame, y="v", x="d", grain="weekday")
    assert weekdays.x_type == "ordinal" and [row[0] for row in weekdays.rows] == ["Mon", "Mon", "Wed", "Wed"]
    assert {row[0]: row[1] for row in plot_box(frame, y="v", x="d", grain="year").rows}.keys() == {
        "2023-01-01",
        "2024-01-01",
    }
    many = table_frame(backend, d=days * 3, v=[4, 2, 3, 1] * 3)
    monkeypatch.setattr(plots, "MOST", 10)
    boxes = plot_box(many, y="v", x="d", grain="year").rows
    assert boxes == tuple(("2023-01-01", 1) for _ in range(5)) + tuple(("2024-01-01", v) for v in (2, 2, 3, 4, 4))


def test_what_cannot_be_drawn_is_told() -> None:
    frame = table_frame("duckdb", k=["a"], v=[-1])
    with pytest.raises(StepError, match="a pie cannot show values of 'v' below 0: take a bar chart"):
        plot_pie(frame, x="k", y="v")
    with pytest.raises(StepError, match="column 'k' holds text, not numbers; columns with numbers: 'v'"):
        plot_bar(frame, x="v", y="k")
    with pytest.raises(StepError, match="column 'k' holds text"):
        plot_histogram(frame, column="k")


def test_no_rows_make_an_empty_chart() -> None:
    frame = table_frame("duckdb", x=["a"], y=[1])
    empty = frame.then(frame.expr.filter(frame.expr.y > 1))
    assert plot_bar(empty, x="x", y="y").rows == ()
    assert plot_histogram(empty, column="y").rows == ()
    assert plot_box(empty, y="y").rows == ()


@pytest.mark.parametrize(
    ("values", "bins", "expected"),
    [
        ([1, 2, 2, 9], 5, ((0, 1), (2, 2), (4, 0), (6, 0), (8, 1))),
        ([0.1, 0.2, 0.35], 4, ((0.1, 1), (0.2, 1), (0.3, 1))),
        ([7, 7], 20, ((7, 2),)),
        ([-3, None, 3], 2, ((-5, 1), (0, 1))),
    ],
)
def test_bins_have_readable_edges(values: list[float], bins: int, expected: tuple[tuple[float, int], ...]) -> None:
    assert plot_histogram(table_frame("duckdb", v=values), column="v", bins=bins).rows == expected


number = st.floats(-1e9, 1e9).map(lambda value: round(value, 3))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(number, min_size=1, max_size=30), st.integers(2, 40))
def test_a_histogram_counts_every_value_in_few_bins(values: list[float], bins: int) -> None:
    chart = plot_histogram(table_frame("duckdb", v=pa.array(values, pa.float64())), column="v", bins=bins)
    assert sum(count for _, count in chart.rows) == len(values)
    assert len(chart.rows) <= bins
    assert width(min(values), max(values), bins, whole=False) > 0


def test_values_are_plain() -> None:
    assert plain(float("nan")) is None and plain(float("inf")) is None
    assert plain(0.1 + 0.2) == 0.3 and str(plain(-0.0)) == "0.0"
    assert plain(123456789012.34) == 123456789012.34
    assert plain(Decimal("3.0")) == 3 and plain(Decimal("3.5")) == 3.5
    assert plain(datetime(2024, 1, 2, 3, 4)) == "2024-01-02T03:04:00"
    frame = table_frame("duckdb", d=[date(2024, 1, 1)], t=[datetime(2024, 1, 1)], l=[[1.0, float("nan")]], b=[b"\x01"])
    assert json.loads(json.dumps(rows(frame))) == [["2024-01-01", "2024-01-01", [1.0, None], "01"]]


def test_the_file_holds_all_rows_and_the_same_bytes(tmp_path: Path) -> None:
    frame = table_frame("duckdb", k=["a, b", None], v=[0.1 + 0.2, 2.0])
    result = save_dataframe(frame, file="../elsewhere/out.csv")
    assert isinstance(result, Result)
    assert (result.name, result.rows, result.file, result.total) == (
        "result",
        (("a, b", 0.3), (None, 2.0)),
        "out.csv",
        2,
    )
    write_csv(result, tmp_path / "one.csv")
    write_csv(result, tmp_path / "two.csv")
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes() == b'k,v\n"a, b",0.3\n,2.0\n'
