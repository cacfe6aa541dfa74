"""Averages over things and periods, rankings in each group, two grains of one time: as the network marks them."""

from __future__ import annotations

from typing import Any

import pytest
from scored_pages import page

from groundplan.reading.embedded.decode import decode
from groundplan.reading.formed.form import Form, Time

MONTHS: dict[str, Any] = {"roles": [("order_date", "time"), ("order_date", "per")], "choices": {"grain": "month"}}
REVENUE = [("revenue", "sum")]


def form_of(question: str, prior: Form | None = None, **given: Any) -> Form:
    return decode(page(question, prior=prior, **given)).form


def test_a_figure_is_averaged_over_the_periods_of_its_time() -> None:
    form = form_of("average monthly revenue", metrics=REVENUE, **MONTHS)
    assert (form.per, form.time) == ("order_date", Time(column="order_date", grain="month"))
    assert form.per_period and [(m.column, m.agg) for m in form.metrics] == REVENUE


def test_what_is_averaged_over_is_no_group() -> None:
    roles = [("product", "group"), ("product", "per")]
    form = form_of("orders per product on average", metrics=[(None, "count")], roles=roles)
    assert (form.per, form.group_by) == ("product", ())


@pytest.mark.parametrize("agg", ["avg", "median", "max", "none"])
def test_only_what_adds_up_is_averaged_over_others(agg: str) -> None:
    assert form_of("average monthly revenue", metrics=[("revenue", agg)], **MONTHS).per is None


def test_a_limit_counts_in_each_value_of_the_marked_group() -> None:
    roles = [("product", "group"), ("region", "group"), ("region", "second"), ("region", "each")]
    chosen = {"limit": "one", "sort": "metric desc"}
    form = form_of("top product by revenue in each region", metrics=REVENUE, roles=roles, choices=chosen)
    assert (form.each, form.group_by, form.limit) == ("region", ("region", "product"), 1)


def test_without_a_limit_nothing_is_ranked_in_each_group() -> None:
    roles = [("product", "group"), ("region", "group"), ("region", "each")]
    assert form_of("revenue by product in each region", metrics=REVENUE, roles=roles).each is None


def test_a_second_grain_needs_a_first_one() -> None:
    crossed = {"grain": "weekday", "across": "hour"}
    time = [("order_date", "time")]
    assert form_of("revenue by weekday and hour", metrics=REVENUE, roles=time, choices=crossed).across == "hour"
    assert form_of("revenue", metrics=REVENUE, choices={"across": "hour"}).across is None
