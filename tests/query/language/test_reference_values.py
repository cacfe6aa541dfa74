"""Parts of dates, spans, arithmetic and choices: rows computed by hand from docs/reference/query.md."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from hand_computed import cases, held

JAN = date(2024, 1, 1)
N, T, F = None, True, False


@cases(
    (
        "orders: where row = 2 show year(at), decade(at), quarter(at), month(at), week(at), day(at), hour(at)",
        [(2024, 2020, JAN, JAN, date(2024, 1, 15), date(2024, 1, 20), datetime(2024, 1, 20, 23))],
    ),
    (
        "orders: where row = 2 show month_of_year(at), day_of_month(at), hour_of_day(at), weekday(at)",
        [(1, 20, 23, "Saturday")],
    ),
    (
        "orders: where row = 1 show days(due - day(at)), hours(due - day(at)), weeks(due - day(at))",
        [(5.0, 120.0, 5 / 7)],
    ),
    ("orders: where row = 1 show months(due - day(at)), years(due - day(at))", [(5 / 30.4375, 5 / 365.25)]),
    ("orders: where row = 1 show minutes(at - day(at)), seconds(at - day(at))", [(570.0, 34200.0)]),
    ("orders: where row >= 6 show days(now(day) - due)", [-7.0, 64.0]),
    ("products: show hours(making)", [0.5, 1.5, N, 1.0]),
    ("titles: show year(made), decade(made), decade(made - 1), decade(0 - row)",
     [(2000, 2000, 1990, -10), (2001, 2000, 2000, -10), (2001, 2000, 2000, -10), (2002, 2000, 2000, -10)]),
    ("titles: count by decade(made)", [(2000, 4)]),
    ("orders: where row <= 3 show abs(amount - 10), -amount, 1 + amount * 2", [(0, -10, 21), (6, -4, 9), (4, -6, 13)]),
    ("orders: count by bin(amount, 5)", [(0, 2), (5, 2), (10, 1), (20, 1), (N, 1)]),
    ("customers: show 12 / credit, credit + 1", [(1.2, 11), (3.0, 5), (N, N), (2.0, 7), (N, 1)]),
    ('orders: count by {"small": amount < 5; "big": amount >= 5}', [("small", 2), ("big", 4)]),
    ('orders: count by {"small": amount < 5; "big": amount >= 5; else "?"}', [("small", 2), ("big", 4), ("?", 1)]),
    ('orders: count by {9: amount < 5; 3: amount >= 5; else 6}, paid',
     [(9, F, 1), (9, T, 1), (3, T, 3), (3, N, 1), (6, F, 1)]),
    ("orders: sum({1: paid; else 0}), sum({1: paid})", [(4, 4)]),
    ("orders: count by weekday(at)", [("Tuesday", 2), ("Thursday", 1), ("Friday", 1), ("Saturday", 1), ("Sunday", 1),
                                      (N, 1)]),
    ("orders: show missing(amount), amount > 5, paid keep 5", [(F, T, T), (F, F, F), (F, T, N), (F, T, T), (T, N, F)]),
)  # fmt: skip
def test_parts_of_dates_spans_and_arithmetic(text: str, rows: list[Any]) -> None:
    held(text, rows)
