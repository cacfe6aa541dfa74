"""Periods that are set side by side: told apart where they are compared, and held to nothing in between."""

from __future__ import annotations

import pytest
from trained_pages import ORDERS, page

from groundplan.reading.embedded.beside import unread_periods
from groundplan.reading.embedded.conditions import Page
from groundplan.reading.embedded.decode import decode


def _by_region(said: str) -> Page:
    return page(
        f"revenue by region in {said}",
        metrics=[("revenue", "sum")],
        roles=[("region", "group")],
        ops={"order_date": "period"},
        words={"order_date": [said]},
    )


@pytest.mark.parametrize(
    ("said", "grain", "held"),
    [
        ("2022 vs 2023", "year", [["2022-01-01", "2023-12-31"]]),
        ("2022 vs 2024", "year", [["2022-01-01", "2022-12-31"], ["2024-01-01", "2024-12-31"]]),
        ("q1 2023 against q1 2024", "quarter", [["2023-01-01", "2023-03-31"], ["2024-01-01", "2024-03-31"]]),
        ("may 2023 compared to may 2024", "month", [["2023-05-01", "2023-05-31"], ["2024-05-01", "2024-05-31"]]),
        ("2022 and 2024", None, [["2022-01-01", "2022-12-31"], ["2024-01-01", "2024-12-31"]]),
        ("2022 and 2023", None, [["2022-01-01", "2023-12-31"]]),
        ("2022 to 2024", None, [["2022-01-01", "2024-12-31"]]),
        ("between 2022 and 2024", None, [["2022-01-01", "2024-12-31"]]),
    ],
)
def test_periods_side_by_side(said: str, grain: str | None, held: list[list[str]]) -> None:
    form = decode(_by_region(said)).form
    assert (form.time.grain if form.time else None) == grain
    assert [f.value for f in form.filters] == held
    assert form.join == ("or" if len(held) > 1 else "and")


def test_another_condition_holds_for_each_of_them() -> None:
    form = decode(
        page(
            "revenue in the north, 2022 vs 2024",
            metrics=[("revenue", "sum")],
            ops={"order_date": "period", "region": "="},
            words={"order_date": ["2022 vs 2024"], "region": ["north"]},
            cells=["North"],
        )
    ).form
    assert [{f.column for f in part} for part in form.alternatives] == [{"region", "order_date"}] * 2


@pytest.mark.parametrize(
    ("question", "grain"),
    [
        ("difference in revenue between 2023 and 2024", "year"),
        ("compare revenue of 2023 and 2024", "year"),
        ("more revenue in 2023 than in 2024", "year"),
        ("revenue between 2023 and 2024", None),
        ("revenue of 2023 and 2024", None),
    ],
)
def test_what_asks_for_a_comparison(question: str, grain: str | None) -> None:
    said = question[question.index("2023") :]
    read = page(question, metrics=[("revenue", "sum")], ops={"order_date": "period"}, words={"order_date": [said]})
    form = decode(read).form
    assert (form.time.grain if form.time else None) == grain


@pytest.mark.parametrize(
    ("question", "without", "held"),
    [
        ("revenue 2023 vs 2024", {"ship_date", "model_year"}, True),
        ("revenue 2023 vs 2024", {"ship_date"}, False),
        ("revenue 2023 vs 2024", {"model_year"}, False),
        ("revenue of 2024", {"ship_date", "model_year"}, False),
    ],
)
def test_compared_periods_that_no_condition_has_are_of_the_only_date(
    question: str, without: set[str], held: bool
) -> None:
    columns = tuple(column for column in ORDERS.columns if column.name not in without)
    read = page(question, table=ORDERS.model_copy(update={"columns": columns}), metrics=[("revenue", "sum")])
    assert bool(decode(read).form.filters) == held


@pytest.mark.parametrize(
    ("said", "refused"), [("the first half of 2023 vs march 2024", True), ("2022 vs 2024", False), ("2023", False)]
)
def test_a_comparison_that_no_grain_tells_apart_is_refused(said: str, refused: bool) -> None:
    read = _by_region(said)
    doubt = unread_periods(read, decode(read).form)
    assert (doubt is not None and "one of them at a time" in doubt.message) == refused
