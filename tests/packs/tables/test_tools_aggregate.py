"""Groups, figures, grains: on DuckDB and on SQLite, and against pandas."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.aggregate import aggregate, filter_groups, pivot, segment_metric
from groundplan.tabular.tools.grain import chosen_grain, grain_of
from groundplan.tabular.tools.notes import notes_of
from tool_frames import BACKENDS, QUIET, rows, table_frame

pytestmark = QUIET
on_each = pytest.mark.parametrize("backend", BACKENDS)


def sales(backend: str) -> Frame:
    return table_frame(
        backend,
        day=[date(2024, 2, 5), date(2024, 1, 31), date(2024, 1, 2), date(2024, 4, 1), None],
        at=[datetime(2024, 1, 1, hour, 30) for hour in (9, 9, 10, 23, 0)],
        shop=["b", "A", "b", None, "A"],
        units=[1, 2, 3, 4, 5],
        price=[1.5, 2.5, None, 4.0, 10.0],
    )


@on_each
def test_groups_come_in_their_order_and_the_empty_one_is_kept(backend: str) -> None:
    result = aggregate(sales(backend), group_by=["shop"], metrics=["units"], agg_func="sum", names=["total"])
    assert result.columns == ("shop", "total")
    assert rows(result) == [("A", 7), ("b", 4), (None, 4)]


@on_each
def test_each_figure_has_its_own_function(backend: str) -> None:
    functions = ["sum", "avg", "median", "min", "max", "count", "count_distinct"]
    result = aggregate(sales(backend), metrics=["price"] * 7, agg_func=functions, names=list("abcdefg"))
    assert rows(result) == [(18.0, 4.5, 3.25, 1.5, 10.0, 4, 4)]


@on_each
def test_the_deviation_of_a_sample_is_empty_for_one_value(backend: str) -> None:
    frame = table_frame(backend, shop=["a", "a", "a", "b", None, None], units=[2, 4, 9, 5, 7, None])
    result = aggregate(frame, group_by=["shop"], metrics=["units"], agg_func="std", names=["spread"])
    assert rows(result) == [("a", pytest.approx(13**0.5)), ("b", None), (None, None)]  # 9 + 1 + 16 over 2


@on_each
def test_a_function_that_is_not_there_is_said(backend: str) -> None:
    with pytest.raises(StepError, match="no function 'mode': take sum, avg, median, std, min"):
        aggregate(sales(backend), metrics=["units"], agg_func="mode", names=["mode"])


@on_each
def test_rows_are_counted_without_a_metric(backend: str) -> None:
    assert rows(aggregate(sales(backend), agg_func="count", names=["n"])) == [(5,)]


@on_each
@pytest.mark.parametrize(
    ("grain", "expected"),
    [
        ("day", ["2024-01-02", "2024-01-31", "2024-02-05", "2024-04-01", None]),
        ("week", ["2024-01-01", "2024-01-29", "2024-02-05", "2024-04-01", None]),
        ("month", ["2024-01-01", "2024-02-01", "2024-04-01", None]),
        ("quarter", ["2024-01-01", "2024-04-01", None]),
        ("year", ["2024-01-01", None]),
        ("weekday", ["Mon", "Tue", "Wed", None]),
        ("month_of_year", ["Jan", "Feb", "Apr", None]),
    ],
)
def test_time_is_bucketed_earliest_first(backend: str, grain: str, expected: list[str | None]) -> None:
    result = aggregate(sales(backend), group_by=["day"], agg_func="count", time_column="day", grain=grain, names=["n"])
    assert [row[0] for row in rows(result)] == expected
    assert sum(row[1] for row in rows(result)) == 5


@on_each
def test_hours_of_the_day_forget_it(backend: str) -> None:
    df = sales(backend)
    result = aggregate(df, group_by=["at"], agg_func="count", time_column="at", grain="hour_of_day", names=["n"])
    assert rows(result) == [("00:00", 1), ("09:00", 2), ("10:00", 1), ("23:00", 1)]


@on_each
def test_hours_keep_their_day(backend: str) -> None:
    result = aggregate(sales(backend), group_by=["at"], agg_func="count", time_column="at", grain="hour", names=["n"])
    hours = [("2024-01-01T00:00:00", 1), ("2024-01-01T09:00:00", 2), ("2024-01-01T10:00:00", 1)]
    assert rows(result) == [*hours, ("2024-01-01T23:00:00", 1)]


@on_each
def test_time_leads_the_order_wherever_it_is_grouped(backend: str) -> None:
    frame = aggregate(
        sales(backend), group_by=["shop", "day"], agg_func="count", time_column="day", grain="month", names=["n"]
    )
    assert [row[:2] for row in rows(frame)] == [
        ("A", "2024-01-01"),
        ("b", "2024-01-01"),
        ("b", "2024-02-01"),
        (None, "2024-04-01"),
        ("A", None),
    ]


@on_each
def test_the_chosen_grain_is_told(backend: str) -> None:
    frame = sales(backend)
    result = aggregate(frame, group_by=["day"], agg_func="count", time_column="day", grain="auto", names=["n"])
    assert chosen_grain(frame, "day") == "week"
    assert notes_of(result) == ("'day' is shown by week",)
    assert chosen_grain(frame, "at") == "hour"


def days(start: date, *offsets: int) -> list[date]:
    return [start + timedelta(days=offset) for offset in offsets]


@pytest.mark.parametrize(
    ("found", "grain"),
    [
        (days(date(2024, 1, 1), *range(60)), "day"),
        (days(date(2024, 1, 1), *range(300)), "day"),
        (days(date(2024, 1, 1), *range(0, 300, 7)), "week"),
        (days(date(2024, 1, 1), *range(400)), "month"),
        (days(date(2024, 1, 1), *(d for d in range(80) if d % 7 < 5)), "day"),
        (days(date(2024, 1, 1), 0, 3, 4, 11, 19, 20, 33, 47), "week"),
        (days(date(2024, 1, 1), 0, 2, 5), "day"),
        ([date(year, 1, 1) for year in (2001, 2002, 2009)], "year"),
        ([date(2024, month, 1) for month in (1, 2, 3)], "month"),
        ([], "day"),
    ],
)
def test_the_grain_follows_span_and_density(found: list[date], grain: str) -> None:
    assert grain_of(found) == grain


@on_each
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"metrics": ["shop"], "agg_func": "sum", "names": ["x"]},
            "'shop' holds text, not numbers; .*: 'units', 'price'",
        ),
        ({"metrics": ["units"], "agg_func": ["sum", "avg"], "names": ["x"]}, "give one each"),
        ({"agg_func": "sum", "names": ["x"]}, "only `count` can be taken"),
        ({"metrics": ["units"], "agg_func": "mode", "names": ["x"]}, "there is no function 'mode'"),
        ({"group_by": ["shop"], "agg_func": "count", "names": ["shop"]}, "would be named 'shop'"),
        ({"group_by": ["shop"], "agg_func": "count", "names": ["n"], "grain": "day"}, "needs a time_column"),
        (
            {"group_by": ["shop"], "agg_func": "count", "names": ["n"], "grain": "day", "time_column": "shop"},
            "put parse_datetime on it first",
        ),
        ({"group_by": ["shopp"], "agg_func": "count", "names": ["n"]}, "did you mean 'shop'?"),
    ],
)
def test_faults_are_told(backend: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(StepError, match=message):
        aggregate(sales(backend), **arguments)


@on_each
def test_segments_add_up(backend: str) -> None:
    result = segment_metric(sales(backend), segment_by="shop", metric="units")
    assert rows(result)[0] == ("A", 2, 7, 3.5, 3.5, 2, 5, pytest.approx(46.6666666667))
    assert sum(row[-1] for row in rows(result)) == pytest.approx(100)


@on_each
def test_groups_are_filtered_by_their_figure(backend: str) -> None:
    totals = aggregate(sales(backend), group_by=["shop"], metrics=["units"], agg_func="sum", names=["total"])
    assert rows(filter_groups(totals, column="total", op=">", value=4)) == [("A", 7)]
    assert rows(filter_groups(totals, column="total", op="=", value=4)) == [("b", 4), (None, 4)]


@on_each
def test_pivot_keeps_the_order_of_the_rows(backend: str) -> None:
    frame = table_frame(backend, a=["x", "x", "y", "x"], b=["p", "q", "q", "p"], v=[1, 2, 3, 4])
    table = pivot(frame, rows="a", columns="b", values="v")
    assert (table.columns, table.rows) == (("a", "p", "q"), (("x", 5, 2), ("y", None, 3)))


values = st.one_of(st.none(), st.integers(-1000, 1000))
keys = st.one_of(st.none(), st.sampled_from(["a", "b", "c"]))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(keys, values), min_size=1, max_size=30))
def test_aggregate_equals_pandas(pairs: list[tuple[str | None, int | None]]) -> None:
    import pyarrow as pa

    groups, figures = [key for key, _ in pairs], [value for _, value in pairs]
    frame = table_frame("duckdb", k=pa.array(groups, pa.string()), v=pa.array(figures, pa.int64()))
    names = ["avg", "min", "max", "count", "median"]
    result = aggregate(frame, group_by=["k"], metrics=["v"] * 5, agg_func=names, names=names)
    expected = pd.DataFrame({"k": groups, "v": pd.array(figures, dtype="Int64")}).groupby("k", dropna=False, sort=True)
    wanted = expected["v"].agg(["mean", "min", "max", "count", "median"])
    got = {row[0]: row[1:] for row in rows(result)}
    assert len(got) == len(wanted)
    for key, line in wanted.iterrows():
        want = [None if pd.isna(value) else float(value) for value in line]
        assert list(got[None if pd.isna(key) else key]) == pytest.approx(want)
