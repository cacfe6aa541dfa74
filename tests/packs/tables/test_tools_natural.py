"""Text that speaks of numbers and dates: sorted, compared and summed as such."""

from __future__ import annotations

from typing import Any

import pytest

from groundplan.errors import StepError
from groundplan.tabular.tools.aggregate import aggregate
from groundplan.tabular.tools.ranking import sort_rows, top_n
from groundplan.tabular.tools.rows import filter_rows, select_columns
from tool_frames import QUIET, rows, table_frame

pytestmark = QUIET

ORDERS: dict[str, list[str | None]] = {
    "units": ["2.5 kW", "5 kW", "10 kW", "\u2014", None],
    "places": ["1st", "2nd", "10th"],
    "clock": ["57.43", "1:00.10", "2:05.3", "1:19:56", "did not finish"],
    "amounts": ["\u22124.5 m", "$5", "30 (12)", "1,200 m"],
    "years": ["1890", "ca. 1920", "1958*"],
    "days": ["28 November 1933", "25 August 1946", "7 May 1950"],
    "months": ["March 16, 1989", "February 1, 1990", "September 28, 2000"],
    "digits and dots": ["05.04.2023", "04.05.2023"],
    "words": ["A", "b", "c3"],
}


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("order", ["asc", "desc"])
def test_the_order_is_that_of_what_is_said(name: str, order: str) -> None:
    values = ORDERS[name]
    frame = table_frame("duckdb", k=sorted(values, key=str), n=list(range(len(values))))
    found = [key for key, _ in rows(sort_rows(frame, by="k", order=order))]
    if order == "desc":
        told = [key for key in values if key not in (None, "\u2014", "did not finish")]
        assert found[: len(told)] == told[::-1]
    else:
        assert found == values


def test_the_first_rows_keep_their_columns_and_their_order_when_each_is_told_once() -> None:
    frame = table_frame("duckdb", k=["10 kW", "5 kW", "2 kW", "5 kW"], n=[1, 2, 3, 4])
    lowest = top_n(frame, by="k", order="asc", n=3)
    assert rows(lowest) == [("2 kW", 3), ("5 kW", 2), ("5 kW", 4)]
    downwards = select_columns(sort_rows(frame, by="k", order="desc"), columns=["k"], distinct=True)
    assert rows(downwards) == [("10 kW",), ("5 kW",), ("2 kW",)]


def test_a_database_sorts_text_as_text() -> None:
    frame = table_frame("sqlite", k=["5 kW", "10 kW"])
    assert rows(sort_rows(frame, by="k")) == [("10 kW",), ("5 kW",)]


@pytest.mark.parametrize(
    ("function", "figure"), [("min", "2 kW"), ("max", "10 kW"), ("sum", 17.0), ("avg", 17 / 3), ("median", 5.0)]
)
def test_figures_of_text_are_those_of_its_numbers(function: str, figure: Any) -> None:
    frame = table_frame("duckdb", k=["10 kW", "5 kW", "2 kW", "\u2014"], g=["a"] * 4)
    found = aggregate(frame, group_by=["g"], metrics=["k"], agg_func=function, names=["k"])
    assert rows(found) == [("a", pytest.approx(figure) if isinstance(figure, float) else figure)]


def test_words_have_no_sum() -> None:
    with pytest.raises(StepError, match="holds text, not numbers"):
        aggregate(table_frame("duckdb", k=["red", "blue 2"]), metrics=["k"], agg_func="sum", names=["k"])


@pytest.mark.parametrize(
    ("test", "kept"),
    [
        ({"op": ">=", "value": 3}, ["3 acts", "12 acts"]),
        ({"op": "<", "value": 3}, ["1 act"]),
        ({"op": "is_null", "value": None}, ["\u2014", "N/A", None]),
        ({"op": "not_null", "value": None}, ["3 acts", "12 acts", "1 act", "none"]),
    ],
)
@pytest.mark.parametrize("backend", ["duckdb", "sqlite"])
def test_conditions_on_text(backend: str, test: dict[str, Any], kept: list[str | None]) -> None:
    frame = table_frame(backend, k=["3 acts", "12 acts", "\u2014", "1 act", "N/A", "none", None])
    assert [key for (key,) in rows(filter_rows(frame, where=[{"column": "k", **test}]))] == kept
