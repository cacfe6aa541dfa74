"""What is put right in a form that was read."""

from __future__ import annotations

from typing import Any

import pytest
from scored_pages import ORDERS, page

from groundplan.reading.embedded.rules import RULES, with_ahead
from groundplan.reading.formed.form import Derive, Form, Metric, Time
from groundplan.sources.shape import Table


def sound(form: Form, table: Table = ORDERS) -> Form:
    over = page("", table=table)
    for rule in RULES.forms:
        form = rule(form, over, ())
    return form


def form(**slots: Any) -> Form:
    return Form.model_validate(slots)


def test_a_column_is_not_set_against_itself() -> None:
    listed = form(metrics=[{"column": "region", "agg": "none"}], group_by=["region"], analysis=["lookup"])
    assert sound(listed).group_by == ()
    drawn = sound(listed.model_copy(update={"chart": "bar"}))
    assert (drawn.metrics, drawn.group_by) == ((Metric(agg="count"),), ("region",))


def test_a_duration_has_two_dates() -> None:
    lasting = form(metrics=[{"column": None, "agg": "avg"}], derive={"kind": "duration"})
    found = sound(lasting)
    assert found.derive is not None and found.derive.of == ("order_date", "ship_date")
    dateless = ORDERS.model_copy(update={"columns": tuple(c for c in ORDERS.columns if c.name != "ship_date")})
    assert sound(lasting, dateless).derive is None and sound(lasting, dateless).metrics == ()


def test_a_ratio_of_one_figure_is_none() -> None:
    one = form(
        metrics=[{"column": "revenue"}], derive={"kind": "difference", "of": ["revenue"]},
        filters=[{"column": "region", "op": "in", "value": ["North", "South"]}],
    )  # fmt: skip
    three = one.model_copy(
        update={"filters": (one.filters[0].model_copy(update={"value": ["North", "South", "East"]}),)}
    )
    found = sound(three)
    assert found.derive is None and found.group_by == ("region",)
    two = form(metrics=[{"column": "revenue"}, {"column": "cost"}], derive={"kind": "ratio", "of": ["revenue", "cost"]})
    assert sound(two).derive == two.derive


def test_an_average_is_not_divided_by_a_total() -> None:
    metrics = [{"column": "revenue", "agg": "avg"}, {"column": "cost"}]
    priced = form(metrics=metrics, group_by=["city"], derive={"kind": "ratio", "of": ["cost"]})
    found = sound(priced)
    assert found.derive is None and found.metrics == priced.metrics[:1] and found.group_by == ("city",)


def test_a_difference_of_one_figure_is_between_two_things() -> None:
    asked = form(
        metrics=[{"column": "revenue"}, {"column": "cost"}], derive={"kind": "difference", "of": ["revenue"]},
        filters=[{"column": "region", "op": "in", "value": ["North", "South"]}],
    )  # fmt: skip
    found = sound(asked)
    assert found.metrics == (Metric(column="revenue"),) and found.group_by == ("region",)
    assert found.derive is not None and found.derive.of == ("revenue",)
    both = asked.model_copy(update={"derive": Derive(kind="difference", of=("revenue", "cost"))})
    found = sound(both)
    assert (found.metrics, found.derive, found.group_by) == (both.metrics, both.derive, ()), (
        "two figures, no two groups"
    )


def test_a_value_that_is_given_is_not_told_apart() -> None:
    grass = form(
        metrics=[{"column": "region", "agg": "count_distinct"}],
        filters=[{"column": "region", "op": "=", "value": "North"}],
    )
    assert sound(grass).metrics == (Metric(agg="count"),)
    others = grass.model_copy(update={"filters": (grass.filters[0].model_copy(update={"op": "!="}),)})
    assert sound(others).metrics == grass.metrics


def test_one_number_is_not_drawn() -> None:
    lone = form(metrics=[{"column": "revenue"}], analysis=["total"], chart="bar", outputs=["chart"])
    assert (sound(lone).chart, sound(lone).outputs) == (None, ("table",))
    for chart, agg in (("histogram", "none"), ("box", "sum")):
        drawn = form(metrics=[{"column": "revenue", "agg": agg}], chart=chart)
        assert sound(drawn).chart == chart


def test_the_value_of_one_thing_is_not_drawn() -> None:
    one = form(
        metrics=[{"column": "revenue", "agg": "none"}], analysis=["lookup"], chart="bar", outputs=["chart"],
        filters=[{"column": "city", "op": "=", "value": "Oslo"}],
    )  # fmt: skip
    assert (sound(one).chart, sound(one).outputs) == (None, ("table",))
    spread = one.model_copy(update={"chart": "histogram"})
    assert sound(spread).chart == "histogram"
    assert sound(one.model_copy(update={"filters": ()})).chart == "bar"


def test_a_sound_form_stays_as_it_is() -> None:
    fine = form(
        metrics=[{"column": "revenue"}], group_by=["region"], analysis=["total", "compare"], chart="bar",
        outputs=["chart"], time={"column": "order_date", "grain": "month"},
    )  # fmt: skip
    assert sound(fine) == fine


FORECAST = Form(analysis=("forecast",), time=Time(column="ordered", grain="month"))


@pytest.mark.parametrize(
    ("question", "grain", "ahead"),
    [
        ("forecast revenue for the next 3 months", "month", 3),
        ("forecast revenue, three months ahead", "month", 3),
        ("forecast revenue for the next 2 quarters", "month", 6),
        ("monthly forecast for next year", "month", 12),
        ("forecast the coming quarter", "quarter", 1),
        ("forecast of the next 2 weeks by day", "day", 14),
        ("прогноз на следующий квартал по месяцам", "month", 3),
        ("forecast revenue", "month", None),
        ("forecast revenue by month", "month", None),
        ("yearly forecast of the next 3 months", "year", None),
        ("forecast the next 900 months", "month", None),
    ],
)
def test_the_periods_that_are_said_in_the_grain_of_the_series(question: str, grain: str, ahead: int | None) -> None:
    form = FORECAST.model_copy(update={"time": Time(column="ordered", grain=grain)})
    assert with_ahead(form, page(question, table=ORDERS), ()).ahead == ahead


def test_only_a_forecast_looks_ahead() -> None:
    form = Form(analysis=("trend",), time=Time(column="ordered", grain="month"))
    assert with_ahead(form, page("revenue of the next 3 months", table=ORDERS), ()).ahead is None


def test_a_follow_up_looks_as_far_as_the_question_before() -> None:
    prior = FORECAST.model_copy(update={"ahead": 5})
    assert with_ahead(FORECAST, page("as a table", table=ORDERS, prior=prior), ()).ahead == 5
    assert with_ahead(FORECAST, page("the next 2 months", table=ORDERS, prior=prior), ()).ahead == 2
