"""The best period of each group, the best group of each period: from a form to the answer, against csv alone."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import whole_road
from groundplan.checks import check_plan
from groundplan.pack import Source
from groundplan.packs.tables import pack
from tool_frames import QUIET

planned, answered = (partial(step, intent="ranking") for step in (whole_road.planned, whole_road.answered))
pytestmark = QUIET
EXAMPLES = Path(__file__).parents[3] / "examples"
BEST: dict[str, Any] = {
    "metrics": [{"column": "revenue"}],
    "group_by": ["city"],
    "time": {"column": "date", "grain": "month"},
    "analysis": ["total", "rank"],
    "outputs": ["chart", "table"],
    "sort": {"by": "metric", "order": "desc"},
    "limit": 1,
}


def best(key: int, many: int = 1, lowest: bool = False) -> list[tuple[tuple[str, str], float]]:
    """Months with cities, the best of each of one of the two, with nothing but the csv module."""
    sums: dict[tuple[str, str], float] = defaultdict(float)
    with (EXAMPLES / "sales.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            sums[(row["date"][:7] + "-01", row["city"])] += float(row["revenue"])
    each = sorted({pair[key] for pair in sums})
    ranked = sorted(sums.items(), key=lambda item: item[1] if lowest else -item[1])
    return [item for name in each for item in [one for one in ranked if one[0][key] == name][:many]]


@pytest.mark.parametrize(("each", "key"), [("city", 1), ("date", 0)])
@pytest.mark.parametrize(("many", "order"), [(1, "desc"), (2, "desc"), (1, "asc")])
def test_the_best_of_each(examples: dict[str, Source], each: str, key: int, many: int, order: str) -> None:
    form = {**BEST, "each": each, "limit": many, "sort": {"by": "metric", "order": order}}
    facts, _ = answered(form, examples["sales"])
    expected = best(key, many, lowest=order == "asc")
    assert [row[:2] for row in facts.tables[0].rows] == [pair for pair, _ in expected]
    assert [row[2] for row in facts.tables[0].rows] == pytest.approx([total for _, total in expected])
    (chart,) = facts.charts
    assert (chart.kind, len(chart.rows)) == ("bar", len(expected))


def test_the_answer_names_each_and_its_best(examples: dict[str, Source]) -> None:
    _, text = answered({**BEST, "each": "city"}, examples["sales"])
    told = ", ".join(f"{city} / {month} {total:,.2f}" for (month, city), total in best(1))
    assert text == f"total revenue by city and month: {told}."
    _, text = answered({**BEST, "each": "date"}, examples["sales"], "лучший город в каждом месяце")
    told = ", ".join(f"{month} / {city} {total:,.2f}" for (month, city), total in best(0))
    assert text == f"сумма revenue по месяцам и city: {told}."


def test_weekdays_and_a_part_of_each(examples: dict[str, Source]) -> None:
    weekdays = {"column": "date", "grain": "weekday"}
    facts, _ = answered({**BEST, "each": "city", "time": weekdays}, examples["sales"])
    assert len(facts.tables[0].rows) == len({row[1] for row in facts.tables[0].rows}) == 8
    half = {**BEST, "each": "date", "limit": 50, "percent": True}
    facts, _ = answered({**half, "time": weekdays}, examples["sales"])
    assert [row[0] for row in facts.tables[0].rows].count("Mon") == 4  # of 8 cities


@pytest.mark.parametrize(("asked", "given"), [("city", "date"), ("date", "city"), ("city", None), ("date", None)])
def test_another_ranking_does_not_do(examples: dict[str, Source], asked: str, given: str | None) -> None:
    _, brief = planned({**BEST, "each": asked}, examples["sales"])
    plan, _ = planned({**BEST, "each": given}, examples["sales"])
    codes = {finding.code for finding in check_plan(plan, brief, pack.planning.checks)}
    assert codes == {"unmet-requirement", "tables/wrong-rows"}


def test_bars_that_are_said_stand_side_by_side(examples: dict[str, Source]) -> None:
    facts, _ = answered({**BEST, "each": "city", "chart": "bar"}, examples["sales"])
    assert facts.charts[0].kind == "bar"
