"""What the official examples leave out, each against SQL by hand: filters, levels of detail, tables, formats."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest
from rows import asked, same, told

from groundplan.packs.tableau.described.opened import Opened

SALES = {"fieldCaption": "Sales", "function": "SUM"}
REGION, STATE, CATEGORY = ({"fieldCaption": name} for name in ("Region", "State/Province", "Category"))


def _filter(field: str | dict[str, Any], kind: str, **said: Any) -> dict[str, Any]:
    held = {"fieldCaption": field} if isinstance(field, str) else field
    return {"field": held, "filterType": kind, **said}


def _q(*fields: dict[str, Any], filters: Any = (), **more: Any) -> dict[str, Any]:
    return {"fields": list(fields), "filters": list(filters), **more}


def _calculated(formula: str) -> dict[str, Any]:
    return {"fieldCaption": "made", "calculation": formula}


FURNITURE = _filter("Category", "SET", values=["Furniture"])
DAYS = {"fieldCaption": "Order Date"}
TOP3 = _filter("State/Province", "TOP", howMany=3, fieldToMeasure=SALES)
RELATIVE = {
    "LASTN": ({"dateRangeType": "LASTN", "rangeN": 3, "periodType": "MONTHS"}, "2024-04-01", "2024-06-30"),
    "NEXTN": ({"dateRangeType": "NEXTN", "rangeN": 2, "periodType": "QUARTERS"}, "2024-04-01", "2024-09-30"),
    "LAST": ({"dateRangeType": "LAST", "periodType": "YEARS"}, "2023-01-01", "2023-12-31"),
    "NEXT": ({"dateRangeType": "NEXT", "periodType": "MONTHS"}, "2024-07-01", "2024-07-31"),
    "CURRENT": ({"dateRangeType": "CURRENT", "periodType": "WEEKS"}, "2024-06-16", "2024-06-22"),
    "TODATE": ({"dateRangeType": "TODATE", "periodType": "YEARS"}, "2024-01-01", "2024-06-19"),
}
CASES = {
    "a filter of rows comes after TOP": (
        _q(STATE, SALES, filters=[TOP3, FURNITURE]),
        """select "State/Province", sum("Sales") from o where "Category" = 'Furniture' and "State/Province" in
        (select "State/Province" from o group by 1 order by sum("Sales") desc limit 3) group by 1""",
    ),
    "a context filter comes before TOP": (
        _q(STATE, SALES, filters=[TOP3, {**FURNITURE, "context": True}]),
        """select "State/Province", sum("Sales") s from o where "Category" = 'Furniture' group by 1
        order by s desc limit 3""",
    ),
    "BOTTOM": (
        _q(STATE, SALES, filters=[{**TOP3, "direction": "BOTTOM"}]),
        """select "State/Province", sum("Sales") s from o group by 1 order by s limit 3""",
    ),
    "TOP of a field that is not asked for": (
        _q(CATEGORY, SALES, filters=[TOP3]),
        """select "Category", sum("Sales") from o where "State/Province" in
        (select "State/Province" from o group by 1 order by sum("Sales") desc limit 3) group by 1""",
    ),
    "CONDITION by a calculation": (
        _q(CATEGORY, SALES, filters=[_filter("City", "CONDITION", calculation="AVG([Discount]) > 0.15")]),
        """select "Category", sum("Sales") from o where "City" in
        (select "City" from o group by 1 having avg("Discount") > 0.15) group by 1""",
    ),
    "CONDITION comes before filters of rows": (
        _q(
            CATEGORY,
            SALES,
            filters=[
                _filter(
                    "Customer Name",
                    "CONDITION",
                    condition={"fieldCaption": "Order ID", "function": "COUNTD", "comparison": ">=", "value": 8},
                ),
                FURNITURE,
            ],
        ),
        """select "Category", sum("Sales") from o where "Category" = 'Furniture' and "Customer Name" in
        (select "Customer Name" from o group by 1 having count(distinct "Order ID") >= 8) group by 1""",
    ),
    "ONLY_NULL": (
        _q(
            CATEGORY, SALES, filters=[_filter("Discount", "QUANTITATIVE_NUMERICAL", quantitativeFilterType="ONLY_NULL")]
        ),
        """select "Category", sum("Sales") from o where "Discount" is null group by 1""",
    ),
    "ONLY_NON_NULL": (
        _q(SALES, filters=[_filter("Discount", "QUANTITATIVE_NUMERICAL", quantitativeFilterType="ONLY_NON_NULL")]),
        """select sum("Sales") from o where "Discount" is not null""",
    ),
    "bounds hold their ends, and nothing is outside": (
        _q(
            SALES,
            filters=[_filter("Discount", "QUANTITATIVE_NUMERICAL", quantitativeFilterType="RANGE", min=0.1, max=0.2)],
        ),
        """select sum("Sales") from o where "Discount" between 0.1 and 0.2""",
    ),
    "includeNulls": (
        _q(
            SALES,
            filters=[
                _filter("Discount", "QUANTITATIVE_NUMERICAL", quantitativeFilterType="MIN", min=0.2, includeNulls=True)
            ],
        ),
        """select sum("Sales") from o where "Discount" >= 0.2 or "Discount" is null""",
    ),
    "null among the values of a SET": (
        _q(
            {"fieldCaption": "Discount", "function": "COUNT"},
            SALES,
            filters=[_filter({"calculation": "STR([Discount])"}, "SET", values=[None, "0.2"])],
        ),
        """select count("Discount"), sum("Sales") from o where "Discount" is null or "Discount" = 0.2""",
    ),
    "what is nothing is not left out by exclude": (
        _q(SALES, filters=[_filter({"calculation": "STR([Discount])"}, "SET", values=["0"], exclude=True)]),
        """select sum("Sales") from o where "Discount" is null or "Discount" <> 0""",
    ),
    "MATCH leaves out": (
        _q(STATE, filters=[_filter("State/Province", "MATCH", contains="a", startsWith="C", exclude=True)]),
        """select distinct "State/Province" from o
        where not ("State/Province" ilike 'C%' and "State/Province" ilike '%a%')""",
    ),
    "a figure is filtered at the level of the query": (
        _q(
            REGION,
            SALES,
            filters=[
                _filter(
                    {"fieldCaption": "Order ID", "function": "COUNTD"},
                    "QUANTITATIVE_NUMERICAL",
                    quantitativeFilterType="MAX",
                    max=70,
                )
            ],
        ),
        """select "Region", sum("Sales") from o group by 1 having count(distinct "Order ID") <= 70""",
    ),
    "a calculation that is a figure is filtered, too": (
        _q(
            STATE,
            SALES,
            filters=[
                _filter(
                    {"calculation": "SUM([Profit]) / SUM([Sales])"},
                    "QUANTITATIVE_NUMERICAL",
                    quantitativeFilterType="MIN",
                    min=0.2,
                )
            ],
        ),
        """select "State/Province", sum("Sales") from o group by 1 having sum("Profit") / sum("Sales") >= 0.2""",
    ),
    "parts of dates": (
        _q(
            {"fieldCaption": "Order Date", "function": "TRUNC_QUARTER"},
            {"fieldCaption": "Order Date", "function": "DAY"},
            {"fieldCaption": "Sales", "function": "MEDIAN"},
        ),
        """select date_trunc('quarter', "Order Date")::date, day("Order Date"), median("Sales") from o group by 1, 2""",
    ),
    "weeks start on the source's day": (
        _q({"fieldCaption": "Order Date", "function": "TRUNC_WEEK"}, SALES),
        """select "Order Date" - date_part('dow', "Order Date")::int, sum("Sales") from o group by 1""",
    ),
    "the week of the first of January is the first": (
        _q({"fieldCaption": "Order Date", "function": "WEEK"}, SALES),
        """select ((dayofyear("Order Date") - 1 + date_part('dow', date_trunc('year', "Order Date"))) // 7) + 1,
        sum("Sales") from o group by 1""",
    ),
    "spread": (
        _q(
            REGION,
            {"fieldCaption": "Sales", "function": "STDEV"},
            {"fieldCaption": "Profit", "function": "VAR"},
            {"fieldCaption": "City", "function": "MIN"},
            {"fieldCaption": "Order Date", "function": "MAX"},
        ),
        """select "Region", stddev_samp("Sales"), var_samp("Profit"), min("City"), max("Order Date")
        from o group by 1""",
    ),
    "a measure without a function has its default": (
        _q(REGION, {"fieldCaption": "Discount"}),
        """select "Region", avg("Discount") from o group by 1""",
    ),
    "a calculated field of the source that is a figure": (
        _q(REGION, {"fieldCaption": "Profit Ratio"}, {"fieldCaption": "Profit Ratio", "function": "AGG"}),
        """select "Region", sum("Profit") / sum("Sales"), sum("Profit") / sum("Sales") from o group by 1""",
    ),
    "a calculated field of each row": (
        _q({"fieldCaption": "Ship Mode"}, {"fieldCaption": "Days to Ship", "function": "AVG"}),
        """select "Ship Mode", avg("Ship Date" - "Order Date") from o group by 1""",
    ),
    "a parameter keeps its own value": (
        _q({"fieldCaption": "Order Size"}, SALES),
        """select case when "Sales" >= 1000 then 'Large' else 'Small' end, sum("Sales") from o group by 1""",
    ),
    "a parameter that is set": (
        _q({"fieldCaption": "Order Size"}, SALES, parameters=[{"parameterCaption": "Large Order", "value": 300}]),
        """select case when "Sales" >= 300 then 'Large' else 'Small' end, sum("Sales") from o group by 1""",
    ),
    "a group": (
        _q({"fieldCaption": "Manufacturer"}, SALES),
        """select case when m in ('Almond', 'Birch', 'Cobalt') then m else n end, sum(s) from
        (select split_part("Product Name", ' ', 1) m, "Product Name" n, "Sales" s from o) group by 1""",
    ),
    "FIXED sees no filter of rows": (
        _q(REGION, _calculated("MIN({ FIXED [Region] : SUM([Sales]) })"), filters=[FURNITURE]),
        """select "Region", (select sum("Sales") from o i where i."Region" = o."Region") from o
        where "Category" = 'Furniture' group by 1""",
    ),
    "FIXED sees a context filter": (
        _q(REGION, _calculated("MIN({ FIXED [Region] : SUM([Sales]) })"), filters=[{**FURNITURE, "context": True}]),
        """select "Region", sum("Sales") from o where "Category" = 'Furniture' group by 1""",
    ),
    "what is FIXED stands once for each of its things": (
        _q(REGION, {"fieldCaption": "Sales per Customer", "function": "AVG"}),
        """select "Region", avg(s) from (select distinct "Region", "Customer Name" from o)
        join (select "Customer Name", sum("Sales") s from o group by 1) using ("Customer Name") group by 1""",
    ),
    "FIXED beside fields of the row": (
        _q(REGION, _calculated("SUM(IF [Sales] > { FIXED [Region] : AVG([Sales]) } THEN 1 ELSE 0 END)")),
        """select "Region", count(*) filter (s > m) from
        (select "Region", "Sales" s, avg("Sales") over (partition by "Region") m from o) group by 1""",
    ),
    "INCLUDE": (
        _q(REGION, _calculated("AVG({ INCLUDE [Order ID] : SUM([Sales]) })"), filters=[FURNITURE]),
        """select r, avg(s) from (select "Region" r, "Order ID", sum("Sales") s from o where "Category" = 'Furniture'
        group by 1, 2) group by 1""",
    ),
    "EXCLUDE": (
        _q(
            REGION,
            CATEGORY,
            _calculated("SUM([Sales]) / SUM({ EXCLUDE [Category] : SUM([Sales]) })"),
            filters=[_filter("Segment", "SET", values=["Consumer"])],
        ),
        """select "Region", "Category", sum("Sales") / sum(sum("Sales")) over (partition by "Region") from o
        where "Segment" = 'Consumer' group by 1, 2""",
    ),
    "a level of detail inside of another": (
        _q(_calculated("AVG({ FIXED [Region] : MAX({ FIXED [Region], [City] : SUM([Sales]) }) })")),
        """select avg(m) from (select max(s) m from (select "Region" r, "City", sum("Sales") s from o group by 1, 2)
        group by r)""",
    ),
    "a level of detail without fields": (
        _q(REGION, _calculated("SUM([Sales]) / MIN({ SUM([Sales]) })")),
        """select "Region", sum("Sales") / (select sum("Sales") from o) from o group by 1""",
    ),
    "a field of a related table": (
        _q({"fieldCaption": "Regional Manager"}, SALES),
        """select "Regional Manager", sum("Sales") from o left join p using ("Region") group by 1""",
    ),
    "things of a related table alone": (
        _q({"fieldCaption": "Regional Manager"}),
        """select "Regional Manager" from p""",
    ),
    "each thing counts at its own grain": (
        _q(REGION, _calculated("COUNT([Regional Manager])"), SALES),
        """select "Region", 1, sum("Sales") from o group by 1 union all
        select null, count(*), null from p where "Region" not in (select "Region" from o)""",
    ),
    "an alias in place of the member": (
        _q({"fieldCaption": "Returned"}, {"fieldCaption": "Order ID", "function": "COUNTD"}),
        """select case "Returned" when 'Yes' then 'Came back' end, count(distinct "Order ID") from o
        left join r using ("Order ID") group by 1""",
    ),
    "a filter by an alias": (
        _q(REGION, SALES, filters=[_filter("Returned", "SET", values=["Came back"])]),
        """select "Region", sum("Sales") from o where "Order ID" in (select "Order ID" from r) group by 1""",
    ),
    "a predefined bin with its own size": (
        _q({"fieldCaption": "Profit (bin)"}, SALES),
        """select floor("Profit" / 200) * 200, sum("Sales") from o group by 1""",
    ),
    "rows of a logical table": (
        _q(_calculated("COUNT([Returns])"), _calculated("COUNT([People])")),
        """select (select count(*) from r), (select count(*) from p)""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_rows_are_those_of_independent_sql(name: str, shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    query, sql = CASES[name]
    if "COUNT([Returns])" in str(query):
        query["fields"][1]["fieldCaption"] = "other"
    found, wanted = asked(shop, query), told(plain, sql)
    assert wanted and same(found.rows, wanted), (found.rows[:5], wanted[:5], found.sql)


@pytest.mark.parametrize("kind", RELATIVE)
def test_periods_around_a_day(kind: str, shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    said, first, last = RELATIVE[kind]
    query = _q(DAYS, SALES, filters=[_filter("Order Date", "DATE", anchorDate="2024-06-19", **said)])
    sql = f"""select "Order Date", sum("Sales") from o where "Order Date" between '{first}' and '{last}' group by 1"""
    wanted = told(plain, sql)
    assert wanted and same(asked(shop, query).rows, wanted)


def test_without_an_anchor_a_period_is_around_today(shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    query = _q(SALES, filters=[_filter("Order Date", "DATE", periodType="MONTHS", dateRangeType="LAST")])
    sql = """select sum("Sales") from o where "Order Date" between '2024-08-01' and '2024-08-31'"""
    assert same(asked(shop, query).rows, told(plain, sql))


def test_rows_as_they_are(shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    query = _q(
        {"fieldCaption": "Order ID"}, {"fieldCaption": "Sales"}, {"fieldCaption": "Order Date", "function": "YEAR"}
    )
    found = asked(shop, query, disaggregate=True)
    assert same(found.rows, told(plain, 'select "Order ID", "Sales", year("Order Date") from o'))
    assert len(found.rows) == 600


def test_a_row_limit_says_when_it_cuts(shop: Opened) -> None:
    query = _q({**STATE, "sortPriority": 1}, SALES)
    whole = asked(shop, query)
    cut = asked(shop, query, rowLimit=2)
    assert cut.rows == whole.rows[:2] and cut.cut
    assert not asked(shop, query, rowLimit=len(whole.rows)).cut


def test_the_order_is_that_of_the_priorities(shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    query = _q(
        {**CATEGORY, "sortPriority": 2, "sortDirection": "DESC"},
        {**REGION, "sortPriority": 1},
        {**SALES, "maxDecimalPlaces": 1},
    )
    sql = 'select "Category", "Region", round(sum("Sales"), 1) from o group by 1, 2 order by 2, 1 desc'
    found = asked(shop, query)
    assert same(found.rows, told(plain, sql), ordered=True)


def test_nothing_comes_first_up_and_last_down(shop: Opened) -> None:
    up = asked(shop, _q({"fieldCaption": "Returned", "sortPriority": 1}, SALES))
    down = asked(shop, _q({"fieldCaption": "Returned", "sortPriority": 1, "sortDirection": "DESC"}, SALES))
    assert [row[0] for row in up.rows] == [None, "Came back"] == [row[0] for row in reversed(down.rows)]


def test_keys_are_captions_functions_and_aliases(shop: Opened) -> None:
    query = _q({**REGION, "fieldAlias": "Where"}, SALES, SALES, {**DAYS, "function": "YEAR"})
    assert list(asked(shop, query).objects()[0]) == ["Where", "SUM(Sales)", "SUM(Sales) (2)", "YEAR(Order Date)"]
    assert asked(shop, query).arrays()[0] == list(asked(shop, query).rows[0])


def test_names_in_place_of_captions(shop: Opened) -> None:
    query = _q({"fieldCaption": "Calculation_2", "function": "SUM"})
    found = asked(shop, query, interpretFieldCaptionsAsFieldNames=True)
    assert same(found.rows, asked(shop, _q({"fieldCaption": "Days to Ship", "function": "SUM"})).rows)
