"""Rows among their fellows and groups among groups: rows computed by hand from docs/reference/query.md."""

from __future__ import annotations

from datetime import date
from typing import Any

from hand_computed import cases, held

DEC, JAN, FEB, MAR = date(2023, 12, 1), date(2024, 1, 1), date(2024, 2, 1), date(2024, 3, 1)
N, T, F = None, True, False


@cases(
    ("orders: where amount > average(amount within all) show this", [1, 7]),
    ("orders: where amount >= max(amount within customer) show this", [1, 4, 6, 7]),
    ("orders: where amount > average(amount within all) and paid show this", [7]),
    ("orders: where prev(paid) = true show this", [1, 2]),
    ("orders: count(where amount > average(amount within all)) by paid", [(F, 0), (T, 2), (N, 0)]),
    ("orders: show count(within status)", [4, 1, 4, 1, 4, 1, 4]),
    ("orders: show prev(amount), next(amount)", [(20, 4), (10, 6), (4, N), (N, N), (6, 2), (N, N), (N, 10)]),
    ("orders: where row <= 3 show prev(amount within customer)", [N, 10, N]),
    ("products: show prev(name by making)", [N, "Hat", N, "Cup"]),
    ("orders: show change(amount)", [-0.5, -0.6, 0.5, N, N, N, N]),
    ("orders: show running(amount), moving(amount, 2)", [(30, 15.0), (34, 7.0), (40, 5.0), (N, N), (40, 6.0), (42, 2.0),
                                                         (20, 20.0)]),
    ("orders: show rank(amount)", [2, 5, 4, 3, N, 6, 1]),
    ("products: show rank(price)", [1, 1, 3, N]),
    ("products: show share(price)", [3 / 7, 3 / 7, 1 / 7, N]),
    ("lines: show share(quantity within `order`)", [2 / 3, 1 / 3, 1.0, 1.0, N, 1.0, 1.0]),
    ("orders: max(days(due - prev(due by due))), average(days(due - prev(due by due)))", [(28.0, 71 / 5)]),
    ("salaries: max(change(pay within employee))", [80 / 60 - 1]),
    ("customers: show rank(count(orders))", [1, 1, 4, 4, 3]),
    ("orders: count by rank(amount) > 2", [(F, 2), (T, 4), (N, 1)]),
)  # fmt: skip
def test_a_row_among_its_fellows(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    (
        "orders: count, prev(count), next(count), change(count) by month(at)",
        [(DEC, 1, N, 2, N), (JAN, 2, 1, 1, 1.0), (FEB, 1, 2, 2, -0.5), (MAR, 2, 1, N, 1.0), (N, 1, N, N, N)],
    ),
    (
        "orders: running(count), moving(count, 2), rank(count), share(count) by month(at)",
        [(DEC, 1, 1.0, 3, 1 / 7), (JAN, 3, 1.5, 1, 2 / 7), (FEB, 4, 1.5, 3, 1 / 7), (MAR, 6, 1.5, 1, 2 / 7),
         (N, N, N, 3, 1 / 7)],
    ),
    (
        "orders: prev(count) by month(at), paid",
        [(DEC, T, N), (JAN, F, N), (JAN, T, 1), (FEB, N, N), (MAR, F, 1), (MAR, T, 1), (N, T, N)],
    ),
    (
        "orders: running(count by month(at)) by paid, month(at)",
        [(F, JAN, 1), (F, MAR, 2), (T, DEC, 1), (T, JAN, 2), (T, MAR, 3), (T, N, N), (N, FEB, 1)],
    ),
    (
        "orders: share(count within customer) by customer, paid",
        [("9", F, 1.0), ("Ann", F, 0.5), ("Ann", T, 0.5), ("Ann", T, 1.0), ("Bob", T, 0.5), ("Bob", N, 0.5),
         (N, T, 1.0)],
    ),
    ("orders: share(distinct(status)) by paid", [(F, 2 / 3), (T, 2 / 3), (N, 1 / 3)]),
    ("customers: share(count) by orders.status", [("back", 1 / 5), ("sent", 3 / 5), (N, 3 / 5)]),
    ("orders: rank(sum(amount) within paid) by paid, status",
     [(F, "back", 1), (F, "sent", N), (T, "new", 3), (T, "sent", 1), (T, N, 2), (N, "sent", 1)]),
    ("orders: count / count(within all) by paid", [(F, 2 / 7), (T, 4 / 7), (N, 1 / 7)]),
    ("orders: change(sum(amount), at = 2024-01, at = 2024-02)", [6 / 14 - 1]),
    ('customers: change(sum(orders.amount), status = "back", status = "sent")', [8.0]),
    ("orders: change(sum(amount) / count, not paid, paid)", [10 / (10 / 3) - 1]),
    ("orders: share(count) having count > 4 by paid", []),
    ("orders: share(count) by paid having count > 3", [(T, 4 / 7)]),
    ('orders: share(count) by {"small": amount < 5; "big": amount >= 5}', [("small", 2 / 6), ("big", 4 / 6)]),
)  # fmt: skip
def test_a_group_among_the_groups(text: str, rows: list[Any]) -> None:
    held(text, rows)
