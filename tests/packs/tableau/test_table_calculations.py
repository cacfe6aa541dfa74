"""Table calculations, those of VizQL and those of the calculation language, against window functions by hand."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest
from rows import asked, same, told

from groundplan.packs.tableau.described.opened import Opened

GROUPED = """(select "Region" r, "Category" c, year("Order Date") y, sum("Sales") v, sum("Profit") p,
 count(distinct "Order ID") n
 from o group by all)"""
R, C, Y = ({"fieldCaption": "Region"}, {"fieldCaption": "Category"}, {"fieldCaption": "Order Date", "function": "YEAR"})


def _along(kind: str, *fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"tableCalcType": kind, "dimensions": list(fields), **more}


def _figure(**table: Any) -> dict[str, Any]:
    return {"fieldCaption": "Sales", "function": "SUM", "tableCalculation": table}


def _formula(formula: str, *fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"fieldCaption": "made", "calculation": formula, "tableCalculation": _along("CUSTOM", *fields), **more}


CASES = {
    "difference from the one before, within each region": (
        _figure(**_along("DIFFERENCE_FROM", Y)),
        "v - lag(v) over (partition by r, c order by y)",
    ),
    "difference from the first": (
        _figure(**_along("DIFFERENCE_FROM", Y, relativeTo="FIRST")),
        "v - first_value(v) over (partition by r, c order by y)",
    ),
    "percent difference from the last": (
        _figure(**_along("PERCENT_DIFFERENCE_FROM", Y, relativeTo="LAST")),
        "(v - w) / abs(w)",
    ),
    "percent from the next": (
        _figure(**_along("PERCENT_FROM", Y, relativeTo="NEXT")),
        "v / lead(v) over (partition by r, c order by y)",
    ),
    "percent of the total of each region": (
        _figure(**_along("PERCENT_OF_TOTAL", C, Y)),
        "v / sum(v) over (partition by r)",
    ),
    "percent of the total of all": (_figure(**_along("PERCENT_OF_TOTAL", R, C, Y)), "v / sum(v) over ()"),
    "percent of the total of what is no sum": (
        {
            "fieldCaption": "Order ID",
            "function": "COUNTD",
            "tableCalculation": _along("PERCENT_OF_TOTAL", C, Y),
        },
        'n / (select count(distinct "Order ID") from o where "Region" = r)',
    ),
    "total of averages": (
        _formula("SUM([Sales]) / TOTAL(AVG([Sales]))", Y),
        'v / (select avg("Sales") from o where "Region" = r and "Category" = c)',
    ),
    "at the level of the category": (
        _figure(**_along("DIFFERENCE_FROM", C, Y, levelAddress={"fieldCaption": "Category"})),
        "v - lag(v) over (partition by r, y order by c)",
    ),
    "rank, the highest first": (_figure(**_along("RANK", R, C, Y)), "rank() over (order by v desc)"),
    "rank, the lowest first, dense": (
        _figure(**_along("RANK", C, rankType="DENSE", direction="ASC")),
        "dense_rank() over (partition by r, y order by v)",
    ),
    "percentile": (_figure(**_along("PERCENTILE", R, C, Y)), "(rank() over (order by v) - 1) / (count(*) over () - 1)"),
    "running total that starts anew": (
        _figure(**_along("RUNNING_TOTAL", R, C, Y, restartEvery={"fieldCaption": "Category"})),
        "sum(v) over (partition by r, c order by y)",
    ),
    "running maximum": (
        _figure(**_along("RUNNING_TOTAL", Y, aggregation="MAX")),
        "max(v) over (partition by r, c order by y)",
    ),
    "running total by a sort of its own": (
        _figure(
            **_along(
                "RUNNING_TOTAL", R, C, Y, customSort={"fieldCaption": "Profit", "function": "SUM", "direction": "DESC"}
            )
        ),
        "sum(v) over (order by p desc, r, c, y)",
    ),
    "the share of what has run up": (
        _figure(**_along("RUNNING_TOTAL", Y, secondaryTableCalculation=_along("RANK", Y, direction="ASC"))),
        "rank() over (partition by r, c order by u)",
    ),
    "moving average without itself": (
        _figure(**_along("MOVING_CALCULATION", Y, aggregation="AVG", previous=1, next=1, includeCurrent=False)),
        "avg(v) over (partition by r, c order by y rows between 1 preceding and 1 following exclude current row)",
    ),
    "moving sum of whole windows alone": (
        _figure(**_along("MOVING_CALCULATION", Y, previous=1, next=0, fillInNull=True)),
        "v + lag(v) over (partition by r, c order by y)",
    ),
    "a formula": (
        _formula("RUNNING_SUM(SUM([Sales])) / WINDOW_SUM(SUM([Sales]))", Y),
        "sum(v) over (partition by r, c order by y) / sum(v) over (partition by r, c)",
    ),
    "one inside of another": (
        _formula("RANK(RUNNING_SUM(SUM([Sales])), 'asc')", Y),
        "rank() over (partition by r, c order by u)",
    ),
    "offsets": (
        _formula("WINDOW_AVG(SUM([Sales]), -1, 0) - LOOKUP(SUM([Sales]), FIRST())", Y),
        "avg(v) over (partition by r, c order by y rows 1 preceding)"
        " - first_value(v) over (partition by r, c order by y)",
    ),
    "places": (
        _formula("INDEX() * 100 + SIZE() * 10 + LAST()", Y),
        "row_number() over (partition by r, c order by y) * 100 + count(*) over (partition by r, c) * 10"
        " + count(*) over (partition by r, c) - row_number() over (partition by r, c order by y)",
    ),
    "a field of the source with a way of its own": (
        {
            "fieldCaption": "made",
            "calculation": "[Running Sales] / TOTAL(SUM([Sales]))",
            "tableCalculation": _along("CUSTOM", R, C, Y),
            "nestedTableCalculations": [_along("NESTED", Y, fieldCaption="Running Sales")],
        },
        "u / sum(v) over ()",
    ),
    "a percentile by the language": (
        _formula("RANK_PERCENTILE(COUNTD([Order ID]))", R, C, Y),
        "(rank() over (order by n) + count(*) over (partition by n) - 2) / (count(*) over () - 1)",
    ),
    "unique places": (
        _formula("RANK_UNIQUE(COUNTD([Order ID]), 'desc')", R, C, Y),
        "row_number() over (order by n desc, r, c, y)",
    ),
    "the last place of equals": (
        _formula("RANK_MODIFIED(COUNTD([Order ID]))", R, C, Y),
        "rank() over (order by n desc) + count(*) over (partition by n) - 1",
    ),
}
AROUND = "sum(v) over (partition by r, c order by y) u, last_value(v) over (partition by r, c order by y rows between \
unbounded preceding and unbounded following) w"


@pytest.mark.parametrize("name", CASES)
def test_a_table_calculation_goes_along_the_rows(name: str, shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    field, sql = CASES[name]
    found = asked(shop, {"fields": [R, C, Y, field]})
    wanted = told(plain, f"select r, c, y, {sql} from (select *, {AROUND} from {GROUPED})")
    assert wanted and same(found.rows, wanted), (found.rows[:4], wanted[:4], found.sql)


def test_measure_filters_come_before_table_calculations(shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    big = {
        "field": {"fieldCaption": "Sales", "function": "SUM"},
        "filterType": "QUANTITATIVE_NUMERICAL",
        "quantitativeFilterType": "MIN",
        "min": 30000,
    }
    query = {
        "fields": [
            {"fieldCaption": "State/Province"},
            _figure(**_along("PERCENT_OF_TOTAL", {"fieldCaption": "State/Province"})),
        ],
        "filters": [big],
    }
    sql = """select s, v / sum(v) over () from
        (select "State/Province" s, sum("Sales") v from o group by 1 having v >= 30000)"""
    assert same(asked(shop, query).rows, told(plain, sql))


def test_it_goes_the_way_that_its_field_is_sorted(shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    down = {**Y, "sortPriority": 1, "sortDirection": "DESC"}
    sql = """select y, sum(v) over (order by y desc) from
        (select year("Order Date") y, sum("Sales") v from o group by 1)
        order by y desc"""
    found = asked(shop, {"fields": [down, _figure(**_along("RUNNING_TOTAL", Y))]})
    assert same(found.rows, told(plain, sql), ordered=True)


def test_a_field_with_table_functions_goes_along_all(shop: Opened, plain: duckdb.DuckDBPyConnection) -> None:
    sql = 'select y, sum(v) over (order by y) from (select year("Order Date") y, sum("Sales") v from o group by 1)'
    assert same(asked(shop, {"fields": [Y, {"fieldCaption": "Running Sales"}]}).rows, told(plain, sql))
