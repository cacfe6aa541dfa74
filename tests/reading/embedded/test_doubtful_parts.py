"""What is said and not understood: values and groups that would be guessed, and conditions that no column has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from scored_pages import ORDERS, page

from groundplan.reading.blank import Blank
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.doubtful_parts import missed_condition, unsure_condition, unsure_value
from groundplan.reading.embedded.page import Page
from groundplan.reading.embedded.question_words import link
from groundplan.reading.embedded.scores import ROLES
from groundplan.reading.formed.form import Filter, Form
from groundplan.sources.shape import Column, Table
from groundplan.stages.reply import replied

BLANK = Blank(intents={}, labels={})
SITES = ("Playground", "Sports hall", "Canteen", "Classroom", "Stairs")
INJURIES = Table(
    name="injuries",
    rows=80,
    columns=(
        Column(name="site", type="text", role="categorical", distinct=5, values=SITES),
        Column(name="minutes", type="integer", role="numeric", distinct=30, low=1, high=60, samples=(5, 20)),
    ),
)


def asked(question: str, said: str, odds: Mapping[str, float], op: str = "=", **given: Any) -> Page:
    """A page on which words limit the site, and each cell is so likely."""
    made = page(question, table=INJURIES, ops={"site": op}, words={"site": [said]}, **given)
    for at, value in enumerate(made.sheet.values):
        made.scores.cells[at] = odds.get(value, 0.0)
    return replace(made, links=link(question, (INJURIES,)))


@pytest.mark.parametrize(
    "odds",
    [
        pytest.param({"Playground": 0.4, "Sports hall": 0.3}, id="none is likely"),
        pytest.param({"Playground": 0.62, "Sports hall": 0.61}, id="two are equally likely"),
    ],
)
def test_a_value_that_is_guessed_is_asked_back_with_the_likeliest_first(odds: dict[str, float]) -> None:
    given = asked("accidents in the gym", "the gym", odds)
    found = unsure_value(given, decode(given), BLANK)
    assert found is not None
    assert found.kind == "clarify"
    assert found.message == "'the gym' is no value of 'site' as it stands; say which one is meant"
    assert found.choices[:2] == ("Playground", "Sports hall")
    assert set(found.choices) == set(SITES)


def test_a_value_by_meaning_that_stands_above_all_others_is_taken() -> None:
    given = asked("accidents in the gym", "the gym", {"Sports hall": 0.8, "Playground": 0.3})
    reading = decode(given)
    assert [(f.column, f.value) for f in reading.form.filters] == [("site", "Sports hall")]
    assert unsure_value(given, reading, BLANK) is None


@pytest.mark.parametrize("question", ["accidents in the canteen", "accidents in the cantene", "accidents in canteens"])
def test_a_value_that_is_spelt_is_never_asked_back(question: str) -> None:
    given = asked(question, question.split()[-1], {"Canteen": 0.3, "Stairs": 0.29})
    reading = decode(given)
    assert [f.value for f in reading.form.filters] == ["Canteen"]
    assert unsure_value(given, reading, BLANK) is None


def test_two_values_that_are_both_likely_are_no_tie_where_two_are_said() -> None:
    given = page(
        "falls by the swings or the steps", table=INJURIES, ops={"site": "in"}, words={"site": ["swings", "steps"]},
        cells=["Playground", "Stairs"],
    )  # fmt: skip
    reading = decode(given)
    assert sorted(reading.form.filters[0].value) == ["Playground", "Stairs"]
    assert unsure_value(given, reading, BLANK) is None


def test_conditions_of_the_question_before_are_not_asked_about_again() -> None:
    prior = Form(filters=(Filter(column="site", op="=", value="Playground"),))
    made = page("now the average minutes", table=INJURIES, ops={"site": "="}, prior=prior)
    assert unsure_value(made, decode(made), BLANK) is None


def test_numbers_and_dates_have_no_cells_to_doubt() -> None:
    made = page("orders over 5 units", table=ORDERS, ops={"units": ">"}, words={"units": ["5"]})
    assert unsure_value(made, decode(made), BLANK) is None


def test_words_that_are_none_of_all_values_are_asked_back() -> None:
    given = asked("accidents in the boathouse", "boathouse", {})
    found = unsure_value(given, decode(given), BLANK)
    assert found is not None
    assert found.message.startswith("'boathouse' is no value of 'site'")


def test_a_wide_table_lists_the_values_that_the_encoder_was_not_shown() -> None:
    wide = Table(
        name="wide",
        rows=80,
        columns=(*INJURIES.columns, *(Column(name=f"note {n}", type="text", role="categorical") for n in range(40))),
    )
    given = page("accidents in the boathouse", table=wide, ops={"site": "="}, words={"site": ["boathouse"]})
    assert len([owner for owner in given.sheet.owners if owner == 1]) < len(SITES)
    found = unsure_value(given, decode(given), BLANK)
    assert found is not None
    assert set(found.choices) == set(SITES)


def test_words_that_may_be_a_value_that_is_not_shown_are_taken() -> None:
    made = page("orders from Tromsoe", table=ORDERS, ops={"city": "="}, words={"city": ["Tromsoe"]})
    reading = decode(made)
    assert [f.value for f in reading.form.filters] == ["Tromsoe"]
    assert unsure_value(made, reading, BLANK) is None


@pytest.mark.parametrize(("likely", "told"), [(0.97, True), (0.6, False)])
def test_a_condition_that_is_surely_said_and_not_found_is_told(likely: float, told: bool) -> None:
    made = page("how many are still unresolved", table=INJURIES, metrics=[(None, "count")])
    made.scores.choices["filters"][:2] = 1 - likely, likely
    found = missed_condition(made, decode(made), BLANK)
    assert (found is not None) == told
    if found:
        assert found.kind == "refuse"
        assert found.message.endswith(
            "no column was found for; name the column and the value, such as 'site is Playground'"
        )


def test_a_condition_that_was_found_is_not_missed() -> None:
    given = asked("accidents in the canteen", "canteen", {"Canteen": 1.0})
    assert missed_condition(given, decode(given), BLANK) is None
    given.scores.choices["filters"][:] = 0.0
    given.scores.choices["filters"][2] = 1.0
    found = missed_condition(given, decode(given), BLANK)
    assert found is not None
    assert "beside site" in found.message


@pytest.mark.parametrize(("sure", "others", "kind"), [(0.4, 0.0, "refuse"), (0.4, 0.3, "clarify"), (0.6, 0.3, None)])
def test_a_condition_that_is_not_likely_is_not_taken(sure: float, others: float, kind: str | None) -> None:
    made = page("accidents that took more than 7 days", table=INJURIES, ops={"minutes": ">"}, words={"minutes": ["7"]})
    at = [shown.name for shown in made.sheet.fields].index("site") + 1
    made.scores.ops[at][0] = 1 - others
    reading = decode(made)
    reading = replace(reading, conditions=[replace(one, sure=sure) for one in reading.conditions])
    found = unsure_condition(made, reading, BLANK)
    assert (found and found.kind) == kind
    if found:
        assert found.message.startswith("it is not clear which column '7' limits")
        assert found.choices == (("minutes", "site") if kind == "clarify" else ())
        meant = replied(made.question, found, "minutes") if kind == "clarify" else None
        assert meant in (None, "accidents that took more than 7 days (minutes)")  # the number stays


def test_an_unlikely_condition_of_the_question_before_is_kept() -> None:
    prior = Form(filters=(Filter(column="minutes", op=">", value=7),))
    made = page("more than 7", table=INJURIES, ops={"minutes": ">"}, words={"minutes": ["7"]}, prior=prior)
    reading = decode(made)
    reading = replace(reading, conditions=[replace(one, sure=0.1) for one in reading.conditions])
    assert [f.column for f in reading.form.filters] == ["minutes"]
    assert unsure_condition(made, reading, BLANK) is None


def parted(question: str, odds: Mapping[str, float], **given: Any) -> Page:
    """A page that has revenue by a group, and each column is so likely the one that is meant."""
    made = page(question, metrics=[("revenue", "sum")], choices={"groups": "1"}, **given)
    for at, column in enumerate(ORDERS.columns, 1):
        made.scores.roles[at][ROLES.index("group")] = odds.get(column.name, 0.0)
    return made
