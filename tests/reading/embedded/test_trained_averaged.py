"""Averages that words say right before the name of a column."""

from __future__ import annotations

from typing import Any

import pytest
from trained_pages import page

from groundplan.query.form import Metric
from groundplan.reading.embedded.decode import decode

ROWS: dict[str, Any] = {"analysis": ["lookup"], "ops": {"units": ">"}, "words": {"units": ["5"]}}


@pytest.mark.parametrize(
    ("question", "metrics"),
    [
        ("average revenue of orders over 5 units", (Metric(column="revenue", agg="avg"),)),
        ("median cost of orders over 5 units", (Metric(column="cost", agg="median"),)),
        ("orders over 5 units, mean cost", (Metric(column="cost", agg="avg"),)),
        ("orders over 5 units, i mean revenue", ()),
        ("average region of orders over 5 units", ()),
        ("orders over 5 units on average", ()),
        ("average revenue and average cost over 5 units", ()),
    ],
)
def test_an_average_that_is_said_is_not_passed_over(question: str, metrics: tuple[Metric, ...]) -> None:
    form = decode(page(question, **ROWS)).form
    assert form.metrics == metrics
    assert form.analysis == (("total",) if metrics else ("lookup",))
    assert [f.column for f in form.filters] == ["units"]


def test_what_was_read_as_a_figure_stands() -> None:
    form = decode(page("average revenue", metrics=[("cost", "sum")])).form
    assert form.metrics == (Metric(column="cost", agg="sum"),)
