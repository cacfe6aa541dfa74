"""Follow-ups: what is not spoken of stays as it was."""

from __future__ import annotations

import pytest
from trained_pages import page

from groundplan.query.form import Filter, Form, Metric, Sort
from groundplan.reading.embedded.revise import as_said, revised

BEFORE = Form(metrics=(Metric(column="revenue", agg="max"),), group_by=("region",), sort=Sort(by="group", order="asc"))


def after(question: str, read: Form) -> Form:
    return revised(read, page(question, prior=BEFORE))


def test_an_aggregate_that_is_not_said_is_the_one_before() -> None:
    read = Form(metrics=(Metric(column="revenue", agg="avg"),), group_by=("product",))
    assert after("now by product", read).metrics == BEFORE.metrics


@pytest.mark.parametrize("said", ["make it the average", "the mean instead"])
def test_an_aggregate_that_is_said_counts(said: str) -> None:
    read = Form(metrics=(Metric(column="revenue", agg="avg"),))
    assert after(said, read).metrics == read.metrics


def test_another_figure_has_its_own_aggregate() -> None:
    read = Form(metrics=(Metric(column="units", agg="sum"),))
    assert after("what about units", read).metrics == read.metrics


def test_an_order_that_is_not_said_is_the_one_before() -> None:
    read = Form(metrics=BEFORE.metrics, sort=Sort(by="metric", order="desc"))
    assert after("only the north", read).sort == BEFORE.sort
    assert after("highest first", read).sort == read.sort


def test_a_group_is_added_where_that_is_said() -> None:
    read = Form(metrics=BEFORE.metrics, group_by=("product",))
    assert after("also by product", read).group_by == ("region", "product")
    assert after("now by product", read).group_by == ("product",)


def test_without_a_question_before_nothing_is_kept() -> None:
    read = Form(metrics=(Metric(column="revenue", agg="avg"),))
    assert revised(read, page("by product")) == read


def test_what_a_ranking_left_out_unasked_is_not_kept_beyond_it() -> None:
    filled, oslo = Filter(column="region", op="not_null"), Filter(column="city", op="=", value="Oslo")
    ranked = Form(group_by=("region",), limit=1, filters=(filled, oslo))
    assert as_said(ranked).filters == (oslo,)
    assert as_said(ranked.model_copy(update={"limit": None})).filters == (filled, oslo), "it was said"
    assert as_said(ranked.model_copy(update={"group_by": ("city",)})).filters == (filled, oslo)
