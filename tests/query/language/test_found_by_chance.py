"""What queries made by chance have found, each kind once, with rows that were computed by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from compiled_query import compiled, frames_of, rows_told
from hand_computed import asked, asked_compiled, held
from reference_meaning import answer
from small_shop import TODAY, dataset, field, relation, table

from groundplan.contracts.source_model import SourceModel
from groundplan.errors import QueryError
from groundplan.query.language.read import read

CASES: dict[str, list[Any]] = {
    "orders: count by paid having rank(count) = 1": [(True, 4)],
    'orders: count by status having count > (customers: count where region = "South")': [("sent", 4)],
    "orders: longest_run(paid where paid)": [3],
    "customers: count(orders) by this keep 1 of each this by count(orders)": [
        ("Ann", 2), ("Ann", 1), ("Bob", 2), ("Cy", 0), ("Dee", 0),
    ],
    "orders: where customer in (customers: where credit = 0 show this) show id": [7],
    "customers: count(orders.paid) by region": [("North", 1), ("South", 2), (None, 0)],
    "orders: show id, min(amount within paid, paid) keep 1": [(1, 2)],
    "customers: where not this = referrer.name show id": [1, 2, 3, 4, 5],
    "customers: running(count), sum(credit) by this": [
        ("Ann", 1, 10), ("Ann", 2, 0), ("Bob", 3, 4), ("Cy", 4, None), ("Dee", 5, 6),
    ],
    "customers: show id order this desc": [4, 3, 2, 5, 1],
    "(orders: count by this as o keep 2): show o": ["1", "2"],
    "customers: count by orders.big": [(False, 4), (True, 3)],
    "customers: last(orders.tags by joined) by region": [("North", "gift"), ("South", "rush"), (None, None)],
    "orders: prev(count) by weekday(at)": [
        ("Tuesday", None), ("Thursday", 2), ("Friday", 1), ("Saturday", 1), ("Sunday", 1), (None, None),
    ],
    'orders: prev(count) by {"z": amount >= 8; else "a"}': [("z", None), ("a", 3)],
    "orders: keep 2 by weekday(at) show id, weekday(at)": [(7, "Sunday"), (2, "Saturday")],
    "orders: last(id by weekday(at))": [7],
    "orders: max(weekday(at)) by status order max(weekday(at))": [
        ("new", "Tuesday"), ("back", "Saturday"), ("sent", "Sunday"), (None, None),
    ],
    "orders: prev(count within paid) by status, paid where not missing(status)": [
        ("back", False, None), ("new", True, None), ("sent", False, 1), ("sent", True, 1), ("sent", None, None),
    ],
    "orders: where big in (orders: count by paid where status = \"back\") show id": [2, 3, 6],
    "orders: sum(id) by running(id within paid), lines": [
        (2, 3, 2), (3, 4, 3), (7, 5, 7), (7, 6, 7), (7, None, 5), (8, 1, 1), (8, 2, 1), (14, None, 6), (None, None, 4),
    ],
    "orders: where id < 6 show customer.name, some(customer), some(customer where missing(also))": [
        ("Ann", True, False), ("Ann", True, False), ("Bob", True, True), ("Bob", True, True), (None, False, False),
    ],
    "customers: keep 1 by lowest this show id": [1],
    "customers: where orders.big = false show id": [1, 2],
    "customers: show id, sum(orders.amount within region), count(orders where paid within region)": [
        (1, 14, 1), (2, 34, 2), (3, 14, 1), (4, None, 0), (5, 34, 2),
    ],
    "customers: count by this keep 1 by lowest this": [("Ann", 1)],
    "orders: where this in (customers: show this)": [],
    "customers: where id < 4 show id, orders.big": [(1, True), (2, True), (3, False)],
    "customers: rate(joined != now(year))": [0.5],
    "orders: count by row + 0 keep 2 by row + 0": [(7, 1), (6, 1)],
    "customers: count by region, this keep 2 by lowest this": [("North", "Ann", 1), ("South", "Ann", 1)],
}  # fmt: skip


@pytest.mark.parametrize("text", CASES)
def test_compiler_and_reference_have_the_rows(text: str) -> None:
    held(text, CASES[text])


@pytest.mark.parametrize("ask", [asked, asked_compiled])
def test_the_hour_of_today_is_not_known(ask: Any) -> None:
    with pytest.raises(QueryError, match=r"now\(hour"):
        ask("orders: count where id < 0 and at = now(hour)")


TALLIES = SourceModel(
    datasets=(dataset("tallies", field("id", "integer"), field("Count", "integer"), field("Row"), field("Kept"),
                      field("place"), key="id"),)
)  # fmt: skip
ROWS = {"tallies": table("id Count Row Kept place", (1, 3, "c", "n", "x"), (2, 3, "b", "n", "y"),
                         (3, 1, "a", "j", "z"), (4, 1, "a", "j", "z"), (5, 1, "a", "j", "z"))}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("tallies: count by Count", [(1, 3), (3, 2)]),
        ("tallies: share(count) by Count", [(1, 0.6), (3, 0.4)]),
        ("tallies: count by Count having count > 2", [(1, 3)]),
        ("tallies: count, sum(Count) by Row keep 1 by Row", [("c", 1, 3)]),
        ("tallies: keep 1 by row show Row, Kept, `place`", [("a", "j", "z")]),
        ("tallies: first(Row), last(`place`)", [("c", "z")]),
        ("tallies: longest_run(Count = 1) by Kept", [("j", 3), ("n", 0)]),
    ],
)
def test_fields_called_as_words_of_the_language_are_told_apart(text: str, rows: list[Any], tmp_path: Path) -> None:
    frames = frames_of(TALLIES, ROWS, tmp_path)
    wanted = answer(read(text), TALLIES, ROWS, TODAY)
    assert wanted.rows == [pytest.approx(row) if isinstance(row[1], float) else row for row in rows]
    assert rows_told(compiled(read(text), TALLIES, frames, TODAY)) == wanted.rows


BOXES = SourceModel(
    datasets=(
        dataset("boxes", field("id", "integer"), field("shelf_code"), key="id"),
        dataset("shelves", field("code"), field("name"), name_field=("name",)),
    ),
    relations=(relation("boxes", "shelf_code", "shelves", "code", "shelf", "boxes"),),
)
STORED = {"boxes": table("id shelf_code", (1, "a"), (2, "b"), (3, "z")),
          "shelves": table("code name", ("a", "Upper"), ("b", "Lower"))}  # fmt: skip


def test_a_thing_without_a_key_is_known_by_its_place(tmp_path: Path) -> None:
    query = read("boxes: where shelf = 2 show id")
    assert answer(query, BOXES, STORED, TODAY).rows == [(2,)]
    assert rows_told(compiled(query, BOXES, frames_of(BOXES, STORED, tmp_path), TODAY)) == [(2,)]


@pytest.mark.parametrize("ask", [asked, asked_compiled])
def test_what_is_coarser_adds_nothing_up_among_fellows_either(ask: Any) -> None:
    with pytest.raises(QueryError) as refused:
        ask("orders: where id > average(customer.credit within all) show id")
    assert refused.value.code == "counted-twice"


def test_two_columns_of_one_name_but_for_capitals_are_no_rows_to_ask_again(tmp_path: Path) -> None:
    with pytest.raises(QueryError) as refused:
        compiled(read("(tallies: count by Count): count"), TALLIES, frames_of(TALLIES, ROWS, tmp_path), TODAY)
    assert refused.value.code == "ambiguous-path"
