"""How much groups grew between two periods: the change of each, told where two neighbouring ones are named."""

from __future__ import annotations

from typing import Any

import pytest
from trained_pages import page

from groundplan.query.form import Form
from groundplan.reading.embedded.growth import unread_growth, with_said_growth

TWO_YEARS = ["2023-01-01", "2024-12-31"]


def form(span: list[str] | None = None, **slots: Any) -> Form:
    held = [{"column": "order_date", "op": "between", "value": span}] if span else []
    given = {
        "metrics": [{"column": "revenue"}],
        "group_by": ["region"],
        "filters": held,
        "analysis": ["total"],
        **slots,
    }
    return Form.model_validate(given)


@pytest.mark.parametrize(
    ("span", "grain"),
    [
        (TWO_YEARS, "year"), (["2023-10-01", "2024-03-31"], "quarter"), (["2024-01-01", "2024-02-29"], "month"),
        (["2024-01-01", "2024-01-14"], "week"), (["2024-01-01", "2024-02-29T23:59:59"], "month"),
    ],
)  # fmt: skip
def test_the_change_of_each_group_between_two_periods(span: list[str], grain: str) -> None:
    asked = page("revenue growth by region")
    found = with_said_growth(form(span), asked)
    assert found.time and (found.time.column, found.time.grain) == ("order_date", grain)
    assert found.derive and (found.derive.kind, found.derive.of) == ("percent_change", ("revenue",))
    assert "change" in found.analysis and unread_growth(asked, found) is None


@pytest.mark.parametrize(("question", "order"), [("which region grew the most", "desc"), ("biggest drop", "asc")])
def test_the_largest_fall_is_the_lowest_change(question: str, order: str) -> None:
    ranked = form(TWO_YEARS, sort={"by": "metric", "order": "desc"}, limit=1)
    found = with_said_growth(ranked, page(question))
    assert found.sort and (found.sort.by, found.sort.order, found.limit) == ("metric", order, 1)


@pytest.mark.parametrize("grain", ["year", "unknown"])
def test_two_periods_that_are_shown_apart_are_what_the_growth_is_between(grain: str) -> None:
    asked = page("revenue growth by region, 2023 vs 2024")
    found = with_said_growth(form(TWO_YEARS, time={"column": "order_date", "grain": grain}), asked)
    assert found.time and found.time.grain == "year"
    assert found.derive and (found.derive.kind, found.derive.of) == ("percent_change", ("revenue",))
    assert unread_growth(asked, found) is None


@pytest.mark.parametrize("span", [None, ["2024-01-01", "2024-12-31"], ["2021-01-01", "2024-12-31"]])
def test_growth_that_is_not_between_two_neighbouring_periods_is_told(span: list[str] | None) -> None:
    asked = page("fastest growing region by revenue")
    assert with_said_growth(form(span), asked) == form(span)
    found = unread_growth(asked, form(span))
    assert found and found.kind == "refuse" and "'growth of revenue by region from " in found.message


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("revenue by region in 2023 and 2024", form(TWO_YEARS)),
        ("revenue growth by region", form(TWO_YEARS, time={"column": "order_date", "grain": "month"})),
        ("revenue growth", form(TWO_YEARS, group_by=[])),
        ("how many dropped out, by region", form(metrics=[{"column": None, "agg": "count"}])),
        ("revenue by region, drop what was returned", form(TWO_YEARS)),
        ("growth of the share", form(TWO_YEARS, derive={"kind": "percent_of_total", "of": ["revenue"]})),
    ],
)
def test_what_says_no_growth_of_groups_stays(question: str, given: Form) -> None:
    assert with_said_growth(given, page(question)) == given and unread_growth(page(question), given) is None
