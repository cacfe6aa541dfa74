"""Scores to a form: what is legal, what hangs together, what follows from what."""

from __future__ import annotations

from typing import Any

import pytest
from scored_pages import ORDERS, page

from groundplan.reading.embedded.decode import decode, likeliest, with_filters
from groundplan.reading.embedded.scores import AGGS, ANALYSES, CHOICES, ROLES
from groundplan.reading.formed.form import Form, Metric, Sort, Time
from groundplan.reading.intents import by_shape

SUM = ("revenue", "sum")


def read(question: str = "a question", **scores: Any) -> Form:
    return decode(page(question, **scores)).form


def form(**slots: Any) -> Form:
    return Form.model_validate(slots)


# ------------------------------------------------------------------ shares of periods

WEEKDAYS: dict[str, Any] = {"metrics": [(None, "count")], "roles": [("order_date", "time")]}


@pytest.mark.parametrize(
    ("question", "scores"),
    [
        ("orders by weekday", WEEKDAYS),
        ("which weekday do we shear", WEEKDAYS),
        ("shares by weekday", WEEKDAYS),
        ("share of orders by region", {"metrics": [(None, "count")], "roles": [("region", "group")]}),
        ("share of orders by weekday", {**WEEKDAYS, "metrics": [("revenue", "avg")]}),
    ],
)
def test_and_not_where_it_is_not_said_or_makes_no_sense(question: str, scores: dict[str, Any]) -> None:
    grain = "weekday" if scores["roles"][0][1] == "time" else "none"
    assert read(question, **scores, choices={"grain": grain}).derive is None


# ------------------------------------------------------------------ figures


@pytest.mark.parametrize("agg", ["sum", "avg", "median", "min", "max"])
@pytest.mark.parametrize("column", ["region", "returned"])
def test_text_and_flags_are_not_added_up(column: str, agg: str) -> None:
    assert (column, agg) not in [(m.column, m.agg) for m in read(metrics=[(column, agg)]).metrics]


@pytest.mark.parametrize("agg", ["min", "max"])
def test_dates_have_ends_but_no_sum(agg: str) -> None:
    assert read(metrics=[("order_date", agg)]).metrics == (Metric(column="order_date", agg=agg),)
    assert read(metrics=[("order_date", "avg")]).metrics != (Metric(column="order_date", agg="avg"),)


def test_only_rows_are_counted_and_rows_are_only_counted() -> None:
    assert read(metrics=[(None, "count")]).metrics == (Metric(agg="count"),)
    assert Metric(column="city", agg="count") not in read(metrics=[("city", "count")]).metrics
    assert Metric(column=None, agg="sum") not in read(metrics=[(None, "sum")]).metrics
    lasting = read(
        metrics=[(None, "avg")], roles=[("order_date", "of_first"), ("ship_date", "of_second")],
        choices={"derive": "duration"},
    )  # fmt: skip
    assert lasting.metrics == (Metric(column=None, agg="avg"),)
    assert lasting.derive is not None and lasting.derive.of == ("order_date", "ship_date")


def test_a_span_is_of_the_likeliest_dates_though_they_be_unsure() -> None:
    paid = ORDERS.columns[0].model_copy(update={"name": "paid_on"})
    three = ORDERS.model_copy(update={"columns": (*ORDERS.columns, paid)})
    given = page("how quick is it sent", table=three, metrics=[(None, "avg")], choices={"derive": "duration"})
    at = {shown.name: place for place, shown in enumerate(given.sheet.fields, 1)}
    ends = {"order_date": (0.6, 0.2), "ship_date": (0.1, 0.3), "paid_on": (0.1, 0.2)}
    for name, odds in ends.items():
        given.scores.roles[at[name], [ROLES.index("of_first"), ROLES.index("of_second")]] = odds
    lasting = decode(given).form
    assert lasting.derive is not None and lasting.derive.of == ("order_date", "ship_date")
    assert lasting.metrics == (Metric(column=None, agg="avg"),)


def test_the_first_of_two_figures_is_the_one_so_marked() -> None:
    two = [("revenue", "sum"), ("cost", "sum")]
    for first in ("revenue", "cost"):
        assert read(metrics=two, roles=[(first, "first")]).metrics[0].column == first


def test_the_likeliest_entries_together() -> None:
    entries = [(0.2, 1, "sum"), (0.9, 2, "avg"), (0.8, 3, "sum")]
    given = page("x", metrics=[SUM, ("cost", "sum")])
    assert likeliest(entries, given.scores.choices["metrics"]) == [(0.9, 2, "avg"), (0.8, 3, "sum")]


# ------------------------------------------------------------------ groups and time


def test_the_colour_comes_second() -> None:
    groups = [("region", "group"), ("product", "group")]
    assert read(metrics=[SUM], roles=[*groups, ("region", "second")]).group_by == ("product", "region")
    assert read(metrics=[SUM], roles=[*groups, ("product", "second")]).group_by == ("region", "product")


def test_what_is_time_is_no_group_as_well() -> None:
    both = [("order_date", "group"), ("order_date", "time"), ("region", "group")]
    found = read(metrics=[SUM], roles=both, choices={"grain": "month", "groups": "1"})
    assert found.group_by == ("region",) and found.time == Time(column="order_date", grain="month")


@pytest.mark.parametrize("column", ["region", "units", "returned"])
def test_only_what_carries_time_is_time(column: str) -> None:
    assert read(metrics=[SUM], roles=[(column, "time")], choices={"grain": "month"}).time is None


def test_days_that_are_a_condition_are_no_axis_unless_it_is_said() -> None:
    given: dict[str, Any] = {"metrics": [SUM], "roles": [("order_date", "time")], "ops": {"order_date": "period"}}
    given |= {"words": {"order_date": ["weekends"]}, "choices": {"grain": "weekday"}}
    assert read("revenue on weekends", **given).time is None
    assert read("revenue by weekday, only on weekends", **given).time == Time(column="order_date", grain="weekday")


def test_years_carry_time_and_a_trend_may_have_no_grain() -> None:
    assert read(metrics=[SUM], roles=[("model_year", "time")]).time == Time(column="model_year", grain="unknown")


def test_a_grain_without_a_likely_column_is_no_time_unless_it_is_said() -> None:
    assert read(metrics=[SUM], choices={"grain": "month"}).time is None
    assert read("revenue per month", metrics=[SUM]).time is None
    said = read("revenue per month", metrics=[SUM], choices={"grain": "month"})
    assert said.time == Time(column="order_date", grain="month")


# ------------------------------------------------------------------ order, limit, having, chart


@pytest.mark.parametrize("label", [label for label in CHOICES["sort"] if label != "none"])
def test_an_order_is_of_something_that_is_there(label: str) -> None:
    by, order = label.split()
    grouped = read(metrics=[SUM], roles=[("region", "group")], choices={"sort": label}).sort
    assert grouped == Sort(by="group" if by == "time" else by, order=order)
    timed = read(metrics=[SUM], roles=[("order_date", "time")], choices={"sort": label, "grain": "month"}).sort
    assert timed == Sort(by="time" if by == "group" else by, order=order)


def test_a_limit_is_a_number_that_is_said() -> None:
    ranked = {"metrics": [SUM], "roles": [("region", "group")], "analysis": ["rank"]}
    assert read("top 3 regions", **ranked, numbers={"limit": "3"}, choices={"limit": "number"}).limit == 3
    assert read("top three regions", **ranked, numbers={"limit": "three"}, choices={"limit": "number"}).limit == 3
    assert read("the best region", **ranked, choices={"limit": "one"}).limit == 1
    assert read("top regions", **ranked, choices={"limit": "number"}).limit is None
    assert read("top 3 regions", **ranked, numbers={"limit": "3"}).limit is None
    assert read("top 0 regions", **ranked, numbers={"limit": "0"}, choices={"limit": "number"}).limit is None


def test_a_follow_up_keeps_the_limit_and_the_having_before() -> None:
    prior = form(metrics=[{"column": "revenue"}], group_by=["region"], limit=7, having={"op": ">", "value": 50})
    given = {"metrics": [SUM], "roles": [("region", "group")], "prior": prior}
    kept = read("as a bar chart", **given, choices={"limit": "number", "having": ">", "chart": "bar"})
    assert (kept.limit, kept.having, kept.chart) == (7, prior.having, "bar")
    changed = read(
        "top 4 over 80", **given, numbers={"limit": "4", "having": "80"}, choices={"limit": "number", "having": "<"}
    )
    assert (
        changed.limit == 4 and changed.having is not None and (changed.having.op, changed.having.value) == ("<", 80.0)
    )


def test_a_having_needs_its_number() -> None:
    assert (
        read("regions with much revenue", metrics=[SUM], roles=[("region", "group")], choices={"having": ">"}).having
        is None
    )


def test_two_conditions_may_be_alternatives_one_may_not() -> None:
    one = {"ops": {"region": "="}, "cells": ("North",), "metrics": [SUM]}
    assert read("north", **one, choices={"join": "or"}).join == "and"
    two = {"ops": {"region": "=", "units": ">"}, "cells": ("North",), "words": {"units": ["5"]}, "metrics": [SUM]}
    assert read("north or over 5", **two, choices={"join": "or"}).join == "or"


def test_a_window_is_for_a_moving_average() -> None:
    timed = {"metrics": [SUM], "roles": [("order_date", "time")], "numbers": {"window": "3"}}
    moving = read(
        "3 month average", **timed, choices={"derive": "moving_average", "window": "number", "grain": "month"}
    )
    assert moving.derive is not None and moving.derive.window == 3
    running = read("3 month average", **timed, choices={"derive": "cumulative", "window": "number", "grain": "month"})
    assert running.derive is not None and running.derive.window is None


# ------------------------------------------------------------------ what follows

RANKED_OVER_TIME: dict[str, Any] = {
    "metrics": [{"agg": "count"}],
    "group_by": ["region"],
    "time": {"column": "d", "grain": "month"},
    "limit": 3,
}


@pytest.mark.parametrize(
    ("slots", "found", "follows"),
    [
        ({"metrics": [{"column": "revenue"}]}, set(), {"total"}),
        ({"metrics": [{"column": "revenue", "agg": "avg"}]}, set(), {"total"}),
        ({"metrics": [{"column": "revenue", "agg": "avg"}], "group_by": ["region"]}, set(), {"compare"}),
        ({"metrics": [{"agg": "count"}]}, set(), {"count"}),
        ({"metrics": [{"agg": "count"}], "group_by": ["region"], "limit": 3}, set(), {"count", "rank"}),
        ({"metrics": [{"agg": "count"}], "time": {"column": "d", "grain": "month"}}, set(), {"count", "trend"}),
        ({"metrics": [{"agg": "count"}], "time": {"column": "d", "grain": "weekday"}}, set(), {"count", "compare"}),
        ({**RANKED_OVER_TIME}, set(), {"count", "rank"}),
        ({**RANKED_OVER_TIME, "derive": {"kind": "percent_change"}}, set(), {"count", "trend", "rank"}),
        ({"metrics": [{"column": "city", "agg": "none"}]}, set(), {"lookup"}),
        ({"metrics": [{"column": "city", "agg": "none"}], "group_by": ["region"]}, {"anomaly"}, set()),
        ({}, {"summary"}, set()),
    ],
)
def test_analyses_that_follow_from_the_shape(slots: dict[str, Any], found: set[str], follows: set[str]) -> None:
    assert by_shape(form(**slots), found) == follows


@pytest.mark.parametrize(
    ("given", "outputs"),
    [
        ({"metrics": [SUM]}, ("table",)),
        ({"metrics": [SUM], "roles": [("region", "group")]}, ("chart", "table")),
        ({"metrics": [SUM], "roles": [("region", "group")], "outputs": ["table"]}, ("table",)),
        ({"metrics": [SUM], "roles": [("region", "group")], "outputs": ["chart"]}, ("chart", "table")),
        ({"question": "draw it", "metrics": [SUM], "roles": [("region", "group")], "outputs": ["chart"]}, ("chart",)),
        ({"metrics": [SUM], "roles": [("region", "group")], "outputs": ["chart", "table"]}, ("chart", "table")),
        ({"metrics": [SUM], "roles": [("region", "group")], "choices": {"chart": "bar"}}, ("chart", "table")),
        (
            {"question": "bars", "metrics": [SUM], "roles": [("region", "group")], "choices": {"chart": "bar"}},
            ("chart",),
        ),
        ({"metrics": [("city", "none")]}, ("table",)),
    ],
)
def test_outputs_are_what_is_said_or_what_can_be_drawn(given: dict[str, Any], outputs: tuple[str, ...]) -> None:
    assert read(**given).outputs == outputs


def test_how_sure_a_reading_is() -> None:
    given = page("total revenue", metrics=[SUM])
    sure = decode(given)
    assert sure.certainty == pytest.approx(1.0)
    given.scores.choices["chart"][:] = 0.5 * given.scores.choices["chart"]
    assert decode(given).certainty == pytest.approx(0.5)


def test_other_conditions_change_nothing_else() -> None:
    given = page("north", metrics=[SUM], roles=[("region", "group")], ops={"region": "="}, cells=("North",))
    reading = decode(given)
    without = with_filters(reading, [], given)
    assert reading.form.filters and not without.form.filters
    assert without.form.model_copy(update={"filters": reading.form.filters}) == reading.form


def test_any_scores_decode_to_columns_that_exist() -> None:
    import numpy as np

    for seed in range(40):
        given, chance = page("top 3 north 2023 of 5"), np.random.default_rng(seed)
        for array in (*given.scores.choices.values(), given.scores.aggs, given.scores.roles, given.scores.ops,
                      given.scores.cells, given.scores.numbers, given.scores.tags, given.scores.analysis):  # fmt: skip
            array[:] = chance.random(array.shape)
        found = decode(given).form
        names = {column.name for column in ORDERS.columns}
        assert {
            *found.group_by,
            *(m.column for m in found.metrics if m.column),
            *(f.column for f in found.filters),
        } <= names
    assert given.scores.aggs.shape[1] == len(AGGS) and given.scores.roles.shape[1] == len(ROLES)
    assert len(given.scores.analysis) == len(ANALYSES)
