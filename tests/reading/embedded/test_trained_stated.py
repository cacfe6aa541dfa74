"""Conditions that name their column in full right before what it is compared with."""

from __future__ import annotations

from typing import Any

import pytest
from trained_pages import one_hot, page

from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.heads import OPS

REVENUE: dict[str, Any] = {"metrics": [("revenue", "sum")], "roles": [("region", "group")]}


def limits(question: str, **given: Any) -> list[tuple[str, str, Any]]:
    return [(f.column, f.op, f.value) for f in decode(page(question, **{**REVENUE, **given})).form.filters]


@pytest.mark.parametrize(
    ("question", "limit"),
    [
        ("revenue by region where revenue is more than 500", ("revenue", ">", 500)),
        ("revenue by region where units are at least 5", ("units", ">=", 5)),
        ("revenue by region, cost below 20", ("cost", "<", 20)),
    ],
)
def test_a_column_that_is_named_before_a_comparison_is_limited_by_it(
    question: str, limit: tuple[str, str, Any]
) -> None:
    assert limits(question) == [limit]


@pytest.mark.parametrize(
    "question",
    ["regions where total revenue is more than 500", "revenue by region over 3 years", "revenue by region of 500"],
)
def test_sums_of_groups_and_bare_numbers_are_no_conditions(question: str) -> None:
    assert limits(question) == []


def test_groups_that_are_held_to_a_number_stay_so() -> None:
    given: dict[str, Any] = {"choices": {"having": ">"}, "numbers": {"having": "500"}}
    assert limits("regions with revenue over 500", **given) == []


def test_what_the_network_limits_by_the_same_words_gives_way() -> None:
    given: dict[str, Any] = {"ops": {"units": ">"}, "words": {"units": ["500"]}}
    assert limits("revenue by region where cost is more than 500", **given) == [("cost", ">", 500)]


def test_a_condition_that_is_counted_stays_one_though_groups_may_be_held_to_the_number() -> None:
    given: dict[str, Any] = {"ops": {"revenue": ">"}, "words": {"revenue": ["500"]}, "choices": {"having": ">"}}
    torn = page("revenue by region where revenue is more than 500", **{**REVENUE, **given})
    at = 1 + [shown.name for shown in torn.sheet.fields].index("revenue")
    torn.scores.ops[at] = 0.29 * one_hot(OPS.index(">"), len(OPS)) + 0.71 * one_hot(0, len(OPS))
    assert [condition.sure for condition in decode(torn).conditions] == [1.0]
