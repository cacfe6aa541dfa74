"""Two grains of one time in an aggregate: on DuckDB and on SQLite, values counted by hand."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.aggregate import aggregate
from groundplan.tabular.tools.order import in_calendar
from groundplan.tabular.tools.plots import plot_heatmap
from groundplan.tabular.tools.ranking import sort_rows, top_n
from tool_frames import BACKENDS, QUIET, rows, table_frame

pytestmark = [*QUIET, pytest.mark.parametrize("backend", BACKENDS)]

CROSSED: dict[str, Any] = {
    "time_column": "at",
    "grain": "weekday",
    "across": "hour_of_day",
    "across_name": "hour of day",
    "agg_func": "count",
    "names": ["n"],
}
PAIRS = [("Mon", "10:00", 2), ("Tue", "09:00", 1), ("Tue", "18:00", 1), ("Fri", "18:00", 2), (None, None, 1)]


def orders(backend: str) -> Frame:
    """Two Mondays at 10, a Tuesday at 9 and at 18, a Friday at 18, each written in no order."""
    at = [(12, 18), (1, 10), (2, 18), (8, 10), (2, 9), (5, 18)]
    moments = [datetime(2024, 1, day, hour, 30) for day, hour in at]
    return table_frame(backend, at=[*moments, None], shop=["b", "a", "a", "b", "a", "a", "a"])


def test_each_pair_has_a_row_in_calendar_order_both_ways(backend: str) -> None:
    found = aggregate(orders(backend), group_by=["at"], **CROSSED)
    assert found.columns == ("at", "hour of day", "n")
    assert rows(found) == PAIRS


def test_groups_stand_after_both(backend: str) -> None:
    found = aggregate(orders(backend), group_by=["shop", "at"], **CROSSED)
    assert set(found.columns) == {"shop", "at", "hour of day", "n"}
    at = [found.columns.index(name) for name in ("at", "hour of day", "shop", "n")]
    assert [tuple(row[i] for i in at) for row in rows(found)][:2] == [
        ("Mon", "10:00", "a", 1),
        ("Mon", "10:00", "b", 1),
    ]


def test_pairs_are_ranked_and_sorted_without_losing_the_calendar(backend: str) -> None:
    found = aggregate(orders(backend), group_by=["at"], **CROSSED)
    assert rows(top_n(found, by="n", n=2)) == [
        ("Mon", "10:00", 2),
        ("Fri", "18:00", 2),
    ]  # by the calendar, not Fri, Mon
    latest = [row[:2] for row in rows(sort_rows(found, by="at", order="desc"))]
    assert latest == [("Fri", "18:00"), ("Tue", "09:00"), ("Tue", "18:00"), ("Mon", "10:00"), (None, None)]


def test_a_heat_map_of_dates_is_in_their_order_even_of_ranked_rows(backend: str) -> None:
    monthly = {**CROSSED, "grain": "day", "across": "weekday", "across_name": "weekday"}
    ranked = sort_rows(aggregate(orders(backend), group_by=["at"], **monthly), by="n", order="desc")
    days = [row[0] for row in plot_heatmap(ranked, x="at", y="weekday", color="n").rows if row[0]]
    assert days == sorted(days) and len(days) == 5


def test_what_cannot_be_crossed_is_said(backend: str) -> None:
    with pytest.raises(StepError, match="'hour_of_day' needs a time_column"):
        aggregate(orders(backend), group_by=["shop"], **{**CROSSED, "time_column": None, "grain": None})
    with pytest.raises(StepError, match="named 'at'"):
        aggregate(orders(backend), group_by=["at"], **{**CROSSED, "across_name": "at"})
    with pytest.raises(StepError, match="named 'n'"):
        aggregate(orders(backend), group_by=["at"], **{**CROSSED, "across_name": "n"})


def test_axes_go_by_the_calendar(backend: str) -> None:
    assert in_calendar(["Tue", "(empty)", "Mon"]) == ["Mon", "Tue", "(empty)"]
    assert in_calendar(["10:00", None, "09:00"]) == ["09:00", "10:00", None]
    assert in_calendar(["Tue", "Berlin", "Mon"]) == ["Tue", "Berlin", "Mon"]
