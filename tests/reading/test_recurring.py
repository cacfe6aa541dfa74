"""Weekdays and hours that come round again, as people say them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from groundplan.language.calendar.recurring import recurring, without
from groundplan.reading.time_columns import has_parts, parts_held
from groundplan.sources.shape import Column

CASES = yaml.safe_load((Path(__file__).parent / "recurring.yaml").read_text(encoding="utf-8"))
DAYS = Column(name="day", type="date", role="temporal")
MOMENTS = Column(name="at", type="datetime", role="temporal")


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_what_comes_round_again(case: list[Any]) -> None:
    text, said, part, values, *outside = case
    (found,) = recurring(text)
    assert (text[found.start : found.end], found.part, list(found.values)) == (said, part, values)
    assert found.outside == bool(outside)
    assert said not in without(text, [found])


@pytest.mark.parametrize(
    "text",
    [
        "last weekend sales",
        "sales by weekend",
        "the weekend of May 4",
        "last night",
        "sales by weekday",
        "weekdays vs weekends",
        "on friday",
        "between 3 and 5 stars",
        "by 5",
    ],
)
def test_what_does_not(text: str) -> None:
    assert recurring(text) == []


@pytest.mark.parametrize(
    ("text", "cued"),
    [("on weekends", True), ("on all the fridays", True), ("overnight", True), ("before 9am", True),
     ("in mornings", True), ("sold out nights", False), ("longer than two working days", False), ("sundays", False)],
)  # fmt: skip
def test_whether_rows_are_held_to_it(text: str, cued: bool) -> None:
    assert [found.cued for found in recurring(text)] == [cued]


@pytest.mark.parametrize(
    ("text", "op", "value"),
    [
        ("on weekends", "in", ["Sat", "Sun"]),
        ("not on mondays", "!=", "Mon"),
        ("before 9am", "between", [0, 8]),
        ("at noon", "=", 12),
        ("at night", "in", [22, 23, 0, 1, 2, 3, 4, 5]),
    ],
)
def test_as_a_condition(text: str, op: str, value: Any) -> None:
    (found,) = recurring(text)
    made = parts_held(MOMENTS, found)
    assert (made.column, made.op, made.value) == ("at", op, value)
    assert made.model_dump()["part"] == found.part
    assert has_parts(MOMENTS, found) and has_parts(DAYS, found) == (found.part == "weekday")


def test_months_have_no_weekdays() -> None:
    months = Column(name="month", type="date", role="temporal", samples=("2024-01-01", "2024-02-01", "2024-03-01"))
    (found,) = recurring("on sundays")
    assert not has_parts(months, found) and has_parts(DAYS, found)
    assert not has_parts(months.model_copy(update={"type": "datetime"}), found)
