"""Facts in words: every figure of the text stands in the facts."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from briefs import brief_of
from groundplan.contracts import Chart, Facts, Meta, Rows
from groundplan.packs.tables import pack
from groundplan.query.cells import number, value

SUM = [{"column": "revenue"}]
MONTH = {"column": "date", "grain": "month"}


def said(
    form: dict[str, Any], columns: tuple[str, ...], *rows: tuple[Any, ...], goal: str = "?", name: str = "result"
) -> str:
    facts = Facts(found=bool(rows), tables=(Rows(name=name, columns=columns, rows=rows),))
    return pack.telling.render(brief_of(form, goal=goal), facts).text


def test_one_figure() -> None:
    assert said({"metrics": SUM}, ("revenue",), (1234567.891,)) == "total revenue: 1,234,567.89."


def test_several_figures() -> None:
    form = {"metrics": [*SUM, {"column": "units", "agg": "avg"}]}
    assert said(form, ("revenue", "units"), (5.0, 2.5)) == "revenue 5, units 2.50."


def test_several_figures_of_one_column_are_told_apart() -> None:
    form = {"metrics": [{"column": "revenue", "agg": agg} for agg in ("min", "max")]}
    assert said(form, ("revenue", "max_revenue"), (5.0, 7.0)) == "lowest revenue 5, highest revenue 7."


RETURNED = {"column": "returned", "op": "=", "value": "yes"}
RATE = {"metrics": [{"agg": "count"}], "filters": [RETURNED], "derive": {"kind": "percent_of_total"}}
BERLIN = {"column": "city", "op": "=", "value": "Berlin"}
BEHIND = ("share_percent", "part", "whole")


def test_a_share_of_rows_with_the_figures_behind_it() -> None:
    assert said(RATE, BEHIND, (9.647, 41, 425)) == "9.65 % of the rows (41 of 425) where returned is yes."
    assert (
        said(RATE, BEHIND, (9.647, 41, 425), goal="какая доля") == "9.65 % строк (41 из 425), где returned равно yes."
    )
    within = said({**RATE, "filters": [BERLIN, RETURNED]}, BEHIND, (50, 1, 2))
    assert within == "50 % of the rows (1 of 2) where returned is yes, out of those where city is Berlin."
    total = said({**RATE, "metrics": SUM}, BEHIND, (25.0, 1.5, 6.0))
    assert total == "25 % of total revenue (1.50 of 6) where returned is yes."


def test_a_share_of_nothing_is_none() -> None:
    empty = said({**RATE, "filters": [BERLIN, RETURNED]}, BEHIND, (None, 0, 0))
    assert empty == "There is nothing to take a share of where city is Berlin: the whole is 0."


def test_rates_of_groups() -> None:
    form = {**RATE, "group_by": ["channel"], "filters": [BERLIN, RETURNED]}
    told = said(form, ("channel", *BEHIND), ("Online", 12.5, 1, 8), ("Store", 0.0, 0, 3))
    assert told == "share percent (returned is yes) by channel where city is Berlin: Online 12.50, Store 0."


def test_every_figure_that_was_asked_for_is_told() -> None:
    both = {"metrics": [*SUM, {"column": "units", "agg": "avg"}]}
    told = said({**both, "group_by": ["city"]}, ("city", "revenue", "units"), ("A", 3, 1.5), ("B", 1, 4.0))
    assert told == "total revenue by city: A 3, B 1. average units by city: A 1.50, B 4."
    months = said({**both, "time": MONTH}, ("date", "revenue", "units"), ("2024-01-01", 3, 1), ("2024-02-01", 9, 2))
    assert months.count("from 2024-01-01") == 2 and "average units by month" in months
    ratio = {**both, "group_by": ["city"], "derive": {"kind": "ratio", "of": ["revenue", "units"]}}
    told = "ratio (total revenue / average units) by city: A 1.50."
    assert said(ratio, ("city", "revenue", "units", "ratio"), ("A", 3, 2, 1.5)) == told
    assert said(ratio, ("city", "revenue", "units", "ratio"), ("A", 3, 2, 1.5), goal="что").startswith(
        "отношение (сумма revenue"
    )


def test_unusual_rows_are_told_whole() -> None:
    form = {"metrics": [{"column": "revenue", "agg": "none"}], "analysis": ["anomaly"]}
    told = said(form, ("city", "revenue", "is_anomaly"), ("A", 3, False), ("B", 900, True))
    assert told == "1 unusual of 2 values of revenue: B, 900."


def test_periods_that_were_picked_are_told_by_name() -> None:
    form = {"metrics": SUM, "time": MONTH}
    assert said(form, ("date", "revenue"), ("2024-01-01", 3)) == "total revenue by month: 2024-01-01 3."
    over = {**form, "having": {"op": ">", "value": 2}}
    told = said(over, ("date", "revenue"), ("2024-01-01", 3), ("2024-05-01", 4))
    assert told == "month with total revenue > 2: 2 (2024-01-01 3, 2024-05-01 4)."


def test_a_change_of_the_only_period_is_told_as_such() -> None:
    form = {"metrics": SUM, "time": MONTH, "derive": {"kind": "percent_change", "of": ["revenue"]}}
    columns = ("date", "revenue", "previous", "change_percent")
    told = said(form, columns, ("2024-01-01", 3, None, None))
    assert told == "1 rows: 2024-01-01, 3. There is nothing earlier to compare it with."


def test_groups_that_reach_a_figure_are_counted() -> None:
    form = {"metrics": SUM, "group_by": ["city"], "having": {"op": ">=", "value": 3}}
    assert said(form, ("city", "revenue"), ("A", 3), ("B", 5)) == "city with total revenue ≥ 3: 2 (A 3, B 5)."
    many = [(f"city {n}", n) for n in range(3, 11)]
    assert said(form, ("city", "revenue"), *many) == (
        "city with total revenue ≥ 3: 8; highest is city 10 with 10, lowest is city 3 with 3."
    )
    assert said(form, ("city", "revenue")) == "city with total revenue ≥ 3: 0."
    assert said(form, ("city", "revenue"), goal="что").startswith("city, где сумма revenue ≥ 3")
    two = {**form, "metrics": [*SUM, {"column": "units"}]}
    told = said(two, ("city", "revenue", "units"), ("A", 3, 1))
    assert told == "city with total revenue ≥ 3: 1 (A 3). total units by city: A 1."


def test_few_groups_are_all_named_and_many_by_their_ends() -> None:
    form = {"metrics": SUM, "group_by": ["city"]}
    assert said(form, ("city", "revenue"), ("A", 3), (None, 1)) == "total revenue by city: A 3, (empty) 1."
    many = [(f"city {n}", n) for n in range(8)]
    assert said(form, ("city", "revenue"), *many) == (
        "total revenue by city: 8 groups; highest is city 7 with 7, lowest is city 0 with 0."
    )


def test_a_difference_between_two_is_told_with_both() -> None:
    form = {"metrics": SUM, "group_by": ["city"], "derive": {"kind": "difference", "of": ["revenue"]}}
    columns = ("city", "revenue", "difference")
    assert said(form, columns, ("A", 3, None), ("B", 10, 7)) == ("total revenue by city: A 3, B 10. B is above A by 7.")
    assert said(form, columns, ("A", 3, 0), ("B", 3, 0)).endswith("A and B are the same.")
    assert said(form, ("city", "revenue", "apart"), ("A", 3, None), ("B", 10, 7)) == "total revenue by city: A 3, B 10."


def test_a_series_tells_rows_without_a_date_apart() -> None:
    rows = [(dt.date(2024, 3, 1), 10), (dt.date(2024, 4, 1), 20), (None, 1)]
    told = said({"metrics": SUM, "time": MONTH}, ("date", "revenue"), *rows)
    assert "from 2024-03-01 (10) to 2024-04-01 (20)" in told and "lowest in 2024-03-01 (10)" in told
    assert told.endswith("Rows whose date is empty are in no period; the table has them apart.")
    assert "empty" not in said({"metrics": SUM, "time": MONTH}, ("date", "revenue"), *rows[:2])


def test_groups_without_a_single_figure_are_listed() -> None:
    form = {"metrics": SUM, "group_by": ["city"]}
    assert said(form, ("city", "revenue"), ("A", None)) == "1 rows: A, (empty)."


def test_a_series_begins_and_ends_where_it_has_figures() -> None:
    form = {"metrics": SUM, "time": MONTH, "derive": {"kind": "percent_change"}}
    rows = [(dt.date(2023, month, 1), 9, change) for month, change in ((1, None), (2, 5.5), (3, -1.25))]
    assert said(form, ("date", "revenue", "change_percent"), *rows) == (
        "change percent (total revenue) by month, from 2023-02-01 (5.50) to 2023-03-01 (-1.25); "
        "highest in 2023-02-01 (5.50), lowest in 2023-03-01 (-1.25)."
    )


def test_weekdays_stand_in_their_order() -> None:
    form = {"metrics": SUM, "time": {"column": "date", "grain": "weekday"}}
    text = said(form, ("date", "revenue"), ("Monday", 1), ("Tuesday", 3), ("Friday", 2))
    assert text.startswith("total revenue by weekday, from Monday (1) to Friday (2);")


def test_a_series_of_groups_names_its_highest() -> None:
    form = {"metrics": SUM, "time": MONTH, "group_by": ["city"]}
    rows = [(dt.date(2023, 2, 1), "A", 1), (dt.date(2023, 1, 1), "B", 7)]
    assert said(form, ("date", "city", "revenue"), *rows) == (
        "total revenue by month and city, from 2023-01-01 to 2023-02-01; highest for 2023-01-01 / B (7)."
    )


def test_what_is_unusual_is_listed() -> None:
    form = {"metrics": SUM, "time": MONTH, "analysis": ["anomaly"]}
    columns = ("date", "revenue", "is_anomaly")
    rows = [(dt.date(2023, 1, 1), 5, False), (dt.date(2023, 2, 1), 50, True)]
    assert said(form, columns, *rows) == "1 unusual of 2 values of total revenue: 2023-02-01, 50."
    assert said(form, columns, rows[0]) == "Nothing unusual among 1 values of total revenue."


def test_correlations_are_told_by_their_coefficient() -> None:
    form = {
        "metrics": [{"column": "units", "agg": "none"}, {"column": "revenue", "agg": "none"}],
        "analysis": ["correlation"],
    }
    columns = ("first", "second", "coefficient", "p_value", "rows")
    assert (
        said(form, columns, ("units", "revenue", -0.756, 0.0, 425), name="correlation") == "units ~ revenue: r = -0.76."
    )


def test_statistics_are_told_by_name() -> None:
    form = {"metrics": [{"column": "units", "agg": "none"}], "analysis": ["summary"]}
    columns = ("column", "holds", "count", "mean")
    assert (
        said(form, columns, ("units", "whole numbers", 425, 6.214), name="summary")
        == "summary: units (count 425, mean 6.21)."
    )


def test_rows_are_listed_up_to_six() -> None:
    form = {"metrics": [{"column": "city", "agg": "none"}]}
    rows = [(f"c{n}",) for n in range(8)]
    assert said(form, ("city",), *rows) == "8 rows: c0; c1; c2; c3; c4; c5 and 2 more."


@pytest.mark.parametrize(
    ("filters", "join", "told"),
    [
        ([{"column": "region", "op": "=", "value": "North"}], "and", "region is North"),
        (
            [{"column": "units", "op": ">", "value": 3}, {"column": "city", "op": "is_null"}],
            "or",
            "units > 3 or city is empty",
        ),
        (
            [{"column": "date", "op": "between", "value": ["2023-01-01", "2023-02-01"]}],
            "and",
            "date between 2023-01-01 and 2023-02-01",
        ),
        (
            [
                {"column": "units", "op": ">", "value": 3},
                {"column": "city", "op": "is_null"},
                {"column": "region", "op": "=", "value": "North", "join": "or"},
            ],
            "and",
            "units > 3 and city is empty, or region is North",
        ),
        ([{"column": "region", "op": "not_in", "value": ["North", "East"]}], "and", "region is none of North, East"),
    ],
)
def test_conditions_are_told(filters: list[dict[str, Any]], join: str, told: str) -> None:
    assert (
        said({"metrics": SUM, "filters": filters, "join": join}, ("revenue",), (1,))
        == f"total revenue where {told}: 1."
    )


def test_nothing_found_is_told_with_its_conditions() -> None:
    form = {"metrics": SUM, "filters": [{"column": "region", "op": "=", "value": "Mars"}]}
    assert pack.telling.render(brief_of(form), Facts()).text == "No rows match where region is Mars."


def test_notes_follow() -> None:
    facts = Facts(
        found=True, tables=(Rows(name="r", columns=("revenue",), rows=((1,),)),), meta=Meta(notes=("3 rows skipped.",))
    )
    assert pack.telling.render(brief_of({"metrics": SUM}), facts).text == "total revenue: 1.\nNote: 3 rows skipped."


def test_a_chart_speaks_where_there_is_no_table() -> None:
    chart = Chart(mark="bar", x="city", y="revenue", rows=(("A", 1), ("B", 2)))
    form = {"metrics": SUM, "group_by": ["city"]}
    assert (
        pack.telling.render(brief_of(form), Facts(found=True, charts=(chart,))).text
        == "total revenue by city: A 1, B 2."
    )


def test_a_box_without_groups_has_no_x() -> None:
    chart = Chart(mark="boxplot", kind="box", x="", y="revenue", rows=((None, 1.5), (None, 2.5)))
    form = {"metrics": [{"column": "revenue", "agg": "none"}], "chart": "box"}
    assert pack.telling.render(brief_of(form), Facts(found=True, charts=(chart,))).text == "2 rows: 1.50; 2.50."


@pytest.mark.parametrize(
    ("grain", "told"),
    [("hour_of_day", "сумма revenue по часам суток"), ("weekday", "сумма revenue по дням недели")],
)
def test_time_stands_in_its_case(grain: str, told: str) -> None:
    form = {"metrics": SUM, "time": {"column": "date", "grain": grain}}
    ranked = {**form, "sort": {"by": "metric", "order": "desc"}, "limit": 1}
    rows = (("date", "revenue"), ("a", 1), ("b", 3))
    assert said(form, *rows, goal="сколько?").startswith(f"{told}, от a (1) до b (3);")
    assert said(ranked, *rows, goal="сколько?").startswith(f"{told}: a 1, b 3.")


def test_a_russian_question_is_answered_in_russian() -> None:
    text = said({"metrics": SUM, "group_by": ["city"]}, ("city", "revenue"), ("A", 3), goal="выручка по городам")
    assert text == "сумма revenue по city: A 3."


@pytest.mark.parametrize(
    ("held", "text"),
    [(0, "0"), (-5, "-5"), (9999, "9999"), (10000, "10,000"), (1.0, "1"), (1.005, "1.00"), (-1234.5, "-1,234.50"),
     (0.0036, "0.0036"), (1e20, "100,000,000,000,000,000,000.00"), (None, "(empty)"), (True, "True"), ("x", "x")],
)  # fmt: skip
def test_figures_for_people(held: Any, text: str) -> None:
    assert number(held) == text


def test_cells_for_people() -> None:
    assert value(dt.date(2023, 1, 2)) == "2023-01-02"
    assert value(dt.datetime(2023, 1, 2, 3, 4)) == "2023-01-02T03:04:00"


def test_of_a_ranking_only_what_was_asked_for_is_told() -> None:
    form = {"metrics": [{"column": "revenue", "agg": "none"}], "group_by": ["city"], "analysis": ["rank"], "limit": 1}
    told = said(form, ("date", "city", "units", "revenue"), ("2024-01-02", "Berlin", 3, 99.5))
    assert told == "1 rows: Berlin, 99.50."


def test_of_texts_and_dates_none_is_told_as_the_highest() -> None:
    form = {"metrics": [{"column": "date", "agg": "max"}], "group_by": ["city"]}
    told = said(form, ("city", "date"), *((f"City {n}", f"2024-01-0{n}") for n in range(1, 9)))
    assert told.startswith("8 rows: City 1, 2024-01-01; City 2, 2024-01-02;")
    assert "highest" not in told
