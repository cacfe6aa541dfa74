"""A limit over groups and times: the labels say which of the two it takes, and what the words leave open is refused."""

from __future__ import annotations

from typing import Any

import pytest
from trained_pages import page

from groundplan.query.form import Form
from groundplan.reading.embedded.conditions import Page
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.ranked import unread_ranking


def read(question: str, *labels: str, grain: str = "month", limit: int = 3, **more: Any) -> tuple[Form, Page]:
    """The form of a question about revenue, a group, a time and a limit, of which the network says these labels."""
    choices = {"grain": grain, "sort": "metric desc", "limit": "one" if limit == 1 else "number"}
    given: dict[str, Any] = {
        "metrics": [("revenue", "sum")],
        "roles": [("product", "group"), ("order_date", "time")],
        "analysis": labels,
        "choices": {**choices, **more.pop("choices", {})},
        "numbers": {} if limit == 1 else {"limit": str(limit)},
        **more,
    }
    asked = page(question, **given)
    return decode(asked).form, asked


@pytest.mark.parametrize(
    ("question", "grain"),
    [
        ("monthly revenue of the top 3 products", "month"),
        ("revenue each week for the top 3 products", "week"),
        ("выручка по месяцам для топ 3 товаров", "month"),
        ("revenue by weekday for the top 3 products", "weekday"),
        ("revenue over time of the top 3 products", "none"),
    ],
)
def test_a_trend_and_a_rank_take_the_best_groups(question: str, grain: str) -> None:
    form, asked = read(question, "trend", "rank", grain=grain)
    assert form.best_series and form.analysis == ("total", "trend", "rank")
    assert unread_ranking(asked, form) is None


@pytest.mark.parametrize(
    ("question", "limit"),
    [
        ("which product had the best single month by revenue", 1),
        ("in which month and product was revenue highest", 1),
        ("top 3 months of any product by revenue", 3),
        ("top 3 combinations of product and month by revenue", 3),
        ("товар и месяц с наибольшей выручкой", 1),
    ],
)
def test_a_rank_alone_takes_groups_at_times(question: str, limit: int) -> None:
    form, asked = read(question, "rank", limit=limit)
    assert form.best_pairs and form.analysis == ("total", "rank")
    assert unread_ranking(asked, form) is None


@pytest.mark.parametrize(
    "question",
    [
        "monthly revenue of the top 3 products",
        "revenue per month for the top 3 products",
        "top 3 products by revenue by the month",
        "top 3 products month by month",
        "revenue a month of the top 3 products",
        "revenue of the top 3 products across all months",
        "trend of the top 3 products, month and revenue",
        "выручка по месяцам для топ 3 товаров",
    ],
)
def test_what_the_words_leave_open_is_refused(question: str) -> None:
    form, asked = read(question, "rank")
    found = unread_ranking(asked, form)
    assert form.best_pairs and found and found.kind == "refuse"
    assert "a ranking of times and of product at once is not told apart" in found.message


def test_a_line_and_a_time_without_a_grain_do_not_make_pairs_clear() -> None:
    for more in ({"choices": {"chart": "line"}}, {"grain": "none"}):
        form, asked = read("top 3 months of any product by revenue", "rank", **more)
        assert unread_ranking(asked, form) is not None


def test_the_days_between_two_dates_are_a_figure_as_any_other() -> None:
    chosen = {"derive": "duration"}
    roles = [("product", "group"), ("order_date", "time"), ("order_date", "of_first"), ("ship_date", "of_second")]
    given: dict[str, Any] = {"choices": chosen, "roles": roles, "metrics": [(None, "avg")]}
    for labels, refused in ((("trend", "rank"), False), (("rank",), True)):
        form, asked = read("average days to ship per month of the top 3 products", *labels, **given)
        assert form.derive and form.derive.kind == "duration" and form.best_series is not refused
        assert (unread_ranking(asked, form) is not None) is refused


@pytest.mark.parametrize("then", ["as a bar chart", "only 2024", "now by region"])
@pytest.mark.parametrize("labels", [("trend", "rank"), ("rank",)])
def test_a_follow_up_takes_what_was_taken_before(then: str, labels: tuple[str, ...]) -> None:
    prior, _ = read("top 3 months of any product by revenue", *labels)
    for said in (("trend", "rank"), ("rank",)):
        form, asked = read(then, *said, prior=prior, numbers={})
        assert form.limit == 3 and form.analysis == prior.analysis
        assert unread_ranking(asked, form) is None


def test_a_follow_up_without_a_grain_keeps_the_one_before() -> None:
    prior, _ = read("top 3 months of any product by revenue", "rank")
    form, _ = read("as a bar chart", "rank", grain="none", prior=prior, numbers={})
    assert form.time == prior.time


def test_a_follow_up_may_ask_for_the_trend() -> None:
    prior, _ = read("top 3 months of any product by revenue", "rank")
    form, _ = read("and their trend over time", "trend", "rank", prior=prior, numbers={})
    assert form.best_series
