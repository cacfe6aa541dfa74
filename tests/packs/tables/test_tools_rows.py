"""Join, parse, filter, derive a duration, choose columns: on DuckDB and on SQLite."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.notes import notes_of
from groundplan.tabular.tools.ranking import sort_rows
from groundplan.tabular.tools.rows import (
    derive_duration,
    filter_rows,
    join_tables,
    parse_datetime,
    select_columns,
)
from tool_frames import BACKENDS, QUIET, add_table, rows, table_frame

pytestmark = [*QUIET, pytest.mark.parametrize("backend", BACKENDS)]


def people(backend: str) -> Frame:
    return table_frame(
        backend,
        name=["Ann", "bob", "Cid", "Dee", None],
        age=[31, 45, 27, None, 60],
        joined=[date(2023, 12, 31), date(2024, 1, 1), date(2024, 3, 15), date(2024, 3, 31), None],
        seen=[datetime(2024, 1, 1, 9), datetime(2024, 1, 2, 23, 59, 59), datetime(2024, 1, 3), None, None],
        born=["03/15/1990", "12/31/1979", "01/02/2000", "07/04/1985", None],
        member=[True, False, True, None, True],
    )


@pytest.mark.parametrize(
    ("test", "kept"),
    [
        ({"column": "joined", "part": "weekday", "op": "in", "value": ["Sat", "Sun"]}, ["Ann", "Dee"]),
        ({"column": "joined", "part": "weekday", "op": "!=", "value": "Mon"}, ["Ann", "Cid", "Dee"]),
        ({"column": "seen", "part": "hour", "op": "between", "value": [6, 11]}, ["Ann"]),
        ({"column": "seen", "part": "hour", "op": "in", "value": [22, 23, 0]}, ["bob", "Cid"]),
        ({"column": "born", "part": "weekday", "op": "=", "value": "Thu"}, ["Ann", "Dee"]),
    ],
)
def test_filter_by_a_part_of_a_date(backend: str, test: dict[str, Any], kept: list[Any]) -> None:
    df = people(backend)
    found = filter_rows(df, where=[test])
    assert [row[0] for row in rows(found)] == kept
    assert found.columns == df.columns


def bills(backend: str) -> Frame:
    return table_frame(
        backend,
        bill=["a", "b", "c", "d"],
        planned=[10, 20, 30, None],
        actual=[12.5, 20.0, 25.0, 40.0],
        due=[date(2024, 1, 5), date(2024, 1, 5), date(2024, 1, 5), date(2024, 1, 5)],
        paid=[datetime(2024, 1, 5, 9), datetime(2024, 1, 6), None, datetime(2024, 1, 4, 23, 59)],
        sent=["2024-01-06", "2024-01-05", "2024-01-01", None],
    )


@pytest.mark.parametrize(
    ("column", "op", "other", "kept"),
    [
        ("actual", ">", "planned", ["a"]),
        ("actual", "<=", "planned", ["b", "c"]),
        ("actual", "=", "planned", ["b"]),
        ("actual", "!=", "planned", ["a", "c"]),
        ("paid", ">", "due", ["b"]),
        ("paid", "=", "due", ["a"]),
        ("sent", ">", "due", ["a"]),
    ],
)
def test_filter_by_another_column(backend: str, column: str, op: str, other: str, kept: list[str]) -> None:
    df = bills(backend)
    found = filter_rows(df, where=[{"column": column, "op": op, "value": None, "other": other}])
    assert [row[0] for row in rows(found)] == kept
    assert found.columns == df.columns


def test_only_columns_of_one_kind_are_compared(backend: str) -> None:
    with pytest.raises(StepError, match="'actual' holds numbers and 'due' dates; compare two columns of one kind"):
        filter_rows(bills(backend), where=[{"column": "actual", "op": ">", "other": "due"}])
    with pytest.raises(StepError, match="not by 'contains'"):
        filter_rows(bills(backend), where=[{"column": "bill", "op": "contains", "other": "sent"}])


def test_days_have_no_hours(backend: str) -> None:
    with pytest.raises(StepError, match="'joined' holds days without a time of day"):
        filter_rows(people(backend), where=[{"column": "joined", "part": "hour", "op": "=", "value": 9}])


@pytest.mark.parametrize(
    ("test", "kept"),
    [
        (("name", "=", "ANN"), ["Ann"]),
        (("name", "in", ["BOB", "cid"]), ["bob", "Cid"]),
        (("name", "!=", "ann"), ["bob", "Cid", "Dee"]),
        (("name", "not_in", ["ann", "bob"]), ["Cid", "Dee"]),
        (("name", "contains", "E"), ["Dee"]),
        (("name", "not_contains", "n"), ["bob", "Cid", "Dee"]),
        (("name", "starts_with", "b"), ["bob"]),
        (("name", "ends_with", "D"), ["Cid"]),
        (("name", "is_null", None), [None]),
        (("name", "not_null", None), ["Ann", "bob", "Cid", "Dee"]),
        (("age", ">", "30"), ["Ann", "bob", None]),
        (("age", "=", "31.0"), ["Ann"]),
        (("age", "!=", 31), ["bob", "Cid", None]),
        (("age", "between", [27, 45]), ["Ann", "bob", "Cid"]),
        (("age", "in", ["27", 60]), ["Cid", None]),
        (("member", "=", "yes"), ["Ann", "Cid", None]),
        (("joined", "=", "2024"), ["bob", "Cid", "Dee"]),
        (("joined", "=", "2024-03"), ["Cid", "Dee"]),
        (("joined", "=", "2024-Q1"), ["bob", "Cid", "Dee"]),
        (("joined", "!=", "2024"), ["Ann"]),
        (("joined", ">", "2024-03-15"), ["Dee"]),
        (("joined", ">", "2023"), ["bob", "Cid", "Dee"]),
        (("joined", "<=", "2024-01"), ["Ann", "bob"]),
        (("joined", "in", ["2023-12-31", "2024-03"]), ["Ann", "Cid", "Dee"]),
        (("seen", "between", ["2024-01-01", "2024-01-02"]), ["Ann", "bob"]),
        (("seen", "=", "2024-01-02"), ["bob"]),
        (("seen", "<", "2024-01-01T09:00:01"), ["Ann"]),
        (("born", ">=", "1985-01-01"), ["Ann", "Cid", "Dee"]),
        (("born", "=", "2000-01-02"), ["Cid"]),
        (("born", "=", "1979"), ["bob"]),
    ],
)
def test_filter_keeps(backend: str, test: tuple[str, str, Any], kept: list[str | None]) -> None:
    column, op, value = test
    result = filter_rows(people(backend), where=[{"column": column, "op": op, "value": value}])
    assert [row[0] for row in rows(result)] == kept
    assert result.columns == people(backend).columns


def test_filter_matches_all_or_any(backend: str) -> None:
    where = [{"column": "name", "op": "=", "value": "ann"}, {"column": "age", "op": ">", "value": 40}]
    assert rows(filter_rows(people(backend), where=where)) == []
    assert [row[0] for row in rows(filter_rows(people(backend), where=where, match="any"))] == ["Ann", "bob", None]


@pytest.mark.parametrize(
    ("joins", "match", "kept"),
    [
        ((None, None, "or"), "all", ["Ann", "Dee"]),  # (under 40 and in n) or Dee
        ((None, "or", None), "all", ["Ann", "Cid"]),  # under 40 or (in n and Dee)
        ((None, "and", None), "any", ["Ann", "Dee"]),
        (("or", None, None), "all", []),  # the first is joined to nothing
        ((None, "or", "or"), "all", ["Ann", "Cid", "Dee"]),
    ],
)
def test_and_binds_tighter_than_or(
    backend: str, joins: tuple[str | None, ...], match: str, kept: list[str | None]
) -> None:
    tests = [("age", "<", 40), ("name", "contains", "n"), ("name", "=", "Dee")]
    named = zip(tests, joins, strict=True)
    where = [{"column": c, "op": op, "value": value, **({"join": j} if j else {})} for (c, op, value), j in named]
    assert [row[0] for row in rows(filter_rows(people(backend), where=where, match=match))] == kept


@pytest.mark.parametrize(
    ("test", "message"),
    [
        (("age", ">", "old"), "column 'age' holds whole numbers and 'old' is no number"),
        (("joined", "=", "soon"), "column 'joined' holds dates and 'soon' is none: write it as 2024-03-31"),
        (("agee", "=", 1), "did you mean 'age'?"),
        (("age", "between", 3), "`between` needs \\[low, high\\], not 3"),
        (("name", "=", None), "needs one value"),
    ],
)
def test_filter_says_what_is_wrong(backend: str, test: tuple[str, str, Any], message: str) -> None:
    column, op, value = test
    with pytest.raises(StepError, match=message):
        filter_rows(people(backend), where=[{"column": column, "op": op, "value": value}])


def test_parse_reads_each_format_once(backend: str) -> None:
    frame = table_frame(backend, d=["2024-01-31", "March 5, 2024", "7 Apr 2024", "soon", "2024-05-01", None])
    parsed = parse_datetime(frame, column="d")
    assert [row[0] for row in rows(parsed)] == ["2024-01-31", "2024-03-05", "2024-04-07", None, "2024-05-01", None]
    assert notes_of(parsed) == ("1 of 5 values of 'd' looked at are not dates and count as empty",)


@pytest.mark.parametrize(
    ("texts", "dates"),
    [
        (["01/02/2024", "13/02/2024"], ["2024-02-01", "2024-02-13"]),
        (["01/02/2024", "02/13/2024"], ["2024-01-02", "2024-02-13"]),
        (["01/02/2024 10:30"], ["2024-01-02T10:30:00"]),
        (["2024-03-01T08:00:00Z"], ["2024-03-01T08:00:00"]),
        (["5.11.2023"], ["2023-11-05"]),
        (["Mar 2024"], ["2024-03-01"]),
        (["1999", "2001"], ["1999-01-01", "2001-01-01"]),
    ],
)
def test_parse_takes_day_or_month_first_from_the_values(backend: str, texts: list[str], dates: list[str]) -> None:
    assert [row[0] for row in rows(parse_datetime(table_frame(backend, d=texts), column="d"))] == dates


def test_parse_says_that_month_first_was_a_guess(backend: str) -> None:
    assert notes_of(parse_datetime(table_frame(backend, d=["01/02/2024"]), column="d")) == (
        "'d' could be day first or month first: it was read as month first",
    )


def test_parse_takes_whole_numbers(backend: str) -> None:
    frame = table_frame(backend, year=[1999, 2024, None], day=[20240131, 20231201, None], other=[1, 2, 3])
    assert [row[0] for row in rows(parse_datetime(frame, column="year"))] == ["1999-01-01", "2024-01-01", None]
    assert [row[1] for row in rows(parse_datetime(frame, column="day"))] == ["2024-01-31", "2023-12-01", None]
    with pytest.raises(StepError, match="neither years nor dates"):
        parse_datetime(frame, column="other")


def test_parse_refuses_what_is_no_date(backend: str) -> None:
    with pytest.raises(
        StepError, match=r"column 'name' does not read as dates, .* columns with dates: 'joined', 'seen'"
    ):
        parse_datetime(people(backend), column="name")


def test_parse_leaves_dates_alone(backend: str) -> None:
    frame = people(backend)
    assert parse_datetime(frame, column="joined") is frame


def test_duration_is_whole_for_dates_and_exact_for_timestamps(backend: str) -> None:
    frame = table_frame(
        backend,
        a=[date(2024, 2, 28), date(2024, 3, 1), None],
        b=[date(2024, 3, 1), date(2024, 2, 28), date(2024, 1, 1)],
        c=[datetime(2024, 2, 28, 12), None, None],
    )
    assert [row[-1] for row in rows(derive_duration(frame, start="a", end="b"))] == [2, -2, None]
    assert [row[-1] for row in rows(derive_duration(frame, start="a", end="c", name="wait"))] == [0.5, None, None]
    with pytest.raises(StepError, match="put parse_datetime on it first"):
        derive_duration(people(backend), start="born", end="joined")


def test_join_keeps_every_row_and_names_clashes(backend: str) -> None:
    import pyarrow as pa

    orders = table_frame(backend, id=[1, 2, 3], customer=["7", "9", None])
    connection = orders.expr.get_backend()
    other = pa.table({"id": [7, 8], "name": ["Ann", "Bob"]})
    customers = orders.then(add_table(connection, "customers", other))
    joined = join_tables(orders, customers, left_on="customer", right_on="id", table="customers")
    assert joined.columns == ("id", "customer", "customers.id", "name")
    assert sorted(rows(joined)) == [(1, "7", 7, "Ann"), (2, "9", None, None), (3, None, None, None)]
    assert notes_of(joined) == ()
    doubled = orders.then(add_table(connection, "doubled", pa.table({"key": ["7", "7"]})))
    (note,) = notes_of(join_tables(orders, doubled, left_on="customer", right_on="key", table="doubled"))
    assert note.startswith("'key' is not unique in 'doubled'")


def test_select_gives_each_combination_once_in_the_order_of_the_rows(backend: str) -> None:
    frame = table_frame(backend, k=["b", "a", "b", None], v=[1, 2, 3, 4])
    assert rows(select_columns(frame, columns=["v", "k"])) == [(1, "b"), (2, "a"), (3, "b"), (4, None)]
    assert rows(select_columns(frame, columns=["k"], distinct=True)) == [("a",), ("b",), (None,)]
    downwards = sort_rows(frame, by="k", order="desc")
    assert rows(select_columns(downwards, columns=["k"], distinct=True)) == [("b",), ("a",), (None,)]
