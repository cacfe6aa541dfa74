"""Plain questions over the example data, read with the bundled model: what any decent model must get right."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from groundplan.contracts import Question, Understanding
from groundplan.errors import SetupError
from groundplan.pack import Source
from groundplan.reading.embedded import Encoder, TrainedReader
from groundplan.tabular.reader import blank as blank_of

REVENUE = [{"column": "revenue", "agg": "sum"}]
ROWS = [{"column": None, "agg": "count"}]
NORTH = {"column": "region", "op": "=", "value": "North"}
MONTH = {"column": "date", "grain": "month"}
IN_2023 = {"column": "date", "op": "between", "value": ["2023-01-01", "2023-12-31"]}
TOP = {"by": "metric", "order": "desc"}

ASKED: dict[str, dict[str, Any]] = {
    "total revenue": {"metrics": REVENUE, "group_by": [], "time": None, "filters": [], "analysis": ["total"]},
    "total revenue by region": {"metrics": REVENUE, "group_by": ["region"], "filters": []},
    "average units by channel": {"metrics": [{"column": "units", "agg": "avg"}], "group_by": ["channel"]},
    "how many sales are there": {"metrics": ROWS, "group_by": [], "filters": []},
    "revenue by region 2023 vs 2024": {"time": {"column": "date", "grain": "year"}, "derive": None},
    "top 3 months by revenue": {"metrics": REVENUE, "time": MONTH, "limit": 3},
    "revenue per month": {"metrics": REVENUE, "time": MONTH, "group_by": [], "analysis": ["total", "trend"]},
    "top 3 cities by revenue": {"metrics": REVENUE, "group_by": ["city"], "limit": 3, "sort": TOP},
    "which city has the highest revenue": {"metrics": REVENUE, "group_by": ["city"], "limit": 1, "sort": TOP},
    "top 2 cities by revenue in each region": {
        "metrics": REVENUE,
        "group_by": ["region", "city"],
        "limit": 2,
        "each": "region",
    },
    "top 2 channels per region by revenue": {"group_by": ["region", "channel"], "limit": 2, "each": "region"},
    "for each region the top product by revenue": {
        "group_by": ["region", "product_category"],
        "limit": 1,
        "each": "region",
    },
    "average monthly revenue": {"metrics": REVENUE, "time": MONTH, "per": "date", "group_by": []},
    "average monthly revenue by region": {"metrics": REVENUE, "per": "date", "group_by": ["region"]},
    "average revenue by month": {"metrics": [{"column": "revenue", "agg": "avg"}], "time": MONTH, "per": None},
    "how many sales per day on average": {"metrics": ROWS, "time": {"column": "date", "grain": "day"}, "per": "date"},
    "сколько продаж в день в среднем": {"metrics": ROWS, "time": {"column": "date", "grain": "day"}, "per": "date"},
    "average number of sales per city by region": {"metrics": ROWS, "per": "city", "group_by": ["region"]},
    "revenue by month and weekday": {"metrics": REVENUE, "time": MONTH, "across": "weekday"},
    "standard deviation of revenue by channel": {
        "metrics": [{"column": "revenue", "agg": "std"}],
        "group_by": ["channel"],
    },
    "monthly revenue of the top 3 cities": {
        "analysis": ["total", "trend", "rank"],
        "metrics": REVENUE,
        "group_by": ["city"],
        "time": MONTH,
        "limit": 3,
        "sort": TOP,
    },
    "топ 2 категории в каждом регионе по выручке": {
        "metrics": REVENUE,
        "group_by": ["region", "product_category"],
        "limit": 2,
        "each": "region",
    },
    "total revenue in the north": {"metrics": REVENUE, "filters": [NORTH]},
    "number of sales where units is greater than 10": {
        "metrics": ROWS,
        "filters": [{"column": "units", "op": ">", "value": 10}],
    },
    "total revenue of furniture sold online": {
        "metrics": REVENUE,
        "filters": [
            {"column": "product_category", "op": "=", "value": "Furniture"},
            {"column": "channel", "op": "=", "value": "Online"},
        ],
    },
    "revenue by region in 2023": {"metrics": REVENUE, "group_by": ["region"], "filters": [IN_2023]},
    "units sold by month, city and channel": {"group_by": ["city", "channel"], "time": MONTH},
    "forecast revenue for the next 3 months": {"analysis": ["total", "trend", "forecast"], "time": MONTH, "ahead": 3},
    "прогноз выручки на следующие 4 месяца": {"time": MONTH, "ahead": 4},
    "forecast revenue by month": {"time": MONTH, "ahead": None},
    "bar chart of revenue by channel": {"metrics": REVENUE, "group_by": ["channel"], "chart": "bar"},
    "histogram of revenue": {"metrics": [{"column": "revenue", "agg": "none"}], "chart": "histogram"},
    "cities with total revenue over 10000": {
        "metrics": REVENUE,
        "group_by": ["city"],
        "having": {"op": ">", "value": 10000.0},
    },
    "общая выручка по регионам": {"metrics": REVENUE, "group_by": ["region"], "filters": []},
}
FOLLOWED = [
    ("total revenue by region", "now by month", {"metrics": REVENUE, "time": MONTH}),
    ("revenue per month", "only the north", {"metrics": REVENUE, "time": MONTH, "filters": [NORTH]}),
    ("total revenue by region", "as a bar chart", {"metrics": REVENUE, "group_by": ["region"], "chart": "bar"}),
    ("revenue per month", "as a line chart", {"metrics": REVENUE, "time": MONTH, "chart": "line"}),
    ("total revenue by region", "by channel instead", {"metrics": REVENUE, "group_by": ["channel"]}),
]


REFUSED = [
    "delete all sales",
    "drop the table",
    "what is the capital of France",
    "tell me a joke",
]


@pytest.fixture(scope="module")
def sales_data(examples: dict[str, Source]) -> Source:
    return examples["sales"]


def read(reader: TrainedReader, source: Source, text: str, prior: dict[str, Any] | None = None) -> Understanding:
    blank = replace(blank_of(source), prior=prior)
    return asyncio.run(reader.read(Question(text=text), blank))


@pytest.mark.parametrize("text", ASKED)
def test_a_plain_question(trained: TrainedReader, sales_data: Source, text: str) -> None:
    found = read(trained, sales_data, text)
    assert {slot: found.form[slot] for slot in ASKED[text]} == ASKED[text]
    assert found.doubt is None
    assert found.language == ("en" if text.isascii() else "ru")


@pytest.mark.parametrize(("first", "then", "slots"), FOLLOWED, ids=[case[1] for case in FOLLOWED])
def test_a_follow_up(trained: TrainedReader, sales_data: Source, first: str, then: str, slots: dict[str, Any]) -> None:
    found = read(trained, sales_data, then, read(trained, sales_data, first).form)
    assert {slot: found.form[slot] for slot in slots} == slots
    assert found.doubt is None


@pytest.mark.parametrize("text", REFUSED)
def test_what_a_table_cannot_answer_is_refused(trained: TrainedReader, sales_data: Source, text: str) -> None:
    found = read(trained, sales_data, text)
    assert found.doubt is not None and found.doubt.kind == "refuse"
    assert "revenue" in found.doubt.message


@pytest.mark.parametrize(
    "text",
    [
        "the highest revenue in each region",
        "how many products in each region, list by the y axis from high to low",
        "total revenue of products for each region sorted descending",
    ],
)
def test_figures_of_each_group_are_no_ranking_in_them(trained: TrainedReader, sales_data: Source, text: str) -> None:
    found = read(trained, sales_data, text)
    assert found.doubt is None
    assert (found.form["group_by"], found.form["each"]) == (["region"], None)


@pytest.mark.parametrize("words", ["overnight", "in 2023 before 9am"])
def test_words_that_limit_a_date_and_are_no_period_are_not_passed_over(
    trained: TrainedReader, sales_data: Source, words: str
) -> None:
    found = read(trained, sales_data, f"total revenue {words}")
    assert found.doubt is not None and found.doubt.kind == "refuse"
    assert "is no period that date can be held to" in found.doubt.message
    assert any(word in found.doubt.message for word in ("overnight", "before 9am"))


@pytest.mark.parametrize(
    ("words", "filters"),
    [
        ("on weekends", [("in", ["Sat", "Sun"], "weekday")]),
        ("on Fridays", [("=", "Fri", "weekday")]),
    ],
)
def test_days_that_come_round_again(trained: TrainedReader, sales_data: Source, words: str, filters: list[Any]) -> None:
    found = read(trained, sales_data, f"total revenue {words}")
    assert found.doubt is None
    assert [(f["op"], f["value"], f.get("part")) for f in found.form["filters"]] == filters


def test_days_are_not_told_by_the_hour(trained: TrainedReader, sales_data: Source) -> None:
    found = read(trained, sales_data, "total revenue by hour")
    assert found.doubt is not None and "date holds days without a time of day" in found.doubt.message
    found = read(trained, sales_data, "average revenue by region in the mornings")
    assert found.doubt is not None and "days without a time of day" in found.doubt.message


def test_the_evidence_of_a_condition(trained: TrainedReader, sales_data: Source) -> None:
    found = read(trained, sales_data, "total revenue in the north")
    (value,) = [entity for entity in found.entities if entity.type == "value"]
    assert (value.name, value.id) == ("North", "region=North")
    assert "north" in value.said and value.score > 0.5
    assert "revenue" in [entity.name for entity in found.entities if entity.type == "column"]


def test_a_plain_question_is_surer_than_a_riddle(trained: TrainedReader, sales_data: Source) -> None:
    plain, riddle = (read(trained, sales_data, text) for text in ("total revenue by region", "and what of the other"))
    assert plain.confidence > riddle.confidence


def test_a_column_of_several_tables_is_named_in_full(trained: TrainedReader, examples: dict[str, Source]) -> None:
    tables = examples["shop"].model
    assert len(tables) > 1
    found = read(trained, examples["shop"], "how many customers are there")
    assert found.form["table"] in {table.name for table in tables}


def test_a_folder_without_a_model_says_what_is_missing(tmp_path: Any) -> None:
    with pytest.raises(SetupError, match=r"lacks model\.json, model\.onnx, tokenizer\.json"):
        Encoder(tmp_path)


def test_the_model_has_the_label_maps_of_the_reader(encoder: Encoder) -> None:
    from groundplan.reading.embedded import scores as heads

    told = encoder.facts["labels"]
    assert {name: tuple(labels) for name, labels in told["choices"].items()} == heads.CHOICES
    for name in ("aggs", "ops", "numbers", "tags", "outputs"):
        assert tuple(told[name]) == getattr(heads, name.upper())
    assert tuple(told["roles"]) == heads.ROLES[: len(told["roles"])]  # roles are only added, at the end
    assert tuple(told["analysis"]) == heads.ANALYSES
