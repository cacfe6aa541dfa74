"""The nearest right name to a wrong one."""

from __future__ import annotations

import pytest

from groundplan.plan.nearest import did_you_mean, nearest

COLUMNS = ("region", "revenue", "product_category")


@pytest.mark.parametrize(
    ("name", "found"), [("regoin", "region"), ("REVENUE", "revenue"), ("category", None), ("", None)]
)
def test_the_most_alike_of_the_known_names(name: str, found: str | None) -> None:
    assert nearest(name, COLUMNS) == found


def test_nothing_is_nearest_where_nothing_is() -> None:
    assert nearest("region", ()) is None
    assert did_you_mean("region", ()) == "there are none"


def test_the_help_names_the_match_then_all() -> None:
    assert did_you_mean("regoin", COLUMNS) == "did you mean 'region'? there are region, revenue, product_category"
    assert did_you_mean("price", COLUMNS) == "there are region, revenue, product_category"


def test_a_long_list_is_cut() -> None:
    assert did_you_mean("x", [f"c{n}" for n in range(20)], most=3) == "there are c0, c1, c2 and 17 more"
