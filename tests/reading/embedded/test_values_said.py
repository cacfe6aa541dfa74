"""Scores as probabilities, and what the words of a question say as a value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from reader_cases import LABELS
from scored_pages import ORDERS, nothing, one_hot, page, sheet_of

from groundplan.language.phrases import phrasebook
from groundplan.reading.embedded.page import Stretch, certainty
from groundplan.reading.embedded.scores import (
    AGGS,
    CHOICES,
    COLUMN_WIDTH,
    NUMBERS,
    OPS,
    ROLES,
    TAGS,
    WIDTH,
    Array,
    Scores,
    scores,
    sigmoid,
    slices,
    softmax,
)
from groundplan.reading.embedded.sheet import Sheet
from groundplan.reading.embedded.values_said import (
    after_phrase,
    amounts_in,
    chosen,
    how_many,
    linked,
    number_at,
    part_of,
    period,
    period_around,
    stretches,
    unique,
)
from groundplan.sources.shape import Column

REGION = ORDERS.column("region")
DATE = ORDERS.column("order_date")


def outputs(sheet: Sheet, seed: int = 3) -> tuple[Array, ...]:
    """Random outputs of the right shapes, a batch of one; tokens go on after the question."""
    chance, columns = np.random.default_rng(seed), len(sheet.columns)
    shapes = ((1, WIDTH), (1, columns, COLUMN_WIDTH), (1, len(sheet.cells)), (1, 97, len(NUMBERS)))
    shaped = (*shapes, (1, columns, 97, len(TAGS)))
    return tuple(chance.standard_normal(shape).astype(np.float32) for shape in shaped)


# ------------------------------------------------------------------ scores


def test_the_label_maps_fill_the_rows_of_scores() -> None:
    where = slices()
    ends = [0, *(part.stop for part in where.values())]
    assert [part.start for part in where.values()] == ends[:-1]
    assert ends[-1] == WIDTH
    assert len(AGGS) + len(ROLES) + len(OPS) == COLUMN_WIDTH


def test_outputs_become_probabilities() -> None:
    sheet = sheet_of("revenue by region")
    made = scores(outputs(sheet), sheet, {})
    assert set(made.choices) == set(CHOICES)
    for odds in (*made.choices.values(), *made.ops, *made.tags.reshape(-1, len(TAGS))):
        assert odds.sum() == pytest.approx(1.0, abs=1e-5)
    for bits in (made.analysis, made.outputs, made.aggs, made.roles, made.cells, made.numbers):
        assert ((bits > 0) & (bits < 1)).all()
    assert made.numbers.shape[0] == made.tags.shape[1] == len(sheet.spans) + 1
    label, odds = made.best("chart")
    assert odds == made.choices["chart"].max() and label in CHOICES["chart"]
    assert (made.role("time") == made.roles[:, ROLES.index("time")]).all()


def test_a_temperature_flattens_its_own_head_and_leaves_the_order() -> None:
    sheet = sheet_of("revenue by region")
    cold, hot = (scores(outputs(sheet), sheet, heat) for heat in ({}, {"chart": 4.0, "ops": 2.0, "aggs": 3.0}))
    assert hot.choices["chart"].max() < cold.choices["chart"].max()
    assert (hot.choices["chart"].argsort() == cold.choices["chart"].argsort()).all()
    assert (hot.choices["grain"] == cold.choices["grain"]).all()
    assert (hot.ops.max(-1) < cold.ops.max(-1)).all() and (abs(hot.aggs - 0.5) <= abs(cold.aggs - 0.5)).all()
    assert (hot.roles == cold.roles).all()


def test_large_scores_do_not_overflow() -> None:
    extreme = np.array([1e30, -1e30, 0.0], dtype=np.float32)
    assert softmax(extreme).tolist() == [1.0, 0.0, 0.0]
    assert np.isfinite(sigmoid(extreme)).all() and sigmoid(extreme)[2] == 0.5


# ------------------------------------------------------------------ stretches


def tagged(question: str, labels: list[int]) -> list[str]:
    """The stretches of a question whose words are tagged so, one piece each."""
    sheet = sheet_of(question)
    assert len(sheet.spans) == len(labels)
    return [s.text for s in stretches(one_hot([0, *labels], len(TAGS)), sheet, question)]


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ([0, 0, 0, 0, 0], []),
        ([0, 1, 2, 0, 0], ["new york"]),
        ([0, 1, 2, 0, 1], ["new york", "rome"]),
        ([0, 1, 1, 0, 0], ["new", "york"]),
        ([0, 2, 2, 0, 0], ["new york"]),
    ],
)
def test_a_stretch_begins_and_goes_on(labels: list[int], said: list[str]) -> None:
    assert tagged("in new york or rome", labels) == said


def test_a_stretch_leaves_its_quotes() -> None:
    question = 'cities called "New York"'
    (stretch,) = stretches(page(question, words={"city": ['"New York"']}).scores.tags[5], sheet_of(question), question)
    assert stretch.text == "New York"
    assert question[stretch.start : stretch.end] == '"New York"'


def test_pieces_of_one_word_are_one_stretch() -> None:
    question = "orders in Llanfairpwllgwyngyll"
    sheet = sheet_of(question)
    tokens = [at for at, (start, _) in enumerate(sheet.spans, 1) if start == 10]
    assert len(tokens) > 2
    tags = [0] * (len(sheet.spans) + 1)
    for at in tokens:
        tags[at] = 1
    (stretch,) = stretches(one_hot(tags, len(TAGS)), sheet, question)
    assert stretch.text == "Llanfairpwllgwyngyll"


# ------------------------------------------------------------------ numbers, periods, cells


def test_the_number_that_is_pointed_at() -> None:
    question = "top five of 12 regions"
    sheet = sheet_of(question)
    for said, value in (("five", 5), ("12", 12), ("regions", None)):
        made = page(question, numbers={"limit": said})
        assert number_at(made.scores.numbers[:, 0], sheet, question) == value
    empty = sheet_of("")
    assert number_at(nothing(empty).numbers[:, 0], empty, "") is None


@pytest.mark.parametrize(
    ("text", "op", "value"),
    [
        ("2023", "between", ["2023-01-01", "2023-12-31"]),
        ("since March 2024", ">=", "2024-03-01"),
        ("before 2023", "<", "2023-01-01"),
        ("last year", "between", ["2023-01-01", "2023-12-31"]),
    ],
)
def test_a_period_becomes_a_condition(text: str, op: str, value: Any) -> None:
    assert DATE is not None
    found = period(text, DATE, phrasebook(LABELS))
    assert found is not None and (found.column, found.op, found.value) == ("order_date", op, value)


def test_no_period_is_none() -> None:
    assert DATE is not None
    assert period("blue chairs", DATE, phrasebook(LABELS)) is None


@pytest.mark.parametrize(
    ("said", "value"), [("north", "North"), ("Norht", None), ("Northh", "North"), ("SOUTH", "South"), ("Mars", None)]
)
def test_the_cell_that_a_stretch_means(said: str, value: str | None) -> None:
    assert REGION is not None
    assert linked(said, REGION) == value


def test_a_column_without_kept_values_links_nothing() -> None:
    assert linked("oslo", Column(name="city", type="text", role="categorical")) is None


def test_cells_that_were_picked_likeliest_first() -> None:
    sheet = sheet_of("north or south")
    odds = np.zeros(len(sheet.values), np.float32)
    odds[sheet.values.index("North")], odds[sheet.values.index("South")], odds[sheet.values.index("Desk")] = 0.6, 0.9, 1
    place = 3
    assert [value for value, _ in chosen(odds, sheet, place)] == ["South", "North"]
    assert [value for value, _ in chosen(odds, sheet, place, 0.7)] == ["South"]


@pytest.mark.parametrize(
    ("odds", "counts", "many"),
    [
        ([0.9, 0.8, 0.1], [0.2, 0.2, 0.2, 0.2, 0.2], 2),
        ([0.9, 0.8, 0.1], [0.0, 1.0, 0.0, 0.0, 0.0], 1),
        ([0.99, 0.94, 0.1], [0.0, 0.99, 0.01, 0.0, 0.0], 2),
        ([0.6, 0.1], [0.9, 0.1, 0.0], 0),
        ([0.3, 0.1], [0.0, 1.0, 0.0], 1),
        ([], [0.0, 1.0], 0),
        ([0.9] * 9, [0.0, 0.0, 1.0], 2),
    ],
)
def test_how_many_weighs_each_entry_and_the_count(odds: list[float], counts: list[float], many: int) -> None:
    assert how_many(odds, np.array(counts, dtype=np.float32)) == many


def test_small_things() -> None:
    assert unique(["b", "a", "b"]) == ["b", "a"]
    assert certainty([]) == 1.0 and certainty([0.5, 0.5]) == 0.25
    assert isinstance(nothing(sheet_of("a")), Scores)


@pytest.mark.parametrize(
    ("question", "op", "word"),
    [("cities starting with B", "starts_with", "B"), ("names that contain the letter m, please", "contains", "m")],
)
def test_the_word_after_a_phrase_is_what_a_text_is_searched_for(question: str, op: str, word: str) -> None:
    assert [stretch.text for stretch in after_phrase(op, question, phrasebook(LABELS))] == [word]
    assert after_phrase(op, "total revenue", phrasebook(LABELS)) == []


def test_a_part_of_a_text_is_as_the_cells_have_it() -> None:
    remarks = Column(name="remark", type="text", role="text", values=("oil drum leaks", "two jams at the gate"))
    assert (part_of("drums", remarks), part_of("jams", remarks), part_of("Fires", remarks)) == ("drum", "jams", "Fires")
    assert (part_of("of the gate", remarks), part_of("at the gate", remarks)) == ("gate", "at the gate")


@pytest.mark.parametrize(
    ("question", "found", "days"),
    [
        ("plays on jan 1 2024", "2024", ["2024-01-01", "2024-01-01"]),
        ("fees of the last 90 days", "90", None),
        ("opened in march 2023, closed in may 2023", "march", ["2023-03-01", "2023-03-31"]),
    ],
)
def test_a_period_is_read_whole_where_only_a_part_was_found(question: str, found: str, days: list[str] | None) -> None:
    start = question.index(found)
    told = period_around(question, [Stretch(start, start + len(found), found)], DATE, phrasebook(LABELS))
    assert told is not None and not str(told.value).startswith("['1990")
    assert days is None or told.value in (days, tuple(days), days[0])


def test_no_period_is_read_where_none_or_several_are_touched() -> None:
    question = "march 2023, then may 2023"
    both = [Stretch(0, 5, "march"), Stretch(17, 20, "may")]
    assert period_around(question, both, DATE, phrasebook(LABELS)) is None
    assert period_around("by region", [Stretch(3, 9, "region")], DATE, phrasebook(LABELS)) is None


@pytest.mark.parametrize(
    ("text", "values"),
    [("the second term", [2]), ("за третью четверть", [3]), ("second 5", [5]), ("no term", [])],
)
def test_a_place_is_a_number_where_no_other_is_said(text: str, values: list[int]) -> None:
    assert amounts_in([Stretch(0, len(text), text)], text, "term") == values


def test_an_inflected_word_is_the_cell_of_its_stem() -> None:
    status = Column(name="status", type="text", role="categorical", values=("Shipped", "Returned"))
    assert linked("returns", status) == "Returned"
