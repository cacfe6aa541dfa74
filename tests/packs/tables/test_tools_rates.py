"""Shares of rows: on DuckDB and on SQLite."""

from __future__ import annotations

from datetime import date

import pytest

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.averages import share_of_rows
from groundplan.tabular.tools.rows import filter_rows
from tool_frames import BACKENDS, QUIET, rows, table_frame

pytestmark = QUIET
on_each = pytest.mark.parametrize("backend", BACKENDS)
BACK = [{"column": "back", "op": "=", "value": "yes"}]


def orders(backend: str) -> Frame:
    return table_frame(
        backend,
        day=[date(2024, 1, 1), date(2024, 1, 9), date(2024, 2, 1), date(2024, 2, 2)],
        shop=["b", "a", "a", "a"],
        back=["no", "yes", None, "yes"],
        paid=[6.0, 1.0, None, 1.0],
    )


@on_each
def test_the_share_and_the_counts_behind_it(backend: str) -> None:
    found = share_of_rows(orders(backend), where=BACK)
    assert found.columns == ("share_percent", "part", "whole")
    assert rows(found) == [(50.0, 2, 4)]


@on_each
def test_a_share_of_a_sum_and_of_values(backend: str) -> None:
    assert rows(share_of_rows(orders(backend), where=BACK, metric="paid", agg_func="sum")) == [(25.0, 2.0, 8.0)]
    assert rows(share_of_rows(orders(backend), where=BACK, metric="shop", agg_func="count_distinct")) == [(50.0, 1, 2)]
    assert rows(share_of_rows(orders(backend), where=BACK, metric="back")) == [(pytest.approx(200 / 3), 2, 3)]


@on_each
def test_a_rate_within_each_group(backend: str) -> None:
    found = share_of_rows(orders(backend), where=BACK, group_by=["shop"])
    assert rows(found) == [("a", pytest.approx(200 / 3), 2, 3), ("b", 0.0, 0, 1)]


@on_each
def test_a_rate_over_time(backend: str) -> None:
    found = share_of_rows(orders(backend), where=BACK, group_by=["day"], time_column="day", grain="month")
    assert [row[1:] for row in rows(found)] == [(50.0, 1, 2), (50.0, 1, 2)]


@on_each
def test_either_condition_makes_a_row_part_of_it(backend: str) -> None:
    either = [*BACK, {"column": "shop", "op": "=", "value": "b"}]
    assert rows(share_of_rows(orders(backend), where=either, match="any")) == [(75.0, 3, 4)]


@on_each
def test_the_share_of_nothing_is_empty(backend: str) -> None:
    none = filter_rows(orders(backend), where=[{"column": "shop", "op": "=", "value": "c"}])
    assert rows(share_of_rows(none, where=BACK)) == [(None, 0, 0)]
    assert rows(share_of_rows(none, where=BACK, metric="paid", agg_func="sum")) == [(None, 0, 0)]


def test_what_cannot_be_shared_is_said() -> None:
    frame = orders("duckdb")
    with pytest.raises(StepError, match="needs a condition"):
        share_of_rows(frame, where=[])
    with pytest.raises(StepError, match="needs a metric"):
        share_of_rows(frame, where=BACK, agg_func="sum")
    with pytest.raises(StepError, match="would be named 'shop'"):
        share_of_rows(frame, where=BACK, group_by=["shop"], names=["shop", "part", "whole"])
