"""How far a forecast looks ahead."""

from __future__ import annotations

import pytest
from trained_pages import ORDERS, page

from groundplan.query.form import Form, Time
from groundplan.reading.embedded.rules import with_ahead

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
