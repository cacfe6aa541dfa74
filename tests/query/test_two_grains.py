"""Two grains of one time: from a form to the answer and the chart, values counted with nothing but the csv module."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import whole_road
from briefs import SALES
from groundplan.checks import check_plan
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.packs.tables.draw import terminal, vega_lite
from groundplan.query.form import Form
from tool_frames import QUIET

planned, answered = (partial(step, intent="comparative") for step in (whole_road.planned, whole_road.answered))
pytestmark = QUIET
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
FILE = Path(__file__).parents[2] / "examples" / "sales.csv"
ORDERS = """created_at,store,weekday
2024-01-01 10:05:00,A,x
2024-01-08 10:55:00,B,x
2024-01-02 09:00:00,A,y
2024-01-02 18:30:00,A,x
2024-01-05 18:10:00,A,x
2024-02-09 18:20:00,B,y
2024-02-16 18:59:59,A,x
"""
"""Mon 10:00 twice, Tue 09:00 and 18:00, Fri 18:00 three times."""
BUSY: dict[str, Any] = {
    "metrics": [{"agg": "count"}],
    "time": {"column": "created_at", "grain": "weekday"},
    "across": "hour",
    "analysis": ["count", "compare"],
    "outputs": ["chart", "table"],
}
MONTHLY: dict[str, Any] = {
    "metrics": [{"column": "revenue"}],
    "time": {"column": "date", "grain": "month"},
    "across": "weekday",
    "analysis": ["total", "trend"],
    "outputs": ["chart", "table"],
}
YEARLY = {**MONTHLY, "time": {"column": "date", "grain": "year"}, "across": "month"}


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    folder = tmp_path_factory.mktemp("orders")
    (folder / "orders.csv").write_text(ORDERS, "utf-8")
    source = pack.sources.open((str(folder / "orders.csv"),), folder / "cache", None)
    yield source
    source.close()


def sold(*groups: str) -> dict[tuple[str, ...], float]:
    """Revenue by year, month, name of the month, weekday or a column, counted once more."""
    totals: Counter[tuple[str, ...]] = Counter()
    with FILE.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            day = date.fromisoformat(row["date"])
            parts = {"year": f"{day:%Y-01-01}", "month": f"{day:%Y-%m-01}"}
            row |= {**parts, "name": MONTHS[day.month - 1], "weekday": DAYS[day.weekday()]}
            totals[tuple(row[group] for group in groups)] += float(row["revenue"])  # type: ignore[assignment]
    return dict(totals)


# ------------------------------------------------------------------ figures, order, words


def test_weekdays_by_hours_are_a_heat_map_in_calendar_order(orders: Source) -> None:
    facts, text = answered({**BUSY, "chart": "heatmap"}, orders)
    pairs = (("Mon", "10:00", 2), ("Tue", "09:00", 1), ("Tue", "18:00", 1), ("Fri", "18:00", 3))
    assert facts.tables[0].columns == ("created_at", "hour of day", "count")
    assert facts.tables[0].rows == pairs
    assert text == "number of rows by weekday and hour of the day, from Mon to Fri; highest for Fri / 18:00 (3)."
    (chart,) = facts.charts
    assert (chart.kind, chart.x, chart.y, chart.color) == ("heatmap", "hour of day", "created_at", "count")
    drawn = vega_lite(chart)["encoding"]
    assert drawn["x"]["sort"] == ["09:00", "10:00", "18:00"]  # though Monday begins at 10
    assert drawn["y"]["sort"] == ["Mon", "Tue", "Fri"]


def test_the_way_round_is_that_of_the_question_and_the_chart_reads_the_same(orders: Source) -> None:
    turned = {**BUSY, "time": {"column": "created_at", "grain": "hour"}, "across": "weekday"}
    facts, text = answered(turned, orders, "заказы по часам и дням недели")
    assert [row[:2] for row in facts.tables[0].rows][:2] == [("09:00", "Tue"), ("10:00", "Mon")]
    assert text == "число строк по часам суток и дням недели, от 09:00 до 18:00; максимум 18:00 / Fri (3)."
    assert (facts.charts[0].kind, facts.charts[0].x, facts.charts[0].y) == (
        "heatmap",
        "created_at",
        "weekday of created_at",
    )


def test_a_column_that_is_called_so_keeps_its_name(orders: Source) -> None:
    form = {**BUSY, "time": {"column": "created_at", "grain": "month"}, "across": "weekday", "group_by": ["weekday"]}
    facts, text = answered(form, orders)
    assert facts.tables[0].columns == ("created_at", "weekday of created_at", "weekday", "count")
    assert ("2024-01-01", "Mon", "x", 2) in facts.tables[0].rows
    assert "by month and weekday and weekday, from 2024-01 to 2024-02; highest for 2024-01 / Mon / x (2)" in text


def test_months_by_weekdays_are_those_of_the_file(examples: dict[str, Source]) -> None:
    facts, text = answered(MONTHLY, examples["sales"], intent="time_series")
    expected = sold("month", "weekday")
    assert {row[:2]: pytest.approx(row[2]) for row in facts.tables[0].rows} == expected
    ordered = sorted(expected, key=lambda pair: (pair[0], DAYS.index(pair[1])))
    assert [row[:2] for row in facts.tables[0].rows] == ordered
    (month, day), most = max(expected.items(), key=lambda pair: pair[1])
    assert text.endswith(f"from 2023-01 to 2024-02; highest for {month[:7]} / {day} ({most:,.2f}).")
    assert (facts.charts[0].kind, facts.charts[0].x, facts.charts[0].y) == ("heatmap", "date", "weekday")


def test_years_are_compared_by_their_months(examples: dict[str, Source]) -> None:
    facts, text = answered(YEARLY, examples["sales"], intent="time_series")
    expected = sold("year", "name")
    assert {row[:2]: pytest.approx(row[2]) for row in facts.tables[0].rows} == expected
    assert "by year and month, from 2023 to 2024; highest for 2023 / Sep (" in text
    (chart,) = facts.charts
    assert (chart.kind, chart.x, chart.color) == ("line", "month of year", "date")
    drawn = vega_lite(chart)
    assert {point["color"] for point in drawn["data"]["values"]} == {"2023", "2024"}
    assert drawn["encoding"]["x"]["sort"] == list(MONTHS)
    assert "Jan" in terminal(chart, color=False)


def test_a_year_that_begins_late_does_not_turn_the_months(examples: dict[str, Source]) -> None:
    late = {"column": "date", "op": ">=", "value": "2023-11-01"}
    facts, _ = answered({**YEARLY, "filters": [late]}, examples["sales"])
    assert [row[1] for row in facts.tables[0].rows] == ["Nov", "Dec", "Jan", "Feb"]
    assert vega_lite(facts.charts[0])["encoding"]["x"]["sort"] == ["Jan", "Feb", "Nov", "Dec"]


# ------------------------------------------------------------------ rankings, groups, charts


def test_the_busiest_pair(orders: Source, examples: dict[str, Source]) -> None:
    best = {"analysis": ["count", "rank"], "sort": {"by": "metric", "order": "desc"}, "limit": 1}
    facts, text = answered({**BUSY, **best}, orders, intent="ranking")
    assert facts.tables[0].rows == (("Fri", "18:00", 3),)
    assert text == "number of rows by weekday and hour of the day: Fri / 18:00 3."
    assert facts.charts[0].kind == "bar"
    least = {**MONTHLY, "analysis": ["total", "rank"], "sort": {"by": "metric", "order": "asc"}, "limit": 2}
    facts, _ = answered(least, examples["sales"], intent="ranking")
    lowest = sorted(sold("month", "weekday").items(), key=lambda pair: pair[1])[:2]
    assert [row[:2] for row in facts.tables[0].rows] == [pair for pair, _ in lowest]


def test_a_group_beside_both_has_panels_and_two_are_listed(examples: dict[str, Source]) -> None:
    facts, _ = answered({**MONTHLY, "group_by": ["region"]}, examples["sales"])
    expected = sold("month", "weekday", "region")
    assert {row[:3]: pytest.approx(row[3]) for row in facts.tables[0].rows} == expected
    (chart,) = facts.charts
    assert (chart.kind, chart.x, chart.color, chart.facet) == ("line", "date", "weekday", "region")
    facts, _ = answered({**MONTHLY, "group_by": ["region", "channel"]}, examples["sales"])
    assert facts.charts == () and len(facts.tables[0].rows) == len(sold("month", "weekday", "region", "channel"))


@pytest.mark.parametrize(
    ("change", "drawn"),
    [
        ({"chart": "line"}, ("line", "date", "weekday")),
        ({"chart": "bar"}, ("stacked_bar", "date", "weekday")),
        ({"chart": "bar", "time": {"column": "date", "grain": "year"}}, ("bar", "weekday", "date")),
        ({"time": {"column": "date", "grain": "year"}}, ("bar", "weekday", "date")),
        ({"chart": "area"}, ("area", "date", "weekday")),
    ],
)
def test_a_chart_that_is_said(examples: dict[str, Source], change: dict[str, Any], drawn: tuple[str, ...]) -> None:
    (chart,) = answered({**MONTHLY, **change}, examples["sales"])[0].charts
    assert (chart.kind, chart.x, chart.color) == drawn


def test_conditions_on_pairs_and_unusual_pairs(examples: dict[str, Source]) -> None:
    facts, _ = answered({**MONTHLY, "having": {"op": ">", "value": 7000}}, examples["sales"])
    many = [pair for pair, total in sold("month", "weekday").items() if total > 7000]
    assert sorted(row[:2] for row in facts.tables[0].rows) == sorted(many) and many
    _, text = answered({**MONTHLY, "analysis": ["anomaly"]}, examples["sales"], intent="anomaly")
    assert "unusual of 98 values of total revenue: 2023-03-01, Thu, 7,404.27;" in text


# ------------------------------------------------------------------ proof


def codes(form: dict[str, Any], source: Source) -> set[str]:
    plan, brief = planned(form, source)
    return {f"{finding.code} {finding.message}" for finding in check_plan(plan, brief, pack.planning.checks)}


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ({"derive": {"kind": "cumulative", "of": ["revenue"]}}, "derive.cumulative"),
        ({"derive": {"kind": "percent_change", "of": ["revenue"]}}, "derive.percent_change"),
        ({"derive": {"kind": "moving_average", "of": ["revenue"]}}, "derive.moving_average"),
        ({"derive": {"kind": "percent_of_total"}}, "derive.percent_of_total"),
        ({"analysis": ["share"]}, "analysis.share"),
        ({"analysis": ["forecast"]}, "analysis.forecast"),
        ({"analysis": ["change"]}, "analysis.change"),
        ({"chart": "arc"}, "chart.arc"),
        ({"chart": "heatmap", "group_by": ["region"]}, "chart.heatmap"),
        ({"chart": "line", "group_by": ["region", "city"]}, "chart.line"),
        ({"metrics": [{"column": "revenue", "agg": "none"}], "analysis": ["distribution"]}, "across=[weekday]"),
        (
            {
                "metrics": [{"agg": "count"}],
                "filters": [{"column": "returned", "op": "=", "value": "yes"}],
                "derive": {"kind": "percent_of_total"},
            },
            "across=[weekday]",
        ),
    ],
)
def test_what_two_grains_have_not_is_refused(examples: dict[str, Source], change: dict[str, Any], missing: str) -> None:
    assert f"unmet-requirement Missing coverage: {missing}" in codes({**MONTHLY, **change}, examples["sales"])


def test_a_plan_that_leaves_the_second_grain_out_is_seen(examples: dict[str, Source]) -> None:
    alone, _ = planned({**MONTHLY, "across": None}, examples["sales"])
    _, brief = planned(MONTHLY, examples["sales"])
    found = {finding.code: finding.message for finding in check_plan(alone, brief, pack.planning.checks)}
    assert found["unmet-requirement"] == "Missing coverage: across=[weekday]"
    assert found["tables/wrong-figure"] == "across is None, the question asks for 'weekday'"


# ------------------------------------------------------------------ what is settled


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (("month", "weekday"), ("month", "weekday")),
        (("weekday", "month"), ("month", "weekday")),
        (("weekday", "hour_of_day"), ("weekday", "hour_of_day")),
        (("weekday", "hour"), ("weekday", "hour_of_day")),
        (("hour", "weekday"), ("hour_of_day", "weekday")),
        (("day", "hour"), ("day", "hour_of_day")),
        (("hour", "day"), ("day", "hour_of_day")),
        (("year", "month"), ("year", "month_of_year")),
        (("month", "year"), ("year", "month_of_year")),
        (("month_of_year", "year"), ("year", "month_of_year")),
        (("day", "year"), ("day", None)),
        (("year", "quarter"), ("quarter", None)),
        (("month", "day"), ("day", None)),
        (("month", "month"), ("month", None)),
        (("hour", "hour_of_day"), ("hour_of_day", None)),
        (("month", "unknown"), ("month", None)),
        (("unknown", "weekday"), ("weekday", None)),
        (("unknown", "month"), ("month", None)),
    ],
)
def test_which_of_two_grains_stands_first(said: tuple[str, str], meant: tuple[str, str | None]) -> None:
    form = {**MONTHLY, "time": {"column": "date", "grain": said[0]}, "across": said[1], "analysis": ["total"]}
    settled = Form.model_validate(pack.planning.settle(form, (SALES,)))
    assert settled.time is not None
    assert (settled.time.grain, settled.across) == meant
    assert pack.planning.settle(settled.model_dump(mode="json"), (SALES,)) == settled.model_dump(mode="json")


def test_a_series_goes_along_the_finer_grain() -> None:
    settled = pack.planning.settle({**YEARLY, "analysis": ["forecast"]}, (SALES,))
    assert (settled["time"]["grain"], settled["across"]) == ("month", None)
    settled = pack.planning.settle({**YEARLY, "derive": {"kind": "cumulative", "of": ["revenue"]}}, (SALES,))
    assert (settled["time"]["grain"], settled["across"]) == ("month", None)


def test_without_a_time_there_is_nothing_to_cross() -> None:
    assert pack.planning.settle({**MONTHLY, "time": None}, (SALES,))["across"] is None


def test_over_time_for_each_weekday_keeps_the_time() -> None:
    settled = pack.planning.settle({**MONTHLY, "time": {"column": "date", "grain": "unknown"}}, (SALES,))
    assert (settled["time"]["grain"], settled["across"], settled["analysis"]) == ("unknown", "weekday", ["total"])
