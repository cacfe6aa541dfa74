"""Questions from `cases.yaml`, read with the bundled encoder."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reader_cases import CASES, INTENTS, blank, table

from groundplan.contracts import Question, Understanding
from groundplan.query.form import Form, Metric, Time
from groundplan.reading.similarity import SimilarityReader

ANSWERED = [case for case in CASES["cases"] if "doubt" not in case]
DOUBTFUL = [case for case in CASES["cases"] if "doubt" in case]
SLOTS = tuple(Form.model_fields)


def read(reader: SimilarityReader, text: str, names: list[str], prior: dict[str, Any] | None = None) -> Understanding:
    return asyncio.run(reader.read(Question(text=text), blank(names, prior)))


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: f"{case.get('prior', '')} {case['ask']}".strip())
def test_fills_the_slots(reader: SimilarityReader, case: dict[str, Any]) -> None:
    prior = read(reader, case["prior"], case["of"]).form if "prior" in case else None
    found = read(reader, case["ask"], case["of"], prior)
    assert found.doubt is None
    assert {slot: found.form[slot] for slot in SLOTS if slot in case} == {s: case[s] for s in SLOTS if s in case}


@pytest.mark.parametrize("case", DOUBTFUL, ids=lambda case: case["ask"] or "empty")
def test_says_when_it_cannot_answer(reader: SimilarityReader, case: dict[str, Any]) -> None:
    prior = read(reader, case["prior"], case["of"]).form if "prior" in case else None
    found = read(reader, case["ask"], case["of"], prior)
    assert found.doubt is not None
    assert found.doubt.kind == case["doubt"]
    assert f"{case.get('says', '')}" in found.doubt.message
    assert set(found.doubt.choices) == set(case.get("choices", found.doubt.choices))


def test_clarifying_names_the_choices(reader: SimilarityReader) -> None:
    found = read(reader, "average delay by airport", ["flights"])
    assert found.doubt is not None
    assert set(found.doubt.choices) == {"origin_airport", "destination_airport"}


def test_refusing_says_what_the_table_has(reader: SimilarityReader) -> None:
    found = read(reader, "tell me a joke", ["sales"])
    assert found.doubt is not None
    assert "revenue" in found.doubt.message


def test_a_missing_column_is_named_with_what_there_is(reader: SimilarityReader) -> None:
    found = read(reader, "average profit by region", ["sales"])
    assert found.doubt is not None
    assert found.doubt.message.startswith(
        "there is no column for 'profit'; table 'sales' has the columns date, revenue"
    )


def test_words_left_over_lower_the_confidence(reader: SimilarityReader) -> None:
    plain = read(reader, "how many rooms for each decor", ["rooms"])
    vague = read(reader, "how many haunted rooms for each decor", ["rooms"])
    assert vague.confidence < plain.confidence


def test_links_are_kept_as_evidence(reader: SimilarityReader) -> None:
    found = read(reader, "revenue by product type in the north", ["sales"])
    said = {(entity.type, entity.name): entity.said for entity in found.entities}
    assert said[("column", "product_category")] == "product type"
    assert said[("value", "North")] == "north"


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("get revenue totals by region and product type over time", "time_series"),
        ("average revenue by region", "comparative"),
        ("find anomalies in revenue", "anomaly"),
        ("distribution of revenue", "distribution"),
        ("is revenue correlated with units", "correlation"),
        ("pie chart of revenue by region", "composition"),
        ("top 5 regions by revenue", "ranking"),
        ("give me an overview of the data", "summary"),
        ("list region and revenue", "lookup"),
    ],
)
def test_the_intent_fits_the_question(reader: SimilarityReader, text: str, intent: str) -> None:
    found = read(reader, text, ["sales"])
    assert found.intents[0].type == intent
    assert {i.type for i in found.intents} <= set(INTENTS)


def test_the_language_goes_by_script(reader: SimilarityReader) -> None:
    assert read(reader, "средний revenue по region", ["sales"]).language == "ru"
    assert read(reader, "average revenue by region", ["sales"]).language == "en"


@pytest.mark.parametrize(
    "text", ["revenue " * 2000, "\x00\x1b[31m ??", "'; drop table sales; --", "«»“”'\"", "-" * 10_000]
)
def test_odd_text_never_crashes(reader: SimilarityReader, text: str) -> None:
    Form.model_validate(read(reader, text, ["sales"]).form)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_gives_a_valid_form(reader: SimilarityReader, text: str) -> None:
    form = Form.model_validate(read(reader, text, ["sales"]).form)
    columns = {column.name for column in table("sales").columns}
    assert {*form.group_by, *(f.column for f in form.filters)} <= columns


def test_the_same_question_gives_the_same_form(reader: SimilarityReader) -> None:
    text = "average revenue by region in 2023 excluding toys"
    assert read(reader, text, ["sales"]) == read(reader, text, ["sales"])


def test_a_follow_up_keeps_what_is_averaged_over_until_another_figure_is_said(reader: SimilarityReader) -> None:
    prior = Form(metrics=(Metric(column="revenue"),), time=Time(column="date", grain="month"), per="date")
    for said, metric, per in (
        ("by region", prior.metrics[0], "date"),
        ("average instead", prior.metrics[0], "date"),
        ("median instead", Metric(column="revenue", agg="median"), None),
    ):
        form = Form.model_validate(read(reader, said, ["sales"], prior.model_dump(mode="json")).form)
        assert (form.metrics, form.per) == ((metric,), per), said


@pytest.mark.parametrize(
    ("text", "across"),
    [("only the north", "weekday"), ("as a line chart", "weekday"), ("by month", "weekday"), ("now by year", None)],
)
def test_a_second_grain_stays_as_long_as_the_first(reader: SimilarityReader, text: str, across: str | None) -> None:
    prior = {**read(reader, "revenue by month", ["sales"]).form, "across": "weekday"}
    assert read(reader, text, ["sales"], prior).form["across"] == across
