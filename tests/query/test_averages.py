"""Averages over things and periods, from form to answer, against figures that are computed apart from it."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import whole_road
from groundplan.checks import check_plan
from groundplan.contracts import Facts
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.query.cells import number

planned, answered = (partial(step, intent="lookup") for step in (whole_road.planned, whole_road.answered))
SALES = Path(str(files("groundplan.packs.tables"))) / "data/sales.csv"
ROWS = list(csv.DictReader(SALES.read_text("utf-8").splitlines()))
Row = dict[str, str]
REVENUE = {"column": "revenue", "agg": "sum"}
COUNT = {"agg": "count"}
MONTH = {"column": "date", "grain": "month"}
MONTHLY: dict[str, Any] = {"metrics": [REVENUE], "time": MONTH, "per": "date", "analysis": ["total"]}
PER_CITY: dict[str, Any] = {"metrics": [COUNT], "per": "city", "analysis": ["count"]}


def month(row: Row) -> str:
    return row["date"][:7]


def revenue(rows: list[Row]) -> float:
    return sum(float(row["revenue"]) for row in rows)


def mean(rows: list[Row], per: Callable[[Row], str], figure: Callable[[list[Row]], float]) -> float:
    """The figure of each, then their mean."""
    each: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        each[per(row)].append(row)
    return fmean(figure(some) for some in each.values())


def means(
    by: str | Callable[[Row], str], per: Callable[[Row], str], figure: Callable[[list[Row]], float]
) -> dict[str, float]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in ROWS:
        groups[row[by] if isinstance(by, str) else by(row)].append(row)
    return {name: mean(some, per, figure) for name, some in sorted(groups.items())}


@pytest.fixture(scope="module")
def sales(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    source = pack.sources.open((str(SALES),), tmp_path_factory.mktemp("cache"), None)
    yield source
    source.close()


def codes(form: dict[str, Any], source: Source) -> set[str]:
    plan, brief = planned(form, source)
    return {finding.code for finding in check_plan(plan, brief, pack.planning.checks)}


def table(facts: Facts) -> dict[str, Any]:
    return {row[0]: row[-1] for row in facts.tables[0].rows}


# ------------------------------------------------------------------ periods


@pytest.mark.parametrize("intent", ["lookup", "time_series"])
def test_average_monthly_revenue(sales: Source, intent: str) -> None:
    expected = mean(ROWS, month, revenue)
    facts, text = answered({**MONTHLY, "analysis": ["total", "trend"]}, sales, intent=intent)
    assert facts.tables[0].rows == ((pytest.approx(expected),),) and facts.charts == ()
    assert text == (
        f"average of total revenue per month: {number(expected)}.\nNote: averaged over 14 months that have rows."
    )
    assert expected == pytest.approx(revenue(ROWS) / 14)


def test_in_russian(sales: Source) -> None:
    _, text = answered(MONTHLY, sales, "средняя месячная выручка")
    assert text.startswith(f"сумма revenue в среднем за месяц: {number(mean(ROWS, month, revenue))}.")
    _, text = answered({**PER_CITY, "group_by": ["region"]}, sales, "среднее число заказов на город по регионам")
    assert text.startswith("число строк в среднем на city по region: ")


def test_conditions_come_before(sales: Source) -> None:
    north = [row for row in ROWS if row["region"] == "North"]
    facts, text = answered({**MONTHLY, "filters": [{"column": "region", "op": "=", "value": "North"}]}, sales)
    assert facts.tables[0].rows == ((pytest.approx(mean(north, month, revenue)),),)
    assert text.startswith("average of total revenue per month where region is North: ")


def test_in_each_group_with_bars(sales: Source) -> None:
    expected = means("region", month, revenue)
    facts, text = answered({**MONTHLY, "group_by": ["region", "date"]}, sales, intent="comparative")
    assert table(facts) == pytest.approx(expected)
    (chart,) = facts.charts
    assert (chart.kind, chart.x, chart.y, chart.color) == ("bar", "region", "revenue", None)
    listed = ", ".join(f"{name} {number(value)}" for name, value in expected.items())
    assert text.startswith(f"average of total revenue per month by region: {listed}.")


@pytest.mark.parametrize("order", ["desc", "asc"])
def test_groups_are_ranked_by_their_average(sales: Source, order: str) -> None:
    daily = means("city", lambda row: row["date"], revenue)
    best = sorted(daily, key=lambda name: daily[name] * (-1 if order == "desc" else 1))[:2]
    ranked = {**MONTHLY, "time": {"column": "date", "grain": "day"}, "group_by": ["city"], "analysis": ["rank"]}
    facts, _ = answered({**ranked, "limit": 2, "sort": {"by": "metric", "order": order}}, sales, intent="ranking")
    assert list(table(facts)) == best and facts.charts[0].kind == "bar"
    totals = means("city", lambda row: "all", revenue)
    assert min(totals, key=totals.__getitem__) != min(daily, key=daily.__getitem__)  # of sums, another is the lowest


def test_a_condition_on_the_average(sales: Source) -> None:
    expected = {name: value for name, value in means("region", month, revenue).items() if value > 5500}
    facts, _ = answered({**MONTHLY, "group_by": ["region"], "having": {"op": ">", "value": 5500}}, sales)
    assert table(facts) == pytest.approx(expected) and 0 < len(expected) < 4


def test_how_far_two_averages_are_apart(sales: Source) -> None:
    two = {"column": "region", "op": "in", "value": ["North", "South"]}
    apart = {**MONTHLY, "group_by": ["region"], "filters": [two], "derive": {"kind": "difference", "of": ["revenue"]}}
    expected = means("region", month, revenue)
    _, text = answered(apart, sales, intent="comparative")
    assert f"North is above South by {number(expected['North'] - expected['South'])}." in text


def test_several_figures_are_each_told_by_what_they_are(sales: Source) -> None:
    metrics = [REVENUE, {"column": "city", "agg": "count_distinct"}, {"column": "units", "agg": "avg"}]
    _, text = answered({**MONTHLY, "metrics": metrics}, sales)
    cities = mean(ROWS, month, lambda rows: len({row["city"] for row in rows}))
    units = mean(ROWS, month, lambda rows: fmean(float(row["units"]) for row in rows))
    assert text.startswith(
        f"average of total revenue per month {number(mean(ROWS, month, revenue))}, average number of different city "
        f"per month {number(cities)}, average of average units per month {number(units)}."
    )


# ------------------------------------------------------------------ things


def test_rows_of_each_thing(sales: Source) -> None:
    facts, text = answered(PER_CITY, sales)
    expected = mean(ROWS, lambda row: row["city"], len)
    assert facts.tables[0].rows == ((pytest.approx(expected),),) and facts.charts == ()
    assert text == (
        f"average number of rows per city: {number(expected)}.\nNote: averaged over 8 values of 'city' that have rows."
    )


def test_a_series_of_averages_is_a_line(sales: Source) -> None:
    expected = means(month, lambda row: row["city"], len)
    form = {**PER_CITY, "time": MONTH, "analysis": ["count", "trend"]}
    facts, text = answered(form, sales, intent="time_series")
    assert [row[1] for row in facts.tables[0].rows] == pytest.approx(list(expected.values()))
    assert facts.charts[0].kind == "line" and facts.charts[0].x == "date"
    assert text.startswith("average number of rows per city by month, from 2023-01-01 (3.88) to 2024-02-01 (3.62)")


def test_a_series_of_averages_for_each_group(sales: Source) -> None:
    form = {**PER_CITY, "time": MONTH, "group_by": ["channel"], "analysis": ["count", "trend"]}
    facts, _ = answered(form, sales, intent="time_series")
    expected = means(lambda row: f"{month(row)}-01 {row['channel']}", lambda row: row["city"], len)
    assert {f"{row[0]} {row[1]}": row[2] for row in facts.tables[0].rows} == pytest.approx(expected)
    assert facts.charts[0].color == "channel"


# ------------------------------------------------------------------ settling


def test_columns_are_spelled_as_in_the_data(sales: Source) -> None:
    settled = pack.planning.settle({**MONTHLY, "per": "Date", "each": "REGION", "group_by": ["Region"]}, sales.model)
    assert (settled["per"], settled["each"], settled["group_by"]) == ("date", "region", ["region"])


def test_what_is_averaged_over_is_no_group_and_no_axis(sales: Source) -> None:
    form = {**MONTHLY, "group_by": ["date", "region"], "analysis": ["total", "trend"], "outputs": ["chart"]}
    settled = pack.planning.settle(form, sales.model)
    assert (settled["group_by"], settled["analysis"], settled["outputs"]) == (["region"], ["total"], ["chart"])
    assert pack.planning.settle({**form, "group_by": []}, sales.model)["outputs"] == ["table"]
    assert pack.planning.settle({**form, "group_by": [], "chart": "line"}, sales.model)["outputs"] == ["chart"]
    over = {**PER_CITY, "group_by": ["city"], "time": MONTH, "analysis": ["count", "trend"], "outputs": ["chart"]}
    settled = pack.planning.settle(over, sales.model)
    assert (settled["group_by"], settled["analysis"], settled["outputs"]) == ([], ["count", "trend"], ["chart"])


def test_values_as_they_stand_are_averaged_over_nothing(sales: Source) -> None:
    form = {"metrics": [{"column": "revenue", "agg": "none"}], "analysis": ["lookup"], "per": "city"}
    assert pack.planning.settle(form, sales.model)["per"] is None
    assert pack.planning.settle({**form, "metrics": [REVENUE]}, sales.model)["per"] == "city"


def test_an_average_hour_is_a_moment_of_its_own(sales: Source) -> None:
    hourly = {**MONTHLY, "time": {"column": "date", "grain": "hour"}}
    assert pack.planning.settle(hourly, sales.model)["time"]["grain"] == "hour"
    assert pack.planning.settle({**hourly, "per": None}, sales.model)["time"]["grain"] == "hour_of_day"


# ------------------------------------------------------------------ proof


def test_a_column_that_is_not_there_is_told(sales: Source) -> None:
    assert codes({**PER_CITY, "per": "customer"}, sales) == {"unknown-column"}


@pytest.mark.parametrize(
    "change",
    [
        {"per": "city", "group_by": ["region"], "analysis": ["trend", "rank"], "limit": 2},
        {"derive": {"kind": "cumulative", "of": ["revenue"]}},
        {"analysis": ["forecast"]},
        {"chart": "line"},
    ],
)
def test_what_no_step_does_with_averages_is_told(sales: Source, change: dict[str, Any]) -> None:
    assert "unmet-requirement" in codes({**MONTHLY, **change}, sales)


def test_a_total_does_not_do_for_an_average_nor_the_other_way_round(sales: Source) -> None:
    averaged, asked = planned({**MONTHLY, "group_by": ["region"]}, sales)
    total, plain = planned({**MONTHLY, "group_by": ["region"], "per": None}, sales)
    found = check_plan(total, asked, pack.planning.checks)
    assert {"unmet-requirement", "tables/wrong-figure"} <= {finding.code for finding in found}
    assert any("asks for the average per 'date'" in finding.message for finding in found)
    assert any(
        "asks for no average" in finding.message for finding in check_plan(averaged, plain, pack.planning.checks)
    )


def test_an_average_over_something_else_is_told(sales: Source) -> None:
    averaged, _ = planned({**PER_CITY, "per": "channel"}, sales)
    _, asked = planned(PER_CITY, sales)
    found = {(finding.code, finding.message) for finding in check_plan(averaged, asked, pack.planning.checks)}
    assert ("tables/wrong-figure", "per is 'channel', the question asks for 'city'") in found
