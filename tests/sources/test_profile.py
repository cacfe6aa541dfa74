"""Types, roles, bounds and values of columns, the same on every backend."""

from __future__ import annotations

from pathlib import Path

import duckdb
import ibis
import pytest

from groundplan.sources.dates import date_format, other_reading
from groundplan.sources.measure import DuckMeasure, IbisMeasure
from groundplan.sources.opened import open_sources
from groundplan.sources.profile import profile
from groundplan.sources.roles import key_like, role, year_like
from groundplan.sources.shape import Column, Table

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")


def profiled(select: str) -> Table:
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE t AS {select}")
        return profile("t", DuckMeasure(connection, "t"))[0]


def column(select: str, name: str = "c") -> Column:
    found = profiled(select).column(name)
    assert found
    return found


@pytest.mark.parametrize(
    ("select", "type", "role"),
    [
        ("SELECT i AS amount FROM range(50) t(i)", "integer", "numeric"),
        ("SELECT i AS id FROM range(50) t(i)", "integer", "identifier"),
        ("SELECT i % 5 AS customer_id FROM range(50) t(i)", "integer", "identifier"),
        ("SELECT i % 5 AS customerId FROM range(50) t(i)", "integer", "identifier"),
        ("SELECT 'C' || i AS order_no FROM range(50) t(i)", "text", "identifier"),
        ("SELECT i % 3 AS order_no FROM range(50) t(i)", "integer", "numeric"),
        ("SELECT i AS paid FROM range(50) t(i)", "integer", "numeric"),
        ("SELECT 2000 + i AS year FROM range(20) t(i)", "integer", "temporal"),
        ("SELECT 1950 + i AS release_year FROM range(20) t(i)", "integer", "temporal"),
        ("SELECT 1950 + i AS YearOpened FROM range(20) t(i)", "integer", "temporal"),
        ("SELECT i AS years FROM range(20) t(i)", "integer", "numeric"),
        ("SELECT 1950 + i AS points FROM range(20) t(i)", "integer", "numeric"),
        ("SELECT (2000 + i)::VARCHAR AS year FROM range(20) t(i)", "text", "temporal"),
        ("SELECT i / 3 AS price FROM range(20) t(i)", "number", "numeric"),
        ("SELECT i % 2 = 0 AS open FROM range(20) t(i)", "boolean", "boolean"),
        ("SELECT DATE '2024-01-01' + i::INT AS day FROM range(20) t(i)", "date", "temporal"),
        ("SELECT TIMESTAMP '2024-01-01 10:00:00' AS at_", "datetime", "temporal"),
        ("SELECT 'city ' || i % 3 AS city FROM range(20) t(i)", "text", "categorical"),
        ("SELECT repeat('a long remark ', 9) || i AS remark FROM range(20) t(i)", "text", "text"),
        ("SELECT unnest(['05.01.2024', '31.12.2023']) AS c", "text", "temporal"),
        ("SELECT unnest(['01/05/2024', '12/31/2023']) AS c", "text", "temporal"),
        ("SELECT unnest(['Jan 5, 2024', 'Feb 11, 2024']) AS c", "text", "temporal"),
        ("SELECT unnest(['2024-01-05T10:00:00Z', '2024-01-06T11:30:00Z']) AS c", "text", "temporal"),
        ("SELECT unnest(['2024-01-05', 'later']) AS c", "text", "categorical"),
        ("SELECT unnest(['10:30', '11:45']) AS c", "text", "categorical"),
        ("SELECT NULL::VARCHAR AS c", "text", "categorical"),
    ],
)
def test_type_and_role(select, type, role):
    found = profiled(select).columns[0]
    assert (found.type, found.role) == (type, role)


def test_bounds_counts_and_samples():
    found = column("SELECT unnest([3, 1, NULL, 3, 2]) AS c")
    assert (found.distinct, found.nulls, found.low, found.high, found.samples) == (3, 1, 1, 3, (3, 1, 2))


def test_values_stand_most_frequent_first_and_are_cut():
    found = column("SELECT unnest(['b', 'a', 'c', 'c', repeat('x', 300)]) AS c")
    assert found.values == ("c", "a", "b", "x" * 200)
    assert found.samples == found.values


def test_values_are_kept_up_to_two_thousand():
    assert len(column("SELECT 'v' || i AS c FROM range(2000) t(i)").values) == 2_000
    more = column("SELECT 'v' || i AS c FROM range(2001) t(i)")
    assert more.values == () and more.distinct == 2_001 and more.samples == ("v0", "v1", "v2", "v3", "v4")


def test_dates_in_text_have_bounds_in_time_not_in_letters():
    few = column("SELECT unnest(['05.02.2024', '31.12.2023', '01.03.2024']) AS c")
    assert (few.low, few.high) == ("2023-12-31", "2024-03-01")
    many = column("SELECT strftime(DATE '2000-01-01' + i::INT, '%d.%m.%Y') AS c FROM range(3000) t(i)")
    assert (many.values, many.role, many.low, many.high) == ((), "temporal", "2000-01-01", "2008-03-18")


def test_what_json_cannot_hold_is_left_out():
    found = column("SELECT unnest([1.5, 'NaN'::DOUBLE]) AS c")
    assert found.low == 1.5 and found.high is None
    assert Column.model_validate_json(found.model_dump_json()) == found


def test_the_way_through_ibis_says_the_same_as_sql():
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE t AS SELECT i AS id, 'city ' || i % 7 AS city, i / 3 AS x, i % 2 = 0 AS open, "
            "DATE '2024-01-01' + i::INT AS day, CASE WHEN i % 5 > 0 THEN i END AS gaps FROM range(500) t(i)"
        )
        by_sql, _ = profile("t", DuckMeasure(connection, "t"))
        by_ibis, _ = profile("t", IbisMeasure(ibis.duckdb.from_connection(connection).table("t")))
    leave = {"low", "high"}  # ibis gives no bounds of booleans
    assert [c.model_dump(exclude=leave) for c in by_ibis.columns] == [
        c.model_dump(exclude=leave) for c in by_sql.columns
    ]
    assert [by_ibis.columns[n].high for n in (0, 2, 4)] == [by_sql.columns[n].high for n in (0, 2, 4)]


@pytest.mark.parametrize(
    ("values", "format"),
    [
        (["2024-01-05"], "%Y-%m-%d"),
        (["05.01.2024", "28.02.2024"], "%d.%m.%Y"),
        (["01/13/2024"], "%m/%d/%Y"),
        (["13/01/2024", "02/03/2024"], "%d/%m/%Y"),
        (["5 January 2024"], "%d %B %Y"),
        (["2024-01-05 10:30"], "%Y-%m-%d %H:%M"),
        (["20240105"], "%Y%m%d"),
        (["2024010"], None),
        (["1.2.3"], None),
        (["May"], None),
        (["2024-01-05", ""], "%Y-%m-%d"),
        ([], None),
    ],
)
def test_one_format_reads_all_dates(values, format):
    assert date_format(values) == format


def test_day_and_month_may_change_places_only_where_both_fit():
    assert other_reading(["03/04/2024"], "%m/%d/%Y") == "%d/%m/%Y"
    assert other_reading(["03/14/2024"], "%m/%d/%Y") is None
    assert other_reading(["03.04.2024"], "%d.%m.%Y") is None


def test_names_of_years_and_keys():
    assert all(map(year_like, ["year", "Year", "birth_year", "fiscalYear", "Год", "Year of birth"]))
    assert not any(map(year_like, ["yearning", "layer", "eyear_x"]))
    assert all(map(key_like, ["id", "ID", "customer_id", "customerId", "CustomerID", "row key"]))
    assert not any(map(key_like, ["paid", "grid", "monkey", "idea", "valid"]))


def test_the_shipped_sales_are_profiled_as_a_person_would(tmp_path: Path):
    tables = open_sources((str(Path(__file__).parents[2] / "examples" / "sales.csv"),), tmp_path)
    (sales,) = tables.model
    roles = {found.name: found.role for found in sales.columns}
    assert roles == {
        "date": "temporal", "region": "categorical", "product_category": "categorical", "channel": "categorical",
        "city": "categorical", "units": "numeric", "revenue": "numeric", "returned": "categorical",
    }  # fmt: skip
    assert "Berlin" in sales.column("city").values and set(sales.column("returned").values) == {"yes", "no"}
    assert (sales.rows, sales.column("date").low, sales.column("date").high) == (425, "2023-01-01", "2024-02-29")
    tables.close()


def test_a_running_number_names_rows_but_ranks_years_and_amounts_do_not():
    def of(present: int, low: int, high: int) -> str:
        return role("receipt", "integer", present, present, low, high, [], False)

    assert of(720, 70001, 70720) == "identifier"
    assert {of(720, 1, 720), of(30, 1990, 2019), of(720, 70001, 99000), of(10, 5001, 5010)} == {"numeric"}
