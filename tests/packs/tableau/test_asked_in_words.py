"""A data source that is asked: what VizQL computes is what the steps of the query compute by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import pytest

from conftest import SHOP
from groundplan.contracts import SOURCE, Plan, Question, Step
from groundplan.errors import QueryError
from groundplan.packs.tableau.asking.parameters import parameters_set
from groundplan.packs.tableau.asking.pushed import pushed
from groundplan.packs.tableau.asking.source import DataSource, open_source, vizql
from groundplan.packs.tableau.checks import bad_vizql
from groundplan.planner import Planner
from groundplan.query.compiled.steps import steps_of
from groundplan.query.language.read import read
from groundplan.query.results import save_dataframe
from groundplan.query.scope import Scope
from groundplan.query.tools import IMPLEMENTATIONS
from groundplan.settings import Settings

SAID = [
    "Orders: sum(Sales) where `Order Date` = 2022",
    "Orders: average(Discount), count by Region, quarter(`Order Date`) where not Segment = \"Consumer\"",
    "Orders: sum(Profit) / sum(Sales) as margin by Category order margin desc",
    "Orders: median(Quantity), max(Sales) by month_of_year(`Ship Date`) where Sales > 99.5 and Sales > 120",
    "Orders: distinct(`Customer ID`) by {\"big\": Sales >= 500; else \"small\"}",
    "Orders: rate(Profit > 0) by weekday(`Order Date`)",
    "Orders: share(sum(Sales)) by Segment",
    "Orders: running(sum(Quantity)) by year(`Order Date`)",
    "Orders: count by `Profit bin`, bin(Discount, 0.2)",
    "Orders: average(days(`Ship Date` - `Order Date`)) by `Ship Mode` having count > 20 keep 2 by count",
    "Orders: sum(Sales where City has \"o\") by `Order Size` where `Product Name` starts \"Birch\" or Quantity in 2..4",
    "Orders: count by region.`Regional Manager`",
    "Orders: count where Sales > average(Sales within Category)",
    "People: count where count(Orders where Quantity > 3) >= 10",
    "(Orders: count as n by `Customer ID` having n > 3): count",
    "Orders: where Sales > 4000 show `Order ID`, Sales order Sales desc",
]  # fmt: skip


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DataSource]:
    made = open_source((str(SHOP / "superstore.tds"),), tmp_path_factory.mktemp("cache"))
    yield made
    made.close()


def found(steps: Sequence[Step], source: DataSource) -> list[list[Any]]:
    """The rows that the last step shows."""
    results: dict[str, Any] = {}

    def held(value: Any) -> Any:
        if not isinstance(value, Mapping) or "$ref" not in value:
            return value
        of, _, name = value["$ref"].partition(".")
        return source.get(name) if of == SOURCE else results[of]

    for step in steps:
        tool = vizql if step.tool == "vizql" else IMPLEMENTATIONS[step.tool]
        results[step.id] = tool(**{name: held(value) for name, value in step.args.items()})
    rows = save_dataframe(results[steps[-1].id]).rows
    return [[float(f"{one:.9g}") if isinstance(one, int | float) else one for one in row] for row in rows]


@pytest.mark.parametrize("text", SAID)
def test_vizql_gives_what_the_steps_give(text: str, source: DataSource) -> None:
    steps = steps_of(read(text), source.understood, date(2024, 9, 12)).steps
    asked = pushed(steps, Scope(source.understood), source.homes)
    assert any(step.tool == "vizql" for step in asked)
    assert found(asked, source) == found(steps, source)
    assert not list(bad_vizql(Plan(goal="", steps=tuple(asked)), _brief(source)))


def _brief(source: DataSource) -> Any:
    from groundplan.contracts import Brief, Coverage

    return Brief(goal="", coverage=Coverage(version=1, needs={}), model=source.model)


def test_groups_and_conditions_go_into_one_vizql_query(source: DataSource) -> None:
    text = 'Orders: sum(Sales) by Region where Category = "Furniture" and `Order Date` = 2022 and Quantity > 3'
    steps = steps_of(read(text), source.understood, date(2024, 9, 12)).steps
    first, *rest = pushed(steps, Scope(source.understood), source.homes)
    assert [step.tool for step in rest] == ["present"]
    assert first.args["query"]["fields"] == [
        {"fieldCaption": "Region"},
        {"fieldCaption": "Sales", "function": "SUM"},
    ]
    kinds = [one["filterType"] for one in first.args["query"]["filters"]]
    assert kinds == ["SET", "QUANTITATIVE_DATE", "QUANTITATIVE_NUMERICAL"]


def test_a_query_that_is_not_valid_is_found_before_it_runs(source: DataSource) -> None:
    query = {"fields": [{"fieldCaption": "Saless", "function": "SUM"}]}
    args = {"of": {"$ref": "source.data_source"}, "query": query, "columns": {"x": 0}}
    (finding,) = bad_vizql(Plan(goal="", steps=(Step(id="a", tool="vizql", args=args),)), _brief(source))
    assert finding.code == "tableau/bad-vizql" and "Saless" in finding.message and "Sales" in finding.help


@pytest.mark.parametrize(
    ("text", "rest", "value"),
    [
        ("orders by profit bin with a profit bin size of 50", "orders by profit bin", 50),
        ("set the profit bin size to 100", "", 100),
        ("total sales by region", "total sales by region", None),
    ],
)
def test_parameters_are_set_by_their_names(text: str, rest: str, value: Any, source: DataSource) -> None:
    read_from = parameters_set(text, source.opened.description)
    assert (read_from.rest, read_from.values.get("Profit Bin Size")) == (rest, value)


@pytest.fixture(scope="module")
def planner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planner]:
    made = Planner(Settings(cache=tmp_path_factory.mktemp("cache")))
    yield made
    made.close()


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("total sales by segment", "Total Sales of Orders by Segment: Consumer (639,130.98); Corporate (342,999.15)"),
        ("top 3 cities by quantity", "Total Quantity of Orders by City, 3 highest: Buffalo (294); Seattle (264)"),
    ],
)
def test_a_question_is_answered_from_a_data_source(text: str, first: str, planner: Planner) -> None:
    run = asyncio.run(planner.answer(Question(text=text, sources=(str(SHOP / "superstore.tds"),))))
    assert run.status == "answered" and run.answer and run.answer.text.startswith(first)
    assert run.plan and run.plan.pack == "tableau" and run.plan.steps[0].tool == "vizql"


def test_a_value_that_a_parameter_cannot_have_is_refused(source: DataSource) -> None:
    with pytest.raises(QueryError, match="Profit Bin Size"):
        parameters_set("orders with a profit bin size of 100000", source.opened.description)
