"""Scores to conditions: every operator, every type of column, and the form before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scored_pages import ORDERS, one_hot, page

from groundplan.reading.embedded.cells_named import Naming, held_to
from groundplan.reading.embedded.conditions import conditions, joined
from groundplan.reading.embedded.page import Page, Stretch
from groundplan.reading.embedded.question_words import link
from groundplan.reading.embedded.scores import CHOICES, OPS
from groundplan.reading.formed.form import Filter, Form
from groundplan.sources.shape import Column, Table
from groundplan.values.match import Match


def filters(given: Page) -> list[tuple[str, str, Any]]:
    return [(f.column, f.op, f.value) for c in conditions(given) for f in c.filters]


def limited(question: str, column: str, op: str, *said: str, cells: tuple[str, ...] = (), **more: Any) -> Any:
    """The one condition on a column, as operator and value; None where there is none."""
    words = {column: list(said)} if said else {}
    found = filters(page(question, ops={column: op}, words=words, cells=cells, **more))
    assert [name for name, _, _ in found] == [column] * len(found)
    return found[0][1:] if len(found) == 1 else [pair[1:] for pair in found] or None


@pytest.mark.parametrize("op", ["=", "!="])
def test_one_cell(op: str) -> None:
    assert limited("revenue in the north", "region", op, "north", cells=("North",)) == (op, "North")


@pytest.mark.parametrize(("op", "becomes"), [("in", "in"), ("=", "in"), ("not_in", "not_in"), ("!=", "not_in")])
def test_two_cells_are_a_list(op: str, becomes: str) -> None:
    found = limited("revenue in the north and south", "region", op, "north", "south", cells=("North", "South"))
    assert (found[0], set(found[1])) == (becomes, {"North", "South"})


def test_what_is_said_twice_limits_once() -> None:
    given = page("revenue in the north", ops={"region": "="}, words={"region": ["north"]}, cells=("North",))
    (found,) = conditions(given)
    assert joined(given, [found, found]) == joined(given, [found])


def test_one_stretch_equals_one_cell_the_likelier() -> None:
    given = page("revenue in the north", ops={"region": "="}, words={"region": ["north"]}, cells=("North", "South"))
    given.scores.cells[given.sheet.values.index("South")] = 0.6
    assert filters(given) == [("region", "=", "North")]


@pytest.mark.parametrize(("op", "becomes"), [("in", "="), ("not_in", "!=")])
def test_a_list_of_one_is_that_one(op: str, becomes: str) -> None:
    assert limited("revenue in the north", "region", op, cells=("North",)) == (becomes, "North")


def test_words_stand_for_a_cell_that_was_not_picked() -> None:
    assert limited("revenue in the nortth", "region", "=", "nortth") == ("=", "North")


def test_a_cell_gives_way_to_another_one_that_is_said() -> None:
    assert limited("revenue in the west", "region", "=", "west", cells=("North",)) == ("=", "West")
    assert limited("revenue up there", "region", "=", "up there", cells=("North",)) == ("=", "North")
    assert limited("product 500", "product", "=", "500", cells=("Desk",)) == ("=", "500")


PLACES = Table(
    name="orders",
    rows=90,
    columns=(
        Column(
            name="place",
            type="text",
            role="categorical",
            distinct=6,
            values=("Berlin, Germany", "Munich, Germany", "Paris, France", "New York", "New Jersey", "Essex, New York"),
        ),
        Column(name="revenue", type="number", role="numeric", distinct=88, low=9.5, high=4000.0, samples=(44.5,)),
    ),
)


@pytest.mark.parametrize(
    ("question", "said", "picked", "op", "held"),
    [
        ("revenue in germany", "germany", "Munich, Germany", "=", ("contains", "Germany")),
        ("revenue outside germany", "germany", "Munich, Germany", "!=", ("not_contains", "Germany")),
        ("revenue in berlin germany", "berlin germany", "Berlin, Germany", "=", ("=", "Berlin, Germany")),
        ("revenue in france", "france", "Paris, France", "=", ("=", "Paris, France")),
        ("revenue in new york", "new york", "Essex, New York", "=", ("=", "New York")),
        ("revenue in the bavarian capital", "bavarian capital", "Munich, Germany", "=", ("=", "Munich, Germany")),
        ("orders in germany at the border", "border", "Munich, Germany", "=", ("=", "Munich, Germany")),
    ],
)
def test_a_part_that_several_cells_have_means_them_all(
    question: str, said: str, picked: str, op: str, held: tuple[str, str]
) -> None:
    assert limited(question, "place", op, said, cells=(picked,), table=PLACES) == held


OFFICES = Table(
    name="staff",
    rows=90,
    columns=(
        Column(name="office", type="text", role="categorical", distinct=4,
               values=("Berlin, DE", "Munich, DE", "Leeds, UK", "Paris, FR")),
        Column(name="title", type="text", role="categorical", distinct=3,
               values=("Senior", "Manager", "Senior Manager")),
        Column(name="item", type="text", role="categorical", distinct=3, values=("Desk lamp", "Floor lamp", "Chair")),
        Column(name="uses", type="text", role="categorical", distinct=4,
               values=("API", "API, Reports", "Alerts; API", "Reports")),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "column", "said", "picked", "held"),
    [
        ("people in germany", "office", ["germany"], "Berlin, DE", ("contains", "DE")),
        ("people in france", "office", ["france"], "Paris, FR", ("=", "Paris, FR")),
        ("how many senior managers", "title", ["senior"], "Senior", ("=", "Senior Manager")),
        ("how many managers who are senior", "title", ["senior"], "Senior", ("=", "Senior")),
        ("the cheapest lamp", "item", [], "Desk lamp", ("contains", "lamp")),
        ("who uses the api", "uses", ["api"], "API", ("contains", "API")),
        ("who uses alerts", "uses", ["alerts"], "Alerts; API", ("=", "Alerts; API")),
    ],
)
def test_cells_by_other_names_by_longer_ones_and_by_what_is_linked(
    question: str, column: str, said: list[str], picked: str, held: tuple[str, str]
) -> None:
    words = {column: said} if said else {}
    given = page(question, table=OFFICES, ops={column: "="}, words=words, cells=(picked,))
    assert filters(replace(given, links=link(question, (OFFICES,)))) == [(column, *held)]


def test_cells_are_listed_as_they_are_said_each_with_those_like_it() -> None:
    cells = ("Munich, Germany", "Paris, France")
    found = limited("revenue in france and germany", "place", "in", "france", "germany", cells=cells, table=PLACES)
    assert found == ("in", ["Paris, France", "Berlin, Germany", "Munich, Germany"])


def test_cells_are_listed_where_others_hold_the_same_letters() -> None:
    names = ("Run US", "US West", "Russia")
    table = Table(
        name="t", rows=9, columns=(Column(name="team", type="text", role="categorical", distinct=3, values=names),)
    )
    assert limited("teams of the us", "team", "=", "us", cells=("US West",), table=table) == (
        "in",
        ["Run US", "US West"],
    )


def test_a_part_of_too_many_cells_to_keep_is_looked_for_in_them() -> None:
    links = [Match("orders", "city", name, 10, 14, 0.8, "part") for name in ("York, England", "York, Maine")]
    naming = Naming("city", ORDERS.columns[4], "orders in york", [Stretch(10, 14, "york")], links)
    found = held_to(naming, "=", ["York, Maine"])
    assert (found.op, found.value) == ("contains", "york")
    alone = held_to(replace(naming, links=links[:1]), "=", ["York, England"])
    assert (alone.op, alone.value) == ("=", "York, England")


@pytest.mark.parametrize(
    ("question", "said", "becomes"),
    [
        ("units between 3, 5 and 7", ["3", "5", "7"], ("in", [3, 5, 7])),
        ("units between 3 and 7", ["3", "7"], ("between", [3, 7])),
    ],
)
def test_three_numbers_after_between_are_a_list(question: str, said: list[str], becomes: tuple[str, Any]) -> None:
    assert limited(question, "units", "between", *said) == becomes


def test_words_stand_for_themselves_where_values_are_not_kept() -> None:
    assert limited("orders from Trondheim", "city", "=", "Trondheim") == ("=", "Trondheim")


def test_a_cell_that_is_nearly_picked_is_better_than_none() -> None:
    given = page("revenue up there", ops={"region": "="})
    given.scores.cells[given.sheet.values.index("North")] = 0.3
    assert filters(given) == [("region", "=", "North")]
    given.scores.cells[given.sheet.values.index("North")] = 0.1
    assert filters(given) == []


@pytest.mark.parametrize("op", ["contains", "not_contains", "starts_with", "ends_with"])
def test_parts_of_a_text(op: str) -> None:
    assert limited("cities with berg", "city", op, "berg") == (op, "berg")


def test_two_parts_of_a_text_are_two_conditions() -> None:
    assert limited("cities with berg or ville", "city", "contains", "berg", "ville") == [
        ("contains", "berg"),
        ("contains", "ville"),
    ]


@pytest.mark.parametrize("op", ["is_null", "not_null"])
@pytest.mark.parametrize("column", ["city", "ship_date", "units", "returned"])
def test_null_needs_no_value(op: str, column: str) -> None:
    assert limited("orders without it", column, op) == (op, None)


@pytest.mark.parametrize("op", [">", ">=", "<", "<=", "=", "!="])
def test_numbers(op: str) -> None:
    assert limited("orders with 5 units", "units", op, "5") == (op, 5)


@pytest.mark.parametrize("column", ["units", "revenue"])
def test_ranges_and_lists_of_numbers(column: str) -> None:
    question = "orders between 20 and 3"
    assert limited(question, column, "between", "20 and 3") == ("between", [3, 20])
    assert limited(question, column, "between", "20", "3") == ("between", [3, 20])
    assert limited(question, column, "in", "20", "3") == ("in", [20, 3])
    assert limited(question, column, "not_in", "20", "3") == ("not_in", [20, 3])


def test_a_number_that_is_not_said_is_no_condition() -> None:
    assert limited("orders with many units", "units", ">", "many") is None
    assert limited("orders with 5 units", "units", "between", "5") != ("between", [5])


def test_nothing_is_zero_where_no_number_is_said() -> None:
    assert limited("orders without units", "units", "=", "without") == ("=", 0)
    assert limited("sold orders", "units", ">", "sold") == (">", 0)


def test_a_second_operator_is_tried_where_the_first_finds_no_value() -> None:
    given = page("orders with 5 units", ops={"units": "between"}, words={"units": ["5"]})
    given.scores.ops[6] = 0.6 * one_hot(OPS.index("between"), len(OPS)) + 0.4 * one_hot(OPS.index("="), len(OPS))
    assert filters(given) == [("units", "=", 5)]


@pytest.mark.parametrize(
    ("question", "said", "op", "becomes"),
    [
        ("orders since March 2024", "March 2024", "period", (">=", "2024-03-01")),
        ("orders in 2023", "2023", "period", ("between", ["2023-01-01", "2023-12-31"])),
        ("orders in 2023", "2023", "=", ("between", ["2023-01-01", "2023-12-31"])),
        ("orders of last year", "last year", "period", ("between", ["2023-01-01", "2023-12-31"])),
        ("orders on 5 May 2023", "5 May 2023", "=", ("=", "2023-05-05")),
        ("orders not on 5 May 2023", "5 May 2023", "!=", ("!=", "2023-05-05")),
        ("orders after 5 May 2023", "5 May 2023", ">", (">", "2023-05-05")),
        ("orders from 2023-05-05 on", "2023-05-05", ">=", (">=", "2023-05-05")),
        ("orders through May 2023", "May 2023", "<=", ("<=", "2023-05-31")),
        ("orders up to May 2023", "May 2023", "<", ("<", "2023-05-01")),
        ("orders between May 2023 and July 2023", "May 2023 and July 2023", "between",
         ("between", ["2023-05-01", "2023-07-31"])),
    ],
)  # fmt: skip
def test_dates(question: str, said: str, op: str, becomes: tuple[str, Any]) -> None:
    assert limited(question, "order_date", op, said) == becomes


def test_a_date_that_is_not_one_is_no_condition() -> None:
    assert limited("orders of blue chairs", "order_date", "period", "blue chairs") is None
    assert limited("orders of blue chairs", "order_date", ">", "blue chairs") is None


@pytest.mark.parametrize(
    ("question", "said", "op", "becomes"),
    [
        ("cars of 1998", "1998", "=", ("=", 1998)),
        ("cars since 1998", "1998", "period", (">=", 1998)),
        ("cars of the 90s", "90s", "=", ("between", [1990, 1999])),
        ("cars from 1995 to 1999", "1995 to 1999", "between", ("between", [1995, 1999])),
    ],
)
def test_years(question: str, said: str, op: str, becomes: tuple[str, Any]) -> None:
    assert limited(question, "model_year", op, said) == becomes


@pytest.mark.parametrize(("cell", "truth"), [("true", True), ("false", False)])
def test_booleans(cell: str, truth: bool) -> None:
    given = page("returned orders", ops={"returned": "="})
    at = [n for n, v in enumerate(given.sheet.values) if v == cell and given.sheet.owners[n] == 10]
    given.scores.cells[at] = 1.0
    assert filters(given) == [("returned", "=", truth)]


# ------------------------------------------------------------------ several columns


def test_as_many_columns_as_the_model_counts_in_the_order_they_are_said() -> None:
    ops = {"product": "=", "region": "="}
    words = {"product": ["desks"], "region": ["north"]}
    given = page("north: revenue of desks", ops=ops, words=words, cells=("North", "Desk"))
    assert filters(given) == [("region", "=", "North"), ("product", "=", "Desk")]
    given.scores.ops[3] = 0.6 * one_hot(OPS.index("="), len(OPS)) + 0.4 * one_hot(0, len(OPS))
    given.scores.choices["filters"][:] = one_hot(1, len(CHOICES["filters"]))
    assert filters(given) == [("product", "=", "Desk")]


def test_words_limit_one_column() -> None:
    ops, words = {"region": "=", "city": "="}, {"region": ["north"], "city": ["north"]}
    given = page("orders in the north", ops=ops, words=words, cells=("North",))
    given.scores.ops[5] = 0.9 * given.scores.ops[5] + 0.1 * one_hot(0, len(OPS))
    assert filters(given) == [("region", "=", "North")]


def test_a_condition_knows_where_it_is_said_and_how_sure_it_is() -> None:
    given = page("orders in the north", ops={"region": "="}, words={"region": ["north"]}, cells=("North",))
    given.scores.ops[3] = 0.7 * one_hot(OPS.index("="), len(OPS)) + 0.3 * one_hot(0, len(OPS))
    (condition,) = conditions(given)
    assert (condition.place, [s.text for s in condition.said]) == (3, ["north"])
    assert condition.sure == pytest.approx(0.7)


def test_a_column_of_another_table_goes_by_its_full_name() -> None:
    name = Column(name="name", type="text", role="categorical", distinct=1, values=("Oslo",))
    given = page("oslo", table=Table(name="towns", rows=1, columns=(name,)), ops={"name": "="}, cells=("Oslo",))
    assert filters(given) == [("name", "=", "Oslo")]


# ------------------------------------------------------------------ the form before


@pytest.mark.parametrize(
    ("column", "op", "value"),
    [("region", "=", "North"), ("units", ">", 5), ("order_date", "between", ["2023-01-01", "2023-06-30"])],
)
def test_a_follow_up_keeps_a_value_that_is_not_said_anew(column: str, op: str, value: Any) -> None:
    prior = Form(filters=(Filter(column=column, op=op, value=value),))
    assert limited("now by product", column, op, prior=prior) == (op, value)


def test_a_follow_up_changes_a_value_that_is_said_anew() -> None:
    prior = Form(filters=(Filter(column="region", op="=", value="North"), Filter(column="units", op=">", value=5)))
    assert limited("and the south?", "region", "=", "south", cells=("South",), prior=prior) == ("=", "South")
    assert limited("more than 9", "units", ">", "9", prior=prior) == (">", 9)


def test_nothing_is_limited_on_an_empty_sheet() -> None:
    given = page("", table=Table(name="bare", rows=0, columns=()))
    assert conditions(given) == []
    assert np.isfinite(given.scores.ops).all() and len(ORDERS.columns) == 10


def test_an_amount_in_a_unit_that_a_column_does_not_say_is_not_more_than_none() -> None:
    said = page("orders of more than a week", ops={"units": ">"}, words={"units": ["a week"]})
    assert conditions(said) == []
    plain = page("orders with a gift", ops={"units": ">"}, words={"units": ["a gift"]})
    assert [(f.op, f.value) for c in conditions(plain) for f in c.filters] == [(">", 0)]
