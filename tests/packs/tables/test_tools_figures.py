"""Ratios, shares, windows over time, order and choice: on DuckDB and on SQLite."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.aggregate import aggregate
from groundplan.tabular.tools.figures import (
    cumulative,
    derive_ratio,
    difference_between,
    moving_average,
    period_over_period,
    share_of_total,
)
from groundplan.tabular.tools.order import arrangement
from groundplan.tabular.tools.ranking import sort_rows, top_n
from tool_frames import BACKENDS, QUIET, rows, table_frame

pytestmark = QUIET
on_each = pytest.mark.parametrize("backend", BACKENDS)


def monthly(backend: str) -> Frame:
    frame = table_frame(
        backend,
        month=[date(2024, month, 1) for month in (3, 1, 2, 4, 1, 2)],
        shop=["a", "a", "a", "a", "b", "b"],
        v=[30, 10, 0, 5, 7, 14],
    )
    return aggregate(frame, group_by=["month", "shop"], metrics=["v"], agg_func="sum", names=["v"])


@on_each
def test_windows_keep_the_groups_apart_without_being_told(backend: str) -> None:
    totals = cumulative(monthly(backend), time_column="month", metric="v")
    assert [row[1:] for row in rows(totals)] == [
        ("a", 10, 10),
        ("b", 7, 7),
        ("a", 0, 10),
        ("b", 14, 21),
        ("a", 30, 40),
        ("a", 5, 45),
    ]


@on_each
def test_change_is_empty_at_the_start_and_after_zero(backend: str) -> None:
    changes = period_over_period(monthly(backend), time_column="month", metric="v", by=["shop"])
    assert changes.columns == ("month", "shop", "v", "change_percent", "v_change")
    assert [row[2:] for row in rows(changes) if row[1] == "a"] == [
        (10, None, None),
        (0, -100.0, -10),
        (30, None, 30),
        (5, pytest.approx(-83.3333333333), -25),
    ]


@on_each
def test_a_moving_average_waits_for_its_window(backend: str) -> None:
    smooth = moving_average(monthly(backend), time_column="month", metric="v", window=2)
    assert [row[-1] for row in rows(smooth) if row[1] == "a"] == [None, 5.0, 15.0, 17.5]
    with pytest.raises(StepError, match="window of 1 period or more"):
        moving_average(monthly(backend), time_column="month", metric="v", window=0)


@on_each
def test_windows_over_weekdays_follow_the_calendar(backend: str) -> None:
    frame = table_frame(backend, day=["Sun", "Mon", "Wed"], n=[1, 2, 3])
    assert rows(cumulative(frame, time_column="day", metric="n")) == [("Mon", 2, 2), ("Wed", 3, 5), ("Sun", 1, 6)]


@on_each
def test_shares_add_up_within_their_group(backend: str) -> None:
    shares = share_of_total(monthly(backend), metric="v", within=["month"])
    assert [row[-1] for row in rows(shares)][:2] == [pytest.approx(1000 / 17), pytest.approx(700 / 17)]
    assert sum(row[-1] for row in rows(share_of_total(monthly(backend), metric="v"))) == pytest.approx(100)


@on_each
def test_an_order_given_before_outlives_a_window(backend: str) -> None:
    sorted_down = sort_rows(monthly(backend), by="v", order="desc")
    shares = share_of_total(sorted_down, metric="v", within=["shop"])
    assert [row[2] for row in rows(shares)] == [30, 14, 10, 7, 5, 0]
    assert arrangement(shares.expr)[0] == ("v", "desc")


@on_each
def test_a_ratio_by_zero_is_empty(backend: str) -> None:
    frame = table_frame(backend, a=[1, 2, None], b=[2, 0, 1])
    assert [row[-1] for row in rows(derive_ratio(frame, numerator="a", denominator="b"))] == [0.5, None, None]
    less = derive_ratio(frame, numerator="a", denominator="b", kind="difference", name="less")
    assert [row[-1] for row in rows(less)] == [-1, 2, None]
    with pytest.raises(StepError, match="there is a column 'a' already"):
        derive_ratio(frame, numerator="a", denominator="b", name="a")


@on_each
def test_names_of_days_and_months_sort_by_the_calendar(backend: str) -> None:
    for values, expected in (
        (["Wed", None, "Mon", "Sun"], ["Mon", "Wed", "Sun", None]),
        (["March", "January", "February"], ["January", "February", "March"]),
        (["mon", "apple", "Sun", "Banana"], ["apple", "Banana", "mon", "Sun"]),
    ):
        frame = table_frame(backend, k=values)
        assert [row[0] for row in rows(sort_rows(frame, by="k"))] == expected
        known = [value for value in expected if value is not None]
        assert [row[0] for row in rows(sort_rows(frame, by="k", order="desc"))][: len(known)] == known[::-1]


@on_each
def test_top_is_the_highest_unless_asked_otherwise(backend: str) -> None:
    frame = table_frame(backend, k=["c", "a", "b", "d"], v=[5, 9, 9, None])
    assert rows(top_n(frame, by="v", n=2)) == [("a", 9), ("b", 9)]
    assert rows(top_n(frame, by="v", n=2, order="asc")) == [("c", 5), ("a", 9)]
    assert rows(top_n(frame, by="v", n=9))[-1] == ("d", None)
    with pytest.raises(StepError, match="above 0"):
        top_n(frame, by="v", n=0)


@on_each
def test_a_ranking_may_begin_later_and_be_made_in_each_group(backend: str) -> None:
    frame = table_frame(
        backend, g=["y", "x", "x", "y", "x", None], k=["a", "b", "c", "d", "e", "f"], v=[1, 5, 9, 4, None, 2]
    )
    assert rows(top_n(frame, by="v", n=1, first=2)) == [("x", "b", 5)]
    assert rows(top_n(frame, by="v", n=2, first=6)) == [("x", "e", None)]
    assert rows(top_n(frame, by="v", n=1, within="g")) == [("x", "c", 9), ("y", "d", 4), (None, "f", 2)]
    assert rows(top_n(frame, by="v", n=1, first=2, within="g")) == [("x", "b", 5), ("y", "a", 1)]
    assert rows(top_n(frame, by="v", n=2, order="asc", within="g"))[:2] == [("x", "b", 5), ("x", "c", 9)]
    with pytest.raises(StepError, match="above 0"):
        top_n(frame, by="v", n=1, first=0)
    with pytest.raises(StepError, match="'h'"):
        top_n(frame, by="v", n=1, within="h")


pair = st.tuples(st.sampled_from("abcd"), st.one_of(st.none(), st.integers(-5, 5)))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(pair, min_size=1, max_size=20), st.integers(1, 8), st.sampled_from(["asc", "desc"]))
def test_top_n_is_the_start_of_the_sorted_rows(pairs: list[tuple[str, int | None]], n: int, order: str) -> None:
    import pyarrow as pa

    names, values = [name for name, _ in pairs], [value for _, value in pairs]
    frame = table_frame("duckdb", k=names, v=pa.array(values, pa.int64()))
    sign = 1 if order == "asc" else -1
    expected = sorted(pairs, key=lambda each: (each[1] is None, sign * (each[1] or 0), each[0]))
    assert rows(sort_rows(frame, by="v", order=order)) == expected
    assert rows(top_n(frame, by="v", n=n, order=order)) == expected[:n]
    assert rows(top_n(frame, by="v", n=n, order=order, first=2)) == expected[1 : n + 1]
    groups = [[each for each in expected if each[0] == name][:n] for name in sorted(set(names))]
    assert rows(top_n(frame, by="v", n=n, order=order, within="k")) == [each for group in groups for each in group]


@on_each
def test_a_difference_stands_beside_the_larger_of_two(backend: str) -> None:
    two = table_frame(backend, shop=["a", "b"], v=[3.0, 10.5])
    assert rows(difference_between(two, group="shop", metric="v")) == [("a", 3.0, None), ("b", 10.5, 7.5)]
    same = table_frame(backend, shop=["a", "b"], v=[3, 3])
    assert rows(difference_between(same, group="shop", metric="v")) == [("a", 3, 0), ("b", 3, 0)]


@on_each
@pytest.mark.parametrize(
    ("shops", "told"), [(["a"], "there are 1: 'a'"), (["a", "b", "c"], "there are 3: 'a', 'b', 'c'")]
)
def test_a_difference_is_between_two(backend: str, shops: list[str], told: str) -> None:
    with pytest.raises(StepError, match=told):
        difference_between(table_frame(backend, shop=shops, v=[1] * len(shops)), group="shop", metric="v")
