"""The best period of each group and the best group of each period: which is ranked in which is read from the words."""

from __future__ import annotations

from typing import Any

import pytest
from trained_pages import page

from groundplan.query.form import Form
from groundplan.reading.embedded.conditions import Page
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.ranked import unread_ranking

TIMED = [("product", "group"), ("order_date", "time")]


def read(question: str, agg: str = "sum", limit: str = "one", **more: Any) -> tuple[Form, Page]:
    given: dict[str, Any] = {
        "metrics": [("revenue", agg)],
        "roles": TIMED,
        "analysis": ("rank",),
        "choices": {"grain": "month", "sort": "metric desc", "limit": limit},
        **more,
    }
    asked = page(question, **given)
    return decode(asked).form, asked


@pytest.mark.parametrize(
    ("question", "grain"),
    [
        ("best month for each product", "month"),
        ("which month was best for each product by revenue", "month"),
        ("best selling week per product", "week"),
        ("the best day of every product", "day"),
        ("лучший месяц для каждого товара", "month"),
    ],
)
def test_periods_are_ranked_in_each_group(question: str, grain: str) -> None:
    form, asked = read(question)
    assert (form.group_by, form.each, form.limit) == (("product",), "product", 1)
    assert form.time and (form.time.column, form.time.grain) == ("order_date", grain)
    assert form.best_of_each and "trend" not in form.analysis
    assert unread_ranking(asked, form) is None


@pytest.mark.parametrize(
    "question", ["top product in each month", "the best product of every month", "лучший товар в каждом месяце"]
)
def test_groups_are_ranked_in_each_period(question: str) -> None:
    form, asked = read(question)
    assert (form.group_by, form.each, form.limit) == (("product",), "order_date", 1)
    assert form.best_of_each and unread_ranking(asked, form) is None


@pytest.mark.parametrize(("agg", "order"), [("max", "desc"), ("min", "asc")])
def test_a_period_is_ranked_by_its_total_and_not_by_its_largest_row(agg: str, order: str) -> None:
    form, _ = read("best month for each product", agg, choices={"grain": "month"}, analysis=())
    assert [(m.column, m.agg) for m in form.metrics] == [("revenue", "sum")]
    assert form.sort and (form.sort.by, form.sort.order, form.limit) == ("metric", order, 1)


@pytest.mark.parametrize(
    "question",
    [
        "revenue each month for the top product",
        "revenue per month for each product",
        "which product was best per month of each year",
        "top product by month",
    ],
)
def test_other_words_of_periods_rank_none_of_them(question: str) -> None:
    form, _ = read(question)
    assert form.each is None


def test_of_two_dates_none_is_taken_where_none_was_read() -> None:
    form, asked = read("best month for each product", "max", roles=[("product", "group")], choices={}, analysis=())
    assert form.each is None
    assert unread_ranking(asked, form) is not None


@pytest.mark.parametrize(
    ("question", "lost"), [("best month of each quarter", "quarter"), ("the best month in every week", "week")]
)
def test_the_best_period_of_each_longer_period_is_not_ranked_over_all_times(question: str, lost: str) -> None:
    form, asked = read(question, roles=[("order_date", "time")])
    found = unread_ranking(asked, form)
    assert found is not None and found.kind == "refuse"
    assert f"'{lost}' is not in what was understood" in found.message


def test_periods_that_are_ranked_over_all_times_are_not_refused() -> None:
    form, asked = read("best month by revenue", roles=[("order_date", "time")])
    assert form.limit == 1 and unread_ranking(asked, form) is None
