"""What is wrong with a query is told where it stands, with what would be right; each rule both ways."""

from __future__ import annotations

import time
from typing import Any

import pytest
from rows import NOW
from vizql_data_service_py.examples.payload import QUERY_FUNCTIONS

from groundplan.packs.tableau.described.opened import Opened
from groundplan.packs.tableau.faults import Fault
from groundplan.packs.tableau.validate.validate import validate
from groundplan.packs.tableau.vizql.read import read
from groundplan.packs.tableau.vizql.service import QueryOptions

SALES = {"fieldCaption": "Sales", "function": "SUM"}
REGION = {"fieldCaption": "Region"}


def _faults(shop: Opened, query: Any, version: str = "2026.1", **options: Any) -> tuple[Fault, ...]:
    held = read(QueryOptions, options, "options")
    return validate(query, shop.description, shop.members, version, held, NOW).faults


def _on(field: Any, kind: str, **said: Any) -> dict[str, Any]:
    held = {"fieldCaption": field} if isinstance(field, str) else field
    return {"fields": [REGION, SALES], "filters": [{"field": held, "filterType": kind, **said}]}


DATE = {"quantitativeFilterType": "MIN", "minDate": "2024-01-01"}
NUMBER = {"quantitativeFilterType": "MIN", "min": 1}
MEASURED = {"howMany": 2, "fieldToMeasure": SALES}
WRONG: dict[str, tuple[dict[str, Any], str, str, str]] = {
    # name: query, code, place, what the suggestion says
    "no fields": ({"fields": []}, "wrong-type", "query.fields", "at least one field"),
    "unknown field": (
        {"fields": [{"fieldCaption": "Regoin"}]},
        "unknown-field",
        "query.fields.0.fieldCaption",
        "'Region'",
    ),
    "hidden field": ({"fields": [{"fieldCaption": "Row ID"}]}, "unknown-field", "query.fields.0.fieldCaption", ""),
    "empty caption": (
        {"fields": [{"fieldCaption": " "}, SALES]},
        "empty-caption",
        "query.fields.0.fieldCaption",
        "name",
    ),
    "sum of a text": (
        {"fields": [{"fieldCaption": "City", "function": "SUM"}]},
        "unfit-function",
        "query.fields.0.function",
        "COUNTD",
    ),
    "year of a number": (
        {"fields": [{"fieldCaption": "Sales", "function": "YEAR"}]},
        "unfit-function",
        "query.fields.0.function",
        "AVG",
    ),
    "average of dates": (
        {"fields": [{"fieldCaption": "Order Date", "function": "AVG"}]},
        "unfit-function",
        "query.fields.0.function",
        "TRUNC_MONTH",
    ),
    "collect": (
        {"fields": [{"fieldCaption": "City", "function": "COLLECT"}]},
        "unfit-function",
        "query.fields.0.function",
        "COUNT",
    ),
    "attr": (
        {"fields": [{"fieldCaption": "City", "function": "ATTR"}]},
        "unknown-value",
        "query.fields.0.function",
        "",
    ),
    "function of a figure": (
        {"fields": [{"fieldCaption": "Profit Ratio", "function": "SUM"}]},
        "function-on-aggregate",
        "query.fields.0.function",
        "AGG",
    ),
    "same priority": (
        {"fields": [{**REGION, "sortPriority": 1}, {**SALES, "sortPriority": 1}]},
        "repeated-sort-priority",
        "query.fields.1.sortPriority",
        "2",
    ),
    "decimals below none": (
        {"fields": [{**SALES, "maxDecimalPlaces": -1}]},
        "wrong-type",
        "query.fields.0.maxDecimalPlaces",
        "",
    ),
    "taken name": (
        {"fields": [{"fieldCaption": "Sales", "calculation": "1"}]},
        "taken-name",
        "query.fields.0.fieldCaption",
        "another",
    ),
    "bin of a text": ({"fields": [{"fieldCaption": "City", "binSize": 5}]}, "bad-bin", "query.fields.0.binSize", ""),
    "bin below one": (
        {"fields": [{"fieldCaption": "Sales", "binSize": 0}]},
        "wrong-type",
        "query.fields.0.binSize",
        "",
    ),
    "nested aggregation": (
        {"fields": [{"fieldCaption": "m", "calculation": "SUM(AVG([Sales]))"}]},
        "nested-aggregation",
        "query.fields.0.calculation",
        "FIXED",
    ),
    "mixed levels": (
        {"fields": [{"fieldCaption": "m", "calculation": "[Sales] / SUM([Sales])"}]},
        "mixed-levels",
        "query.fields.0.calculation",
        "aggregate",
    ),
    "unknown function": (
        {"fields": [{"fieldCaption": "m", "calculation": "SUMM([Sales])"}]},
        "unknown-function",
        "query.fields.0.calculation",
        "SUM",
    ),
    "field of the query's own": (
        {
            "fields": [
                {"fieldCaption": "m", "calculation": "SUM([Sales])"},
                {"fieldCaption": "n", "calculation": "[m] * 2"},
            ]
        },
        "unknown-field",
        "query.fields.1.calculation",
        "calculation of this query",
    ),
    "group in a calculation": (
        {"fields": [{"fieldCaption": "m", "calculation": "LEN([Manufacturer])"}]},
        "group-in-calculation",
        "query.fields.0.calculation",
        "Product Name",
    ),
    "along an unknown field": (
        {
            "fields": [
                REGION,
                {
                    **SALES,
                    "tableCalculation": {"tableCalcType": "RUNNING_TOTAL", "dimensions": [{"fieldCaption": "City"}]},
                },
            ]
        },
        "unknown-dimension",
        "query.fields.1.tableCalculation.dimensions.0",
        "add 'City'",
    ),
    "along without a figure": (
        {
            "fields": [
                REGION,
                {"fieldCaption": "Sales", "tableCalculation": {"tableCalcType": "RANK", "dimensions": [REGION]}},
            ]
        },
        "table-calculation-without-figure",
        "query.fields.1",
        "SUM",
    ),
    "total of averages behind a filter of figures": (
        {
            "fields": [
                REGION,
                {
                    "fieldCaption": "Sales",
                    "function": "AVG",
                    "tableCalculation": {"tableCalcType": "PERCENT_OF_TOTAL", "dimensions": [REGION]},
                },
            ],
            "filters": [{"field": SALES, "filterType": "QUANTITATIVE_NUMERICAL", **NUMBER}],
        },
        "no-total",
        "query",
        "a sum",
    ),
    "restart at another part of the date": (
        {
            "fields": [
                {"fieldCaption": "Order Date", "function": "YEAR"},
                {"fieldCaption": "Order Date", "function": "MONTH"},
                {
                    **SALES,
                    "tableCalculation": {
                        "tableCalcType": "RUNNING_TOTAL",
                        "dimensions": [{"fieldCaption": "Order Date", "function": "MONTH"}],
                        "restartEvery": {"fieldCaption": "Order Date", "function": "YEAR"},
                    },
                },
            ]
        },
        "unknown-dimension",
        "query",
        "dimensions",
    ),
    "custom without a table function": (
        {"fields": [REGION, {**SALES, "tableCalculation": {"tableCalcType": "CUSTOM", "dimensions": [REGION]}}]},
        "not-custom",
        "query.fields.1.tableCalculation",
        "RUNNING_TOTAL",
    ),
    "nested that is none": (
        {
            "fields": [
                REGION,
                {
                    "fieldCaption": "m",
                    "calculation": "[Running Sales] * 2",
                    "tableCalculation": {"tableCalcType": "CUSTOM", "dimensions": [REGION]},
                    "nestedTableCalculations": [{"tableCalcType": "RANK", "dimensions": [REGION]}],
                },
            ]
        },
        "not-nested",
        "query.fields.1.nestedTableCalculations.0",
        "NESTED",
    ),
    "text for a part of a date": (
        _on({"fieldCaption": "Order Date", "function": "MONTH"}, "SET", values=["May"]),
        "value-type",
        "query.filters.0",
        "",
    ),
    "two filters": (
        {
            "fields": [SALES],
            "filters": [{"field": {"fieldCaption": "Order Date"}, "filterType": "QUANTITATIVE_DATE", **DATE}] * 2,
        },
        "repeated-filter",
        "query.filters.1",
        "RANGE",
    ),
    "unknown filter field": (
        _on("Segmnt", "SET", values=["Consumer"]),
        "unknown-field",
        "query.filters.0.field.fieldCaption",
        "Segment",
    ),
    "empty set": (_on("Segment", "SET", values=[]), "incomplete-filter", "query.filters.0", "values"),
    "match without a pattern": (_on("Segment", "MATCH"), "incomplete-filter", "query.filters.0", "contains"),
    "match of a number": (
        _on("Sales", "MATCH", contains="1"),
        "filter-type",
        "query.filters.0.filterType",
        "QUANTITATIVE_NUMERICAL",
    ),
    "match of a function": (
        _on({"fieldCaption": "City", "function": "MIN"}, "MATCH", contains="a"),
        "match-on-function",
        "query.filters.0.field",
        "function",
    ),
    "range without an end": (
        _on("Sales", "QUANTITATIVE_NUMERICAL", quantitativeFilterType="RANGE", min=1),
        "incomplete-filter",
        "query.filters.0",
        "max",
    ),
    "range upside down": (
        _on("Sales", "QUANTITATIVE_NUMERICAL", quantitativeFilterType="RANGE", min=2, max=1),
        "incomplete-filter",
        "query.filters.0",
        "exchange",
    ),
    "numbers of a date": (
        _on("Order Date", "QUANTITATIVE_NUMERICAL", **NUMBER),
        "filter-type",
        "query.filters.0.filterType",
        "QUANTITATIVE_DATE",
    ),
    "dates of a text": (_on("City", "QUANTITATIVE_DATE", **DATE), "filter-type", "query.filters.0.filterType", "MATCH"),
    "no date": (
        _on("Order Date", "QUANTITATIVE_DATE", quantitativeFilterType="MIN", minDate="31.1.2024"),
        "wrong-type",
        "query.filters.0.minDate",
        "YYYY-MM-DD",
    ),
    "last n without n": (
        _on("Order Date", "DATE", periodType="DAYS", dateRangeType="LASTN"),
        "incomplete-filter",
        "query.filters.0",
        "rangeN",
    ),
    "lastN for rangeN": (
        _on("Order Date", "DATE", periodType="DAYS", dateRangeType="LASTN", lastN=3),
        "additional-property",
        "query.filters.0.lastN",
        "rangeN",
    ),
    "top of the measure": (_on("Sales", "TOP", **MEASURED), "top-of-measure", "query.filters.0.field", "'Region'"),
    "top without a function": (
        _on("City", "TOP", howMany=2, fieldToMeasure={"fieldCaption": "Sales"}),
        "top-without-function",
        "query.filters.0.fieldToMeasure",
        "SUM",
    ),
    "top of none": (_on("City", "TOP", howMany=0, fieldToMeasure=SALES), "wrong-type", "query.filters.0.howMany", ""),
    "condition without any": (_on("City", "CONDITION"), "incomplete-filter", "query.filters.0", "one of them"),
    "filter by a bin": (_on("Profit (bin)", "SET", values=[200]), "bin-in-filter", "query.filters.0.field", "'Profit'"),
    "filter by a group": (
        _on("Manufacturer", "SET", values=["Birch"]),
        "group-in-filter",
        "query.filters.0.field",
        "Product Name",
    ),
    "context of a figure": (
        _on(SALES, "QUANTITATIVE_NUMERICAL", context=True, **NUMBER),
        "context-on-figure",
        "query.filters.0.context",
        "context",
    ),
    "filter by a table function": (
        _on({"calculation": "RANK(SUM([Sales]))"}, "QUANTITATIVE_NUMERICAL", **NUMBER),
        "table-function",
        "query.filters.0",
        "",
    ),
    "unknown value": (_on("Region", "SET", values=["Wset"]), "unknown-value", "query.filters.0.values.0", "'West'"),
    "value in other letters": (
        _on("Region", "SET", values=["west"]),
        "unknown-value",
        "query.filters.0.values.0",
        "'West'",
    ),
    "no value matches": (_on("City", "MATCH", contains="Bostn"), "unknown-value", "query.filters.0", "'Boston'"),
    "number for a text": (
        _on("Postal Code", "SET", values=[85001]),
        "wrong-value-type",
        "query.filters.0.values.0",
        "'85001'",
    ),
    "unknown parameter": (
        {"fields": [SALES], "parameters": [{"parameterCaption": "Profit Bin", "value": 50}]},
        "unknown-parameter",
        "query.parameters.0.parameterCaption",
        "Profit Bin Size",
    ),
    "parameter outside": (
        {"fields": [SALES], "parameters": [{"parameterCaption": "Profit Bin Size", "value": 500}]},
        "unfit-parameter",
        "query.parameters.0.value",
        "from 50",
    ),
    "parameter between its steps": (
        {"fields": [SALES], "parameters": [{"parameterCaption": "Profit Bin Size", "value": 75}]},
        "unfit-parameter",
        "query.parameters.0.value",
        "each step is 50",
    ),
    "parameter of another type": (
        {"fields": [SALES], "parameters": [{"parameterCaption": "Profit Bin Size", "value": "50"}]},
        "unfit-parameter",
        "query.parameters.0.value",
        "200",
    ),
    "parameter by its name": (
        {"fields": [SALES], "parameters": [{"name": "Profit Bin Size", "value": 50}]},
        "additional-property",
        "query.parameters.0.name",
        "parameterCaption",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_fault_is_told_where_it_stands(name: str, shop: Opened) -> None:
    query, code, where, suggested = WRONG[name]
    found = [one for one in _faults(shop, query) if not one.warning]
    assert found, "valid"
    match = next((one for one in found if one.code == code), None)
    assert match is not None, found
    assert match.where.startswith(where), match
    assert suggested in match.suggestion, match


def test_the_published_messages(shop: Opened) -> None:
    twice = [{"field": {"fieldCaption": "Order Date"}, "filterType": "QUANTITATIVE_DATE", **DATE}] * 2
    sorted_query = {"fields": [REGION, SALES], "filters": [], "sortDirection": "ASC"}
    relative = _on("Order Date", "RELATIVE_DATE", periodType="WEEKS", dateRangeType="LASTN", rangeN=5)
    said = [
        _faults(shop, query)[0].message for query in ({"fields": [SALES], "filters": twice}, sorted_query, relative)
    ]
    assert said == [
        "Cannot have multiple Filters for the same Field, or the same Field with the same function",
        "Error at 'query': Additional property 'sortDirection' is not allowed",
        "Error at 'query.filters.0.filterType': Value 'RELATIVE_DATE' is not defined in the schema",
    ]
    suggestions = [_faults(shop, query)[0].suggestion for query in (sorted_query, relative)]
    assert "a field" in suggestions[0] and "'DATE'" in suggestions[1]


def test_sum_of_a_field_and_the_field_are_two_filters(shop: Opened) -> None:
    both = [
        {"field": field, "filterType": "QUANTITATIVE_NUMERICAL", **NUMBER}
        for field in (SALES, {"fieldCaption": "Sales"})
    ]
    assert not _faults(shop, {"fields": [REGION, SALES], "filters": both})


@pytest.mark.parametrize(
    "field",
    [{"fieldCaption": "Order Date", "function": "MONTH"}, {"calculation": "MONTH([Order Date])"}],
    ids=["function", "calculation"],
)
def test_older_servers_take_no_functions_in_sets(shop: Opened, field: dict[str, Any]) -> None:
    query = _on(field, "SET", values=[1])
    assert not _faults(shop, query, "2026.1")
    assert [one.code for one in _faults(shop, query, "2025.3")] == ["too-new-filter"]
    assert [one.code for one in _faults(shop, {"fields": [SALES]}, "2025.3", rowLimit=5)] == ["too-new-option"]


def test_ranking_before_filtering_is_a_warning(shop: Opened) -> None:
    query = _on("City", "TOP", **MEASURED)
    other = {"field": {"fieldCaption": "Segment"}, "filterType": "SET", "values": ["Consumer"]}
    warned = _faults(shop, {**query, "filters": [*query["filters"], other]})
    assert [(one.code, one.warning) for one in warned] == [("missing-context-on-dimension-filter", True)]
    assert not _faults(shop, {**query, "filters": [*query["filters"], {**other, "context": True}]})


def test_figures_and_whole_rows_exclude_each_other(shop: Opened) -> None:
    assert [one.code for one in _faults(shop, {"fields": [REGION, SALES]}, disaggregate=True)] == [
        "figure-of-whole-rows"
    ]


def test_without_a_source_only_the_query_is_looked_at() -> None:
    assert validate({"fields": [{"fieldCaption": "Whatever"}]}).valid
    assert not validate({"fields": [{"fieldCaption": "x", "calculation": "SUM("}]}).valid


def test_what_is_found_can_be_told_to_a_model(shop: Opened) -> None:
    verdict = validate(_on("Region", "SET", values=["Wset", "Est"]), shop.description, shop.members)
    assert not verdict.valid
    assert verdict.validation_suggestions == ("did you mean 'West'?", "did you mean 'East', 'West'?")


def test_it_takes_less_than_fifty_milliseconds(shop: Opened) -> None:
    """Of its own thread, the best of three: the machine has other work, too."""
    for function in QUERY_FUNCTIONS:
        query = function().model_dump(mode="json", exclude_none=True)
        taken = []
        for _ in range(3):
            start = time.thread_time()
            assert validate(query, shop.description, shop.members).valid, function.__name__
            taken.append(time.thread_time() - start)
        assert min(taken) < 0.05, (function.__name__, taken)
