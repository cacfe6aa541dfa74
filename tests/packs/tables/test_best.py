"""The best groups over time, and the best groups at times: from a form to the answer, values counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

import whole_road
from briefs import brief_of
from groundplan.checks import check_plan
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.packs.tables.bind import bind
from tool_frames import QUIET

planned, answered = (partial(step, intent="ranking") for step in (whole_road.planned, whole_road.answered))
pytestmark = QUIET
SALES = """day,store,amount
2023-12-30,Oslo,100
2024-01-05,Oslo,10
2024-01-09,Bergen,20
2024-01-20,Oslo,15
2024-02-03,Bergen,30
2024-03-01,Oslo,25
2024-03-02,Tromso,50
2024-03-09,Hamar,5
2024-03-12,Bergen,1
"""
"""Of 2024: Bergen 51 (20, 30, 1), Oslo 50 (25, none, 25), Tromso 50 (March), Hamar 5 (March); of all: Oslo 150."""
MONTHLY: dict[str, Any] = {
    "metrics": [{"column": "amount"}],
    "group_by": ["store"],
    "time": {"column": "day", "grain": "month"},
    "outputs": ["chart", "table"],
    "sort": {"by": "metric", "order": "desc"},
    "filters": [{"column": "day", "op": "between", "value": ["2024-01-01", "2024-12-31"]}],
}
SERIES = {**MONTHLY, "analysis": ["total", "trend", "rank"]}
PAIRS = {**MONTHLY, "analysis": ["total", "rank"]}
JANUARY, FEBRUARY, MARCH = "2024-01-01", "2024-02-01", "2024-03-01"
BERGEN = [(JANUARY, "Bergen", 20), (FEBRUARY, "Bergen", 30), (MARCH, "Bergen", 1)]
OSLO = [(JANUARY, "Oslo", 25), (MARCH, "Oslo", 25)]
HELD = "where day between 2024-01-01 and 2024-12-31"


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    folder = tmp_path_factory.mktemp("stores")
    (folder / "sales.csv").write_text(SALES, "utf-8")
    source = pack.sources.open((str(folder / "sales.csv"),), folder / "cache", None)
    yield source
    source.close()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    import csv
    import sqlite3

    path = tmp_path_factory.mktemp("database") / "stores.sqlite"
    lines = list(csv.reader(SALES.splitlines()))[1:]
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE sales (day DATE, store TEXT, amount INTEGER)")
        connection.executemany("INSERT INTO sales VALUES (?, ?, ?)", lines)
    connection.close()
    source = pack.sources.open((str(path),), path.parent / "cache", None)
    yield source
    source.close()


def tools(form: dict[str, Any], source: Source, intent: str = "ranking") -> list[str]:
    return [step.tool for step in planned(form, source, intent=intent)[0].steps]


# ------------------------------------------------------------------ the best groups over time


@pytest.mark.parametrize("intent", ["ranking", "time_series"])
def test_groups_are_chosen_then_shown_over_time(stores: Source, intent: str) -> None:
    used = tools({**SERIES, "limit": 2}, stores, intent)
    assert "top_n" not in used
    assert used.index("filter_rows") < used.index("best_groups") < used.index("aggregate") < used.index("plot_line")


def test_every_period_of_the_best_groups_is_there_and_a_tie_goes_by_name(stores: Source) -> None:
    facts, text = answered({**SERIES, "limit": 2}, stores)
    assert sorted(facts.tables[0].rows, key=lambda row: row[1]) == [*BERGEN, *OSLO]  # Oslo and Tromso have 50 each
    assert text == (
        f"total amount by month and store {HELD}, of the 2 with the highest total amount (Bergen, Oslo), "
        "from 2024-01-01 to 2024-03-01; highest for 2024-02-01 / Bergen (30)."
    )
    (chart,) = facts.charts
    assert (chart.kind, chart.x, chart.y, chart.color) == ("line", "day", "amount", "store")
    assert {row[2] for row in chart.rows} == {"Bergen", "Oslo"} and len(chart.rows) == 5


def test_the_same_on_sqlite(stores: Source, database: Source) -> None:
    assert answered({**SERIES, "limit": 2}, database)[1] == answered({**SERIES, "limit": 2}, stores)[1]


def test_without_the_condition_other_groups_are_best(stores: Source) -> None:
    facts, text = answered({**SERIES, "filters": [], "limit": 1}, stores)
    assert facts.tables[0].rows == (("2023-12-01", "Oslo", 100), *OSLO)
    assert "of the 1 with the highest total amount (Oslo)" in text


def test_the_least_and_a_place(stores: Source) -> None:
    least = {**SERIES, "limit": 1, "sort": {"by": "metric", "order": "asc"}}
    facts, text = answered(least, stores)
    assert facts.tables[0].rows == ((MARCH, "Hamar", 5),)
    assert text == f"total amount by month and store {HELD}, of the 1 with the lowest total amount (Hamar): " + (
        "2024-03-01 / Hamar 5."
    )
    facts, text = answered({**least, "place": 2}, stores)
    assert {row[1] for row in facts.tables[0].rows} == {"Oslo"}
    assert "of the 1 with the lowest total amount, from place 2 on (Oslo)" in text


def test_groups_are_ranked_by_their_figure_and_not_by_those_of_their_periods(stores: Source) -> None:
    mean = {**SERIES, "metrics": [{"column": "amount", "agg": "avg"}], "limit": 1}
    facts, _ = answered(mean, stores)
    assert facts.tables[0].rows == ((MARCH, "Tromso", 50),)  # of Bergen 17, of Oslo 16.67, of Tromso 50
    counted = {**SERIES, "metrics": [{"agg": "count"}], "analysis": ["count", "trend", "rank"], "limit": 2}
    facts, text = answered(counted, stores)  # three rows each of Bergen and Oslo
    assert [row[:2] for row in facts.tables[0].rows] == [
        (JANUARY, "Bergen"), (JANUARY, "Oslo"), (FEBRUARY, "Bergen"), (MARCH, "Bergen"), (MARCH, "Oslo"),
    ]  # fmt: skip
    assert "of the 2 with the highest number of rows (Bergen, Oslo)" in text


def test_in_russian(stores: Source) -> None:
    _, text = answered({**SERIES, "limit": 2}, stores, "выручка по месяцам для топ 2 магазинов")
    assert "только 2 с наибольшим показателем «сумма amount» (Bergen, Oslo), от 2024-01-01 до 2024-03-01" in text


def test_a_table_alone_and_a_bar_chart_are_of_the_same_groups(stores: Source) -> None:
    facts, _ = answered({**SERIES, "limit": 2, "outputs": ["table"]}, stores)
    assert facts.charts == () and len(facts.tables[0].rows) == 5
    facts, _ = answered({**SERIES, "limit": 2, "chart": "bar", "outputs": ["chart"]}, stores)
    assert facts.charts[0].kind == "stacked_bar" and len(facts.charts[0].rows) == 5


def test_weekdays_of_the_best_groups(stores: Source) -> None:
    facts, text = answered({**SERIES, "limit": 1, "time": {"column": "day", "grain": "weekday"}}, stores)
    assert facts.tables[0].rows == (("Tue", "Bergen", 21), ("Sat", "Bergen", 30))
    assert facts.charts[0].kind == "bar" and "of the 1 with the highest total amount (Bergen)" in text


# ------------------------------------------------------------------ the best groups at times


def test_groups_at_times_are_ranked_together(stores: Source) -> None:
    assert "best_groups" not in tools({**PAIRS, "limit": 3}, stores)
    facts, text = answered({**PAIRS, "limit": 3}, stores)
    assert facts.tables[0].rows == ((MARCH, "Tromso", 50), (FEBRUARY, "Bergen", 30), (JANUARY, "Oslo", 25))
    assert text == (
        f"total amount by month and store {HELD}: 2024-03-01 / Tromso 50, 2024-02-01 / Bergen 30, 2024-01-01 / Oslo 25."
    )
    assert facts.charts[0].kind == "bar" and len(facts.charts[0].rows) == 3


def test_the_one_best_and_the_one_least(stores: Source, database: Source) -> None:
    for source in (stores, database):
        facts, text = answered({**PAIRS, "filters": [], "limit": 1}, source, "какой магазин и месяц лучшие")
        assert facts.tables[0].rows == (("2023-12-01", "Oslo", 100),)
        assert text == "сумма amount по месяцам и store: 2023-12-01 / Oslo 100."
    facts, _ = answered({**PAIRS, "limit": 1, "sort": {"by": "metric", "order": "asc"}}, stores)
    assert facts.tables[0].rows == ((MARCH, "Bergen", 1),)


def test_bars_of_pairs_stand_side_by_side(stores: Source) -> None:
    facts, _ = answered({**PAIRS, "limit": 3, "chart": "bar"}, stores)
    assert facts.charts[0].kind == "bar"  # stacked, two of one month would look like the best


# ------------------------------------------------------------------ proof


def test_a_ranking_of_rows_does_not_do_for_the_best_groups(stores: Source) -> None:
    ranked, _ = planned({**PAIRS, "limit": 2}, stores, "?")
    _, brief = planned({**SERIES, "limit": 2}, stores, "?")
    assert "unmet-requirement" in [finding.code for finding in check_plan(ranked, brief, pack.planning.checks)]


def test_the_best_groups_do_not_do_for_a_ranking_of_pairs(stores: Source) -> None:
    chosen, _ = planned({**SERIES, "limit": 2}, stores, "?")
    _, brief = planned({**PAIRS, "limit": 2}, stores, "?")
    assert "unmet-requirement" in [finding.code for finding in check_plan(chosen, brief, pack.planning.checks)]


@pytest.mark.parametrize(
    "change",
    [
        {"derive": {"kind": "percent_change", "of": ["amount"]}},
        {"analysis": ["total", "trend", "rank", "share"]},
        {"sort": {"by": "time", "order": "desc"}},
        {"each": "store"},
        {"metrics": [{"column": "amount", "agg": "none"}]},
    ],
)
def test_other_limits_over_time_are_as_they_were(stores: Source, change: dict[str, Any]) -> None:
    brief = brief_of({**SERIES, "limit": 2, **change}, tables=stores.model)
    assert bind("best_groups", brief) == () and bind("top_n", brief) != ()
    assert {r.label for r in brief.requirements if r.kind == "limit"} == {"limit"}
