"""What is kept and shown, in which order: rows computed by hand from docs/reference/query.md."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest
from hand_computed import asked, cases, held

N, T, F = None, True, False


@cases(
    ("orders: count by customer having count > 1", [("Ann", 2), ("Bob", 2)]),
    ('orders: count by customer having customer = "Nan"', []),
    ('orders: count by customer having customer = "9" or customer has "n"', [("9", 1), ("Ann", 2), ("Ann", 1)]),
    ('orders: count by customer having customer = "1"', []),
    ("orders: sum(amount) as s by paid having s > 5 order s desc", [(T, 40), (N, 6)]),
    ("orders: count by paid having not paid", [(F, 2), (N, 1)]),
    ("orders: show this keep 2 by amount", [7, 1]),
    ("orders: show this keep 2 by lowest amount", [6, 2]),
    ("customers: keep 2 by credit", [("Ann", 10), ("Dee", 6)]),
    ("orders: show this keep 9 by amount", [7, 1, 4, 3, 2, 6]),
    ("products: keep 1 by price", [("Cup", 3), ("Mug", 3)]),
    ("products: keep 2 by lowest price", [("Pen", 1), ("Cup", 3)]),
    ("orders: show this keep 1 by at", [6]),
    ("orders: where at >= 2024-03 show this keep 1 by lowest at", [5]),
    ("orders: show this keep 1 by row", [7]),
    (
        "orders: count by at, due keep 1 by at",
        [(datetime(2024, 3, 5, 10), date(2024, 3, 5), 1), (datetime(2024, 3, 5, 10), date(2024, 3, 12), 1)],
    ),
    ("orders: count by at, customer keep 1 by at", [(datetime(2024, 3, 5, 10), "9", 1)]),
    ("orders: count by paid keep 3", [(F, 2), (T, 4)]),
    ("orders: count by paid keep 100 percent by count", [(T, 4), (F, 2)]),
    ("orders: count by status, paid keep place 2 by count", [("back", F, 1), ("new", T, 1), ("sent", F, 1)]),
    ("orders: count, share(count) by paid keep 1 by count", [(T, 4, 4 / 7)]),
    ("orders: count by amount > 3 keep 2 by lowest count", [(F, 1), (T, 5)]),
    ("customers: count by orders.status keep 5 by count", [("sent", 3), ("back", 1)]),
    ("orders: sum(amount) keep 1", [50]),
    ("orders: count as n, count > 1 as more by paid order more", [(N, 1, F), (F, 2, T), (T, 4, T)]),
    ("orders: show this, at as moment keep 1 by moment", [(6, datetime(2024, 3, 5, 10))]),
    ("orders: show this keep 2", [1, 2]),
    ("orders: show this keep 2 order amount desc", [7, 1]),
    ("orders: show this keep 3 by amount order this", [1, 4, 7]),
    ("products: show name keep place 1 by price", ["Cup", "Mug"]),
    ("products: show name keep place 2 by price", ["Pen"]),
    ("products: show name keep place 3 by price", []),
    ("orders: show this keep 10 percent by amount", [7]),
    ("orders: show this keep 34 percent by amount", [7, 1, 4]),
    ("orders: show customer, this keep 1 of each customer by amount", [("Ann", 1), ("Ann", 7), ("Bob", 4), (N, 6)]),
    (
        "orders: show status, this keep 2 of each status by amount",
        [("back", 2), ("new", 6), ("sent", 7), ("sent", 1), (N, 4)],
    ),
    ("orders: show status, this keep 1 of each status", [("sent", 1), ("back", 2), (N, 4), ("new", 6)]),
    ("orders: show this, amount, this, amount as size keep 1", [(1, 10, 10)]),
    ("orders: show this keep 1 of each customer", [1, 3, 5, 6, 7]),
    (
        "lines: sum(quantity) by `order`, product keep 1 of each `order` by sum(quantity)",
        [(1, "Cup", 2), (2, "Cup", 1), (3, "Pen", 5), (7, "p9", 3)],
    ),
    ("orders: show this order amount", [6, 2, 3, 4, 1, 7, 5]),
    ("orders: show this order amount desc", [7, 1, 4, 3, 2, 6, 5]),
    ("orders: show this order paid", [2, 5, 1, 4, 6, 7, 3]),
    ("orders: show this order customer", [5, 1, 2, 7, 3, 4, 6]),
    ("ratings: where score > 5", [(1, 8), (2, 6)]),
    ("ratings: keep 1 by score", [(1, 8)]),
    ("ratings: keep 1 by score * 2", [(1, 8, 16)]),
)
def test_what_is_kept_and_in_what_order_it_stands(text: str, rows: list[Any]) -> None:
    held(text, rows)


@pytest.mark.parametrize(
    ("text", "columns", "ordered"),
    [
        ("orders: count as n, sum(amount) by paid", ["paid", "n", "sum(amount)"], False),
        ("customers: keep 1 by credit", ["name", "credit"], True),
        ("employees:", ["first last_name"], False),
        ("ratings: order score", ["title_id", "score"], True),
        ("orders: show year(at), amount * 2 as twice keep 2", ["year(at)", "twice"], False),
    ],
)
def test_columns_are_called_by_their_name_or_their_text(text: str, columns: list[str], ordered: bool) -> None:
    found = asked(text)
    assert (found.columns, found.ordered) == (columns, ordered)
