"""The chart of a query follows from its keys and figures, or is the kind that was named; it takes the same road."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from groundplan.contracts import Chart, Question, Run
from groundplan.planner import Planner
from groundplan.query import asked
from groundplan.settings import Settings
from groundplan.store import folder

KINDS = ("rye", "spelt", "wheat")
SHOPS = ("Dock", "Hill", "Mill", "Yard")


@pytest.fixture(scope="module")
def loaves(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Sales of bread over a year."""
    rows = [
        f"{n},2023-{1 + n % 12:02}-{1 + n % 27:02}T{8 + n % 9:02}:30:00,{KINDS[n % 3]},{SHOPS[n % 4]},{1 + n % 5},"
        f"{3 + n % 4}.5,{n % 7 - 3}"
        for n in range(1, 145)
    ]
    file = tmp_path_factory.mktemp("data") / "sales.csv"
    file.write_text("\n".join(["sale_id,sold_at,bread,shop,loaves,price_eur,drift", *rows]) + "\n", "utf-8")
    return str(file)


@pytest.fixture(scope="module")
def planner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planner]:
    made = Planner(Settings(cache=tmp_path_factory.mktemp("cache")))
    yield made
    made.close()


def answered(planner: Planner, source: str, query: str, **said: Any) -> Run:
    """The query asked; with what the question said of its chart, compiled and run again."""
    question = Question(text=query, query=query, sources=(source,))
    run = asyncio.run(planner.ask(question)).run
    if not said:
        return run
    means = planner.means(question)
    form = {**run.understanding.form, **said}
    required = means.pack.planning.requirements(form, means.source.model)
    known = run.understanding.model_copy(update={"form": form, "requirements": required})
    return asyncio.run(planner.replay(asked.plan(means.brief(query, known)), known, question)).run


def drawn(planner: Planner, source: str, query: str, **said: Any) -> Chart | None:
    run = answered(planner, source, query, **said)
    assert run.status == "answered", run.findings
    assert run.plan and {id for step in run.plan.steps for id in step.satisfies} == {
        requirement.id for requirement in run.understanding.requirements
    }
    return run.facts.charts[0] if run.facts.charts else None


@pytest.mark.parametrize(
    ("query", "kind", "title", "axes"),
    [
        (
            "sales: sum(price_eur) by month(sold_at)",
            "line",
            "Total price of sales by month",
            ("month", "total price, EUR", None),
        ),
        (
            "sales: count by shop where sold_at in 2023-02..2023-03",
            "bar",
            "Number of sales from February 2023 to March 2023 by shop",
            ("shop", "number of sales", None),
        ),
        (
            "sales: sum(loaves) by month(sold_at), bread",
            "line",
            "Total loaves of sales by month and bread",
            ("month", "total loaves", "bread"),
        ),
        (
            "sales: sum(loaves) by bread, shop",
            "stacked_bar",
            "Total loaves of sales by bread and shop",
            ("bread", "total loaves", "shop"),
        ),
        (
            "sales: average(loaves) by bread, shop",
            "bar",
            "Average loaves of sales by bread and shop",
            ("bread", "average loaves", "shop"),
        ),
        (
            "sales: share(sum(loaves)) by bread",
            "arc",
            "Share of total loaves of sales by bread",
            ("bread", "share of total loaves", None),
        ),
        (
            "sales: share(sum(drift)) by bread",
            "bar",
            "Share of total drift of sales by bread",
            ("bread", "share of total drift", None),
        ),
        ("sales: count by weekday(sold_at)", "bar", "Number of sales by weekday", ("weekday", "number of sales", None)),
        (
            "sales: count by weekday(sold_at), hour_of_day(sold_at)",
            "heatmap",
            "Number of sales by weekday and hour of the day",
            ("weekday", "hour of the day", "number of sales"),
        ),
        (
            "sales: correlation(loaves, drift)",
            "point",
            "Correlation of loaves and drift of sales",
            ("loaves", "drift", None),
        ),
    ],
)
def test_a_chart_follows_from_the_shape(
    planner: Planner, loaves: str, query: str, kind: str, title: str, axes: tuple[str | None, ...]
) -> None:
    chart = drawn(planner, loaves, query)
    assert chart and (chart.kind, chart.title) == (kind, title)
    assert (chart.x, chart.y, chart.color) == axes


@pytest.mark.parametrize(
    "query",
    [
        "sales: average(price_eur)",
        "sales: where price_eur > 6 show bread",
        "sales: count by bread keep 1 by count",
        'sales: count by bread where bread = "rye"',
        "sales: max(sold_at) by bread",
    ],
)
def test_one_value_one_group_and_names_are_not_drawn(planner: Planner, loaves: str, query: str) -> None:
    assert drawn(planner, loaves, query) is None


def test_the_rows_of_a_chart_are_those_of_the_table(planner: Planner, loaves: str) -> None:
    run = answered(planner, loaves, "sales: sum(loaves) by month(sold_at), bread")
    chart, table = run.facts.charts[0], run.facts.tables[0]
    assert sorted(chart.rows) == sorted((month, figure, bread) for month, bread, figure in table.rows)


@pytest.mark.parametrize(
    ("query", "said", "kind"),
    [
        ("sales: count by month(sold_at)", {"chart": "bar"}, "bar"),
        ("sales: count by month(sold_at)", {"chart": "area"}, "area"),
        ("sales: count by bread", {"chart": "arc"}, "arc"),
        ("sales: count by bread, shop", {"chart": "bar"}, "stacked_bar"),
        ("sales: count by bread, shop", {"chart": "heatmap"}, "heatmap"),
        ("sales: count by bin(loaves, 2)", {"chart": "histogram"}, "bar"),
        ("sales: show loaves", {"chart": "histogram"}, "histogram"),
        ("sales: show bread, price_eur", {"chart": "box"}, "box"),
        ("sales: show loaves, price_eur", {"outputs": ("chart",)}, "point"),
        ("sales: average(loaves), average(price_eur) by shop", {"chart": "point"}, "point"),
    ],
)
def test_the_kind_that_was_named_is_drawn(
    planner: Planner, loaves: str, query: str, said: dict[str, Any], kind: str
) -> None:
    chart = drawn(planner, loaves, query, **said)
    assert chart and chart.kind == kind and chart.rows


def test_a_table_alone_has_no_chart(planner: Planner, loaves: str) -> None:
    assert drawn(planner, loaves, "sales: count by bread", outputs=("table",)) is None


def test_where_nothing_can_be_drawn_that_is_said(planner: Planner, loaves: str) -> None:
    run = answered(planner, loaves, "sales: sum(loaves)", chart="bar")
    assert run.answer and not run.facts.charts
    assert run.answer.text.splitlines()[1:] == [
        "Note: there is no chart, as one value or a list of names gives nothing to draw."
    ]


def test_what_was_taken_for_granted_is_noted(planner: Planner, loaves: str) -> None:
    run = answered(planner, loaves, "sales: sum(loaves)", notes=["all shops count"], language="ru")
    assert run.answer
    assert run.answer.text.splitlines() == [
        "Сумма «loaves» (записи «sales»): 434 (строк: 144).",
        "Примечание: all shops count.",
    ]


def test_another_chart_than_the_query_asks_for_is_found_before_it_runs(planner: Planner, loaves: str) -> None:
    question = Question(text="q", query="sales: count by bread", sources=(loaves,))
    run = asyncio.run(planner.ask(question)).run
    assert run.plan
    steps = [step.model_copy(update={"tool": "plot_line"}) if step.id == "chart" else step for step in run.plan.steps]
    other = run.plan.model_copy(update={"steps": tuple(steps)})
    again = asyncio.run(planner.replay(other, run.understanding, question)).run
    assert again.status != "answered" and {one.code for one in again.findings} == {"other-steps"}


def test_charts_are_saved_as_those_of_other_questions(planner: Planner, loaves: str, tmp_path: Path) -> None:
    done = asyncio.run(planner.ask(Question(text="q", query="sales: count by bread", sources=(loaves,))))
    folder.save(done.run, tmp_path)
    save = done.pack.telling.save
    assert save
    save(done.run, done.results, tmp_path, None)
    assert {"chart.json", "chart.svg", "chart.png", "result.csv"} <= {file.name for file in tmp_path.iterdir()}
    assert "Number of sales by bread" in (tmp_path / "chart.svg").read_text("utf-8")
