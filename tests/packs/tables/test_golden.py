"""Golden queries: what the trained heads say of a question, the query that it means, and what that finds."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
import yaml

from groundplan.checks import check_plan
from groundplan.contracts import Brief, Facts, Plan
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.query import asked
from groundplan.reading.formed.form import DeriveKind
from groundplan.stages.check import coverage
from groundplan.stages.verify import verify
from whole_road import found, planned

FOLDER = Path(__file__).parent / "golden"
EXAMPLES = Path(__file__).parents[3] / "examples"
GOLDEN: dict[str, dict[str, Any]] = yaml.safe_load((FOLDER / "forms.yaml").read_text("utf-8"))


def intent(name: str) -> str:
    return next(known for known in sorted(pack.reading.intents, key=len, reverse=True) if name.startswith(known))


def told(plan: Plan, brief: Brief, facts: Facts) -> str:
    """The golden text: the query, what draws it, how much of it the plan covers, what it found in words."""
    drawn = [step.tool for step in plan.steps if step.tool.startswith("plot_")]
    answer = pack.telling.render(brief, facts).text.replace("\n", "\n# ")
    return (
        f"{brief.form[asked.KEY]}\n# {', '.join(drawn) or 'no chart'}, coverage {coverage(plan, brief)}\n# {answer}\n"
    )


@pytest.mark.parametrize("name", GOLDEN)
def test_the_query_and_what_it_finds(name: str, examples: dict[str, Source]) -> None:
    source = examples[GOLDEN[name]["source"]]
    plan, brief = planned(GOLDEN[name]["form"], source, GOLDEN[name]["question"])
    assert check_plan(plan, brief, pack.planning.checks) == ()
    facts = found(plan, source)
    assert facts.found and facts.meta.read > 0
    assert told(plan, brief, facts) == (FOLDER / f"{name}.txt").read_text("utf-8")
    rendered = pack.telling.render(brief, facts)
    assert verify(rendered, rendered, brief.goal) == ()


def test_every_intent_and_every_kind_of_derived_figure_is_there() -> None:
    assert {intent(name) for name in GOLDEN} == set(pack.reading.intents)
    derived = {asked["form"]["derive"]["kind"] for asked in GOLDEN.values() if "derive" in asked["form"]}
    assert derived == set(DeriveKind.__args__)


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GOLDEN)


def test_the_figures_are_those_of_the_file() -> None:
    """Three golden answers, counted once more with nothing but the csv module."""
    with (EXAMPLES / "sales.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    revenue: dict[str, float] = {}
    units: dict[str, list[int]] = {}
    for row in rows:
        revenue[row["city"]] = revenue.get(row["city"], 0.0) + float(row["revenue"])
        units.setdefault(row["channel"], []).append(int(row["units"]))
    top = "; ".join(f"{city} ({total:,.2f})" for city, total in sorted(revenue.items(), key=lambda pair: -pair[1])[:3])
    means = "; ".join(f"{channel} ({sum(n) / len(n):.2f})" for channel, n in sorted(units.items()))
    many = sum(float(row["revenue"]) > 1000 for row in rows)
    assert f"Total revenue of sales by city, 3 highest: {top}." in (FOLDER / "ranking.txt").read_text("utf-8")
    assert f"Average units of sales by channel: {means}." in (FOLDER / "comparative.txt").read_text("utf-8")
    assert f"Number of sales, revenue over 1,000: {many}." in (FOLDER / "lookup.txt").read_text("utf-8")
