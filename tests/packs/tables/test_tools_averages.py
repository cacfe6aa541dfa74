"""Averages over things and periods: on DuckDB and on SQLite, values counted by hand."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.averages import average_per
from groundplan.tabular.tools.notes import notes_of
from tool_frames import BACKENDS, QUIET, rows, table_frame

pytestmark = [*QUIET, pytest.mark.parametrize("backend", BACKENDS)]


def sales(backend: str) -> Frame:
    """Ann has 3 rows and 12 units, Bob 2 and 7, Cy 1 and none that is known; one row is nobody's."""
    return table_frame(
        backend,
        customer=["Ann", "Ann", "Ann", "Bob", "Bob", "Cy", None],
        shop=["x", "x", "y", "x", "y", "y", "y"],
        units=[2, 4, 6, 1, 6, None, 90],
        day=[date(2024, month, 5) for month in (1, 1, 3, 1, 5, 5, 5)],
    )


def averaged(backend: str, **args: Any) -> tuple[list[tuple[Any, ...]], tuple[str, ...]]:
    found = average_per(sales(backend), **{"per": "customer", "metrics": ["units"], "names": ["units"], **args})
    return rows(found), notes_of(found)


@pytest.mark.parametrize(
    ("args", "figures"),
    [
        ({"agg_func": "sum"}, [(9.5,)]),  # 12 and 7; of Cy nothing is known
        ({"agg_func": "avg"}, [(3.75,)]),  # 4 and 3.5
        ({"agg_func": "median"}, [(3.75,)]),
        ({"agg_func": "max"}, [(6.0,)]),
        ({"agg_func": "count"}, [(5 / 3,)]),  # values: 3, 2 and 0
        ({"agg_func": "count", "metrics": []}, [(2.0,)]),
        ({"agg_func": "count_distinct", "metrics": ["shop"]}, [(5 / 3,)]),
        ({"agg_func": ["sum", "count_distinct"], "metrics": ["units", "shop"], "names": ["a", "b"]}, [(9.5, 5 / 3)]),
        ({"agg_func": "sum", "group_by": ["shop"]}, [("x", 3.5), ("y", 6.0)]),
        ({"agg_func": "count", "metrics": [], "group_by": ["shop"]}, [("x", 1.5), ("y", 1.0)]),
    ],
)
def test_a_figure_of_each_thing_then_their_mean(backend: str, args: dict[str, Any], figures: list[Any]) -> None:
    assert averaged(backend, **args)[0] == [pytest.approx(row) for row in figures]


@pytest.mark.parametrize(
    ("grain", "figure", "note"),
    [
        ("month", 109 / 3, "averaged over 3 months that have rows"),  # 7 in January, 6 in March, 96 in May
        ("quarter", 109 / 2, "averaged over 2 quarters that have rows"),
        ("year", 109, "averaged over 1 year that has rows"),
        ("weekday", 109 / 3, "averaged over 3 weekdays that have rows"),  # a Friday, a Tuesday, a Sunday
        ("month_of_year", 109 / 3, "averaged over 3 months of the year that have rows"),
    ],
)
def test_periods_without_rows_are_not_in_the_mean(backend: str, grain: str, figure: float, note: str) -> None:
    found, notes = averaged(backend, per="day", agg_func="sum", time_column="day", grain=grain)
    assert found == [(pytest.approx(figure),)] and notes == (note,)


def test_a_grain_that_is_chosen_is_told_by_its_name(backend: str) -> None:
    assert averaged(backend, per="day", agg_func="sum", time_column="day", grain="auto")[1] == (
        "averaged over 3 weeks that have rows",
    )


def test_a_series_of_averages(backend: str) -> None:
    args = {"agg_func": "count", "metrics": [], "group_by": ["day"], "time_column": "day"}
    found, notes = averaged(backend, **args, grain="month")
    assert found == [("2024-01-01", 1.5), ("2024-03-01", 1.0), ("2024-05-01", 1.0)]
    assert notes[0] == "averaged over the values of 'customer' that have rows in each period"
    assert "'day' is shown by week" in averaged(backend, **args, grain="auto")[1]


def test_what_is_averaged_over_is_told_and_so_is_what_is_left_out(backend: str) -> None:
    left_out = "rows without 'customer' are left out: 1"
    assert averaged(backend, agg_func="sum")[1] == ("averaged over 2 values of 'customer' that have rows", left_out)
    assert averaged(backend, agg_func="sum", group_by=["shop"])[1] == (
        "averaged over the values of 'customer' that have rows in each group",
        left_out,
    )


def test_groups_and_weekdays_stand_in_their_order(backend: str) -> None:
    args = {"agg_func": "count", "metrics": [], "group_by": ["shop", "day"], "time_column": "day", "grain": "weekday"}
    assert [row[:2] for row in averaged(backend, **args)[0]] == [("y", "Tue"), ("x", "Fri"), ("y", "Sun")]


def test_nothing_has_no_average(backend: str) -> None:
    nobody = table_frame(backend, customer=["Ann"], units=[1])
    empty = nobody.then(nobody.expr.filter(nobody.expr["units"] > 1))
    found = average_per(empty, per="customer", metrics=["units"], agg_func="sum", names=["units"])
    assert rows(found) == [(None,)] and notes_of(found) == ("averaged over 0 values of 'customer' that have rows",)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"per": "client"}, "no column 'client'"),
        ({"group_by": ["customer"]}, "'customer' is averaged over, so it cannot be a group as well"),
        ({"agg_func": "max", "metrics": ["shop"]}, "holds text, not numbers"),
        ({"agg_func": "sum", "grain": "month", "time_column": "day"}, "one of group_by"),
    ],
)
def test_what_cannot_be_averaged_is_said(backend: str, args: dict[str, Any], said: str) -> None:
    with pytest.raises(StepError, match=said):
        averaged(backend, **{"agg_func": "sum", **args})
