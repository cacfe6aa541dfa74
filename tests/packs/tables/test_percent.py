"""The first so many per cent: of rows, in each group, of groups over time; counted by hand and with csv alone."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import whole_road
from briefs import brief_of
from groundplan.checks import check_plan
from groundplan.errors import StepError
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.packs.tables.tools.notes import notes_of
from groundplan.packs.tables.tools.ranking import best_groups, top_n
from groundplan.sources.frame import Frame
from tool_frames import BACKENDS, QUIET, rows, table_frame

planned, answered = (partial(step, intent="ranking") for step in (whole_road.planned, whole_road.answered))
pytestmark = QUIET
EXAMPLES = Path(__file__).parents[3] / "examples"
CITIES: dict[str, Any] = {
    "metrics": [{"column": "revenue"}],
    "group_by": ["city"],
    "analysis": ["total", "rank"],
    "outputs": ["chart", "table"],
    "sort": {"by": "metric", "order": "desc"},
    "limit": 30,
    "percent": True,
}
SERIES = {**CITIES, "time": {"column": "date", "grain": "month"}, "analysis": ["total", "trend", "rank"]}
PRODUCTS = {**CITIES, "group_by": ["region", "product_category"], "each": "region", "limit": 50}


def scores(backend: str) -> Frame:
    return table_frame(backend, team=["a"] * 7 + ["b"] * 2 + ["c"], score=[7, 6, 5, 4, 3, 2, 1, 20, 10, 30])


def totals(*names: str) -> dict[tuple[str, ...], float]:
    """Revenue by columns, with nothing but the csv module."""
    found: dict[tuple[str, ...], float] = defaultdict(float)
    with (EXAMPLES / "sales.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[tuple(row[name] for name in names)] += float(row["revenue"])
    return found


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("n", "order", "kept"), [(1, "desc", [30]), (10, "desc", [30]), (11, "desc", [30, 20]), (20, "asc", [1, 2])]
)
def test_a_part_of_all_rows_is_rounded_up(backend: str, n: int, order: str, kept: list[int]) -> None:
    found = top_n(scores(backend), by="score", order=order, n=n, percent=True)
    assert [row[1] for row in rows(found)] == kept
    assert notes_of(found) == (f"{n} % of 10 rows, rounded up, are {len(kept)}",)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("n", "sizes"), [(1, (1, 1, 1)), (50, (4, 1, 1)), (51, (4, 2, 1)), (100, (7, 2, 1))])
def test_a_part_of_each_group(backend: str, n: int, sizes: tuple[int, ...]) -> None:
    found = rows(top_n(scores(backend), by="score", n=n, within="team", percent=True))
    assert tuple([row[0] for row in found].count(team) for team in "abc") == sizes
    assert [row[1] for row in found][: sizes[0]] == [7, 6, 5, 4, 3, 2, 1][: sizes[0]]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_part_of_the_groups_and_of_nothing(backend: str) -> None:
    found = best_groups(scores(backend), group="team", metric="score", agg_func="sum", n=34, percent=True)
    assert {row[0] for row in rows(found)} == {"b", "c"}  # 30 each, a has 28
    assert notes_of(found) == ("34 % of 3 rows, rounded up, are 2",)
    empty = scores(backend)
    nothing = empty.then(empty.expr.filter(empty.expr["score"] > 99))
    assert rows(top_n(nothing, by="score", n=50, percent=True)) == []


@pytest.mark.parametrize(
    ("args", "said"), [({"n": 101}, "1 to 100, not 101"), ({"n": 5, "first": 2}, "not at place 2")]
)
def test_what_is_no_part_is_said(args: dict[str, int], said: str) -> None:
    with pytest.raises(StepError, match=said):
        top_n(scores("duckdb"), by="score", percent=True, **args)


def test_the_best_cities(examples: dict[str, Source]) -> None:
    facts, text = answered(CITIES, examples["sales"])
    best = sorted(totals("city").items(), key=lambda pair: -pair[1])[:3]  # 30 % of 8 cities
    assert [row[0] for row in facts.tables[0].rows] == [city for (city,), _ in best]
    told = ", ".join(f"{city} {total:,.2f}" for (city,), total in best)
    assert text == f"total revenue by city, top 30 %: {told}.\nNote: 30 % of 8 rows, rounded up, are 3."
    assert len(facts.charts[0].rows) == 3


def test_of_each_region(examples: dict[str, Source]) -> None:
    facts, text = answered(PRODUCTS, examples["sales"], "верхняя половина товаров")
    sums = totals("region", "product_category")
    for region in ("East", "North", "South", "West"):
        best = sorted((pair for pair in sums if pair[0] == region), key=lambda pair: -sums[pair])[:2]
        assert [row[:2] for row in facts.tables[0].rows if row[0] == region] == best
    assert "верхние 50 % в каждой группе region" in text


def test_of_groups_over_time(examples: dict[str, Source]) -> None:
    facts, text = answered({**SERIES, "sort": {"by": "metric", "order": "asc"}}, examples["sales"])
    least = sorted(totals("city"), key=lambda city: totals("city")[city])[:3]
    assert {row[1] for row in facts.tables[0].rows} == {city for (city,) in least}
    assert "bottom 30 %, of the 3 with the lowest total revenue" in text


@pytest.mark.parametrize(("form", "step"), [(CITIES, "top_n"), (PRODUCTS, "top_n"), (SERIES, "best_groups")])
def test_a_plan_that_takes_so_many_rows_is_another(examples: dict[str, Source], form: Any, step: str) -> None:
    plain, _ = planned({**form, "percent": False}, examples["sales"])
    parted, brief = planned(form, examples["sales"])
    codes = {finding.code for finding in check_plan(plain, brief, pack.planning.checks)}
    assert codes == {"unmet-requirement", "tables/wrong-rows"}
    assert next(s.args["percent"] for s in parted.steps if s.tool == step) is True
    _, other = planned({**form, "percent": False}, examples["sales"])
    assert "tables/wrong-rows" in {finding.code for finding in check_plan(parted, other, pack.planning.checks)}


@pytest.mark.parametrize("change", [{"limit": 150}, {"place": 2}])
def test_an_impossible_part_is_a_finding(examples: dict[str, Source], change: dict[str, int]) -> None:
    source = examples["sales"]
    brief = brief_of({**CITIES, **change}, tables=source.model)
    plan = pack.planning.compile(pack.planning.templates["ranking"], brief)
    (finding,) = check_plan(plan, brief, pack.planning.checks)
    assert finding.code == "tables/wrong-rows" and "is no part of the rows" in finding.message
