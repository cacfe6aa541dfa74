"""A question that says on which day it is asked."""

from __future__ import annotations

import pytest

from groundplan.language.calendar.said_day import from_said_day


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("revenue last month by carrier (today is 2024-09-12)", "revenue from 2024-08-01 to 2024-08-31 by carrier"),
        ("How many do we have this week? Today is Wednesday, 2024-05-15.",
         "How many do we have from 2024-05-13 to 2024-05-19?"),
        ("orders this year to date (today is 2018-06-15)", "orders from 2018-01-01 to 2018-06-15"),
        ("sales ytd, today is 15 June 2018", "sales from 2018-01-01 to 2018-06-15"),
        ("заказы за прошлый месяц (сегодня 2024-09-12)", "заказы from 2024-08-01 to 2024-08-31"),
        ("orders in March 2023 (today is 2024-09-12)", "orders in March 2023"),
        ("what did we sell today", "what did we sell today"),
        ("today is a good day for sales", "today is a good day for sales"),
    ],
)  # fmt: skip
def test_times_are_told_from_the_day_that_is_named(text: str, told: str) -> None:
    assert from_said_day(text) == told
