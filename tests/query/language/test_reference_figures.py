"""Figures and the rows that they see: rows computed by hand from docs/reference/query.md."""

from __future__ import annotations

from datetime import date, datetime
from math import sqrt
from typing import Any

from hand_computed import cases, held

N, T, F = None, True, False


@cases(
    ("orders: count, count(amount), count(paid), count(amount > 5), count(customer)", [(7, 6, 4, 4, 3)]),
    ("orders: count(big), count(this), count(where paid)", [(3, 7, 4)]),
    ("orders: sum(amount), average(amount), median(amount), min(amount), max(amount)", [(50, 50 / 6, 7, 2, 20)]),
    ("orders: deviation(amount)", [sqrt(610 / 15)]),
    ("orders: deviation(amount) where amount = 4", [N]),
    ("orders: min(status), max(at), min(due)", [("back", datetime(2024, 3, 5, 10), date(2024, 1, 1))]),
    ("orders: distinct(status), distinct(customer), distinct(paid)", [(3, 3, 2)]),
    ("orders: percentile(amount, 90), percentile(amount, 0), percentile(amount, 100)", [(15.0, 2, 20)]),
    ("customers: correlation(id, credit)", [-18 / sqrt(520)]),
    ("customers: correlation(id, credit - credit)", [N]),
    ("orders: first(amount), last(amount), first(this), last(this)", [(20, 2, 7, 6)]),
    ("orders: first(status by amount), last(status by amount)", [("new", "sent")]),
    ("products: first(name), last(name), last(price)", [("Cup", "Hat", 1)]),
    ("orders: list(status), list(amount), list(customer), list(ship_city.people)",
     [("back; new; sent", "10; 2; 20; 4; 6; 8", "9; Ann; Bob", "2; 4")]),
    ("orders: list(due where amount < 5), list(paid), list(status where amount > 99)",
     [("2024-01-18; 2024-03-12", "false; true", N)]),
    ("orders: longest_run(amount > 3), longest_run(paid), longest_run(paid by amount)", [(4, 2, 3)]),
    (
        "orders: count, distinct(status), longest_run(paid), sum(amount), average(amount), median(amount), min(amount),"
        " max(amount), first(amount), rate(paid), percentile(amount, 50), correlation(amount, amount)"
        ", list(status) where amount > 100",
        [(0, 0, 0, N, N, N, N, N, N, N, N, N, N)],
    ),
    ("orders: count by status where amount > 100", []),
)  # fmt: skip
def test_each_figure(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("orders: count by status", [("back", 1), ("new", 1), ("sent", 4), (N, 1)]),
    (
        "orders: count by status, paid",
        [("back", F, 1), ("new", T, 1), ("sent", F, 1), ("sent", T, 2), ("sent", N, 1), (N, T, 1)],
    ),
    ("orders: sum(amount) / count, count > 1 by paid", [(F, 2.0, T), (T, 10.0, T), (N, 6.0, F)]),
    ("orders: paid, {\"many\": count > 1; else \"one\"} by paid", [(F, "many"), (T, "many"), (N, "one")]),
    ("orders: count, count, count as n by paid, paid", [(F, 2, 2), (T, 4, 4), (N, 1, 1)]),
    ("orders: count as n, sum(amount) as n by paid", [(F, 2, 4), (T, 4, 40), (N, 1, 6)]),
    ("customers: count by count(orders)", [(0, 2), (1, 1), (2, 2)]),
    ("orders: count by missing(customer)", [(F, 6), (T, 1)]),
)  # fmt: skip
def test_groups_and_their_keys(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("customers: sum(orders.amount) by region", [("North", 14), ("South", 34), (N, N)]),
    ("lines: count(product), count(product.price), max(product.price), list(product.price)", [(3, 6, 3, "1; 3")]),
    ("lines: first(product.name), last(product.name), first(`order`.at), last(`order`.amount)",
     [("Cup", "Mug", datetime(2024, 1, 5, 9, 30), 20)]),
    ("lines: sum(quantity * product.price)", [29]),
    ("customers: sum(orders.lines.quantity)", [12]),
    ("customers: sum(orders.amount * credit)", [196]),
    ("customers: rate(orders.paid), rate(orders.amount > 5), rate(orders.paid) by region",
     [("North", 1 / 2, 1 / 2), ("South", 1.0, 1.0), (N, 0.0, 0.0)]),
    ("customers: count(orders.amount > 5), count(orders.big), longest_run(orders.paid)", [(3, 3, 2)]),
    ("customers: count(orders.amount > 8) by orders.status", [("back", 0), ("sent", 2), (N, 0)]),
    ("customers: count(where orders.amount > 8), sum(credit where orders.amount > 8) by orders.status",
     [("back", 0, N), ("sent", 2, 10), (N, 0, N)]),
    ("customers: count(some(orders where amount > 8)), count(referred.credit < 5) by orders.status",
     [("back", 1, 1), ("sent", 2, 2), (N, 0, 1)]),
    ("customers: sum(orders.amount * {1: orders.amount > 8; else 0})", [30]),
    ("customers: sum(orders.amount * {1: orders.lines.quantity > 2; else 0})", [26]),
    ("people: sum(titles.made * {1: age > 45; else 0})", [4001]),
    ("orders: last(customer), first(customer), last(customer.name)", [("9", "Ann", "Bob")]),
    ("customers: last(orders.status), first(orders.amount)", [("sent", 20)]),
    ("customers: first(orders.status by orders.amount), first(orders.amount by credit)", [("back", 20)]),
    ("customers: count(orders.ship_city), distinct(orders.ship_city)", [(2, 2)]),
    ("customers: list(orders.ship_city)", ["Berlin; Paris; X"]),
    ("customers: list(orders.tags), distinct(orders.tags), list(orders.tags) by region",
     [("North", "gift; rush", 2), ("South", "rush", 1), (N, N, 0)]),
    ("lines: sum(quantity * product.price * 2), average(`order`.amount - quantity)", [(58, 38 / 5)]),
    ("titles: average(rating.score), median(rating.score + 1)", [(7.0, 8.0)]),
    ("people: sum(titles.made)", [6002]),
    ("titles: sum(directors.age - made)", [-7822]),
    ("lines: sum(`order`.lines.quantity)", [12]),
)  # fmt: skip
def test_which_rows_a_figure_sees(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("orders: rate(amount > 5), rate(amount != 4), rate(big), rate(not amount = 4)", [(4 / 6, 5 / 6, 0.5, 5 / 6)]),
    ("orders: rate(paid), rate(paid = true), rate(not paid), rate(missing(paid))", [(4 / 6, 4 / 6, 2 / 6, 1 / 7)]),
    ('orders: rate(status = "sent"), rate(status has "E"), rate(status starts "b")', [(4 / 6, 5 / 6, 1 / 6)]),
    ('orders: rate(status in ("new", "back")), rate(not status in ("new", "back"))', [(2 / 6, 4 / 6)]),
    ("orders: rate(amount in (customer.credit, 4)), rate(customer_id in (customers: show id))", [(2 / 5, 5 / 6)]),
    ('lines: rate(product.name = "Cup"), rate(product = "Cup")', [(3 / 6, 3 / 7)]),
    ('orders: rate(status = "sent" and amount > 5), rate(status = "sent" or amount > 5)', [(3 / 5, 5 / 7)]),
    ('orders: rate({1: status = "sent"; else 0} = 1), rate(status = "sent" where paid)', [(4 / 7, 2 / 3)]),
    ('titles: rate(genres = "Drama"), rate(genres != "Drama"), rate(missing(genres))', [(2 / 3, 1 / 3, 1 / 4)]),
    ('titles: rate(genres = "Drama" or made > 2000), rate(missing(genres) or made > 2000)', [(1.0, 3 / 4)]),
    ('titles: rate(not some(genres where value = "Drama"))', [2 / 4]),
    ("titles: rate(directors.age > 45), rate(some(directors where age > 45))", [(2 / 3, 2 / 4)]),
    ('customers: rate(orders.status = "sent"), rate(orders.status != "sent")', [(3 / 5, 2 / 5)]),
    ('customers: rate(some(orders where status != "sent")), rate(orders.tags = "gift")', [(2 / 5, 1 / 5)]),
    ('customers: average({1: orders.status != "sent"; else 0})', [2 / 5]),
    ("salaries: rate(employee.current)", [3 / 6]),
    ('customers: rate(count(orders where status != "sent") > 0)', [2 / 5]),
    ('customers: rate(orders.paid) by orders.status where region = "South"', [("sent", 1.0), (N, 1.0)]),
)
def test_in_a_rate_what_is_held_against_something_missing_is_unknown(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("customers: count(orders where paid) by region", [("North", 1), ("South", 2), (N, 0)]),
    ('customers: sum(orders.amount where status = "sent")', [36]),
    ("lines: max(product.price where quantity > 4)", [1]),
    ("customers: max(orders.ship_city.people where paid), min(orders.ship_city.people where paid)", [(4, 2)]),
    ("orders: sum(amount where paid) / sum(amount)", [40 / 50]),
    ("customers: count(orders where count(lines) > 1)", [2]),
)
def test_a_figures_own_where_sees_the_rows_it_passed_last(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("customers: count by orders.status", [("back", 1), ("sent", 3), (N, 3)]),
    ("customers: sum(orders.amount), count(orders) by orders.status", [("back", 4, 1), ("sent", 36, 3), (N, 8, 1)]),
    ("customers: sum(credit) by orders.status", [("back", 10), ("sent", 14), (N, 10)]),
    ("customers: count by orders.status where orders.amount > 5", [("sent", 3), (N, 1)]),
    ("customers: count by orders.status where orders.lines.quantity > 2", [("sent", 2)]),
    ("customers: count by orders.status where not orders.amount > 5", [("back", 1)]),
    ("customers: count by orders.status where missing(orders.status)", [(N, 3)]),
    ("customers: count by orders.status where some(orders where paid)", [("back", 1), ("sent", 3), (N, 1)]),
    ("customers: count by orders.status where only(orders where amount > 5)", [("sent", 2), (N, 1)]),
    ("customers: count by orders.status where count(orders) > 1", [("back", 1), ("sent", 2), (N, 1)]),
    (
        "customers: count by orders.status, orders.paid",
        [("back", F, 1), ("sent", T, 2), ("sent", N, 1), (N, T, 1), (N, N, 2)],
    ),
    (
        "customers: count by orders.status, referred where id = 1",
        [("back", "Bob", 1), ("back", "Cy", 1), ("sent", "Bob", 1), ("sent", "Cy", 1)],
    ),
    ("customers: count by orders.amount > 8", [(F, 3), (T, 2)]),
    ('customers: count by {"big": orders.amount > 8; else "small"}', [("big", 2), ("small", 3)]),
    (
        "customers: sum(orders.amount) by orders.lines.product",
        [("Cup", 34), ("Mug", 10), ("Pen", 6), ("p9", 20), (N, 8)],
    ),
)
def test_a_key_along_a_relation_to_many_binds_its_row(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("customers: where count(orders) > 1 show id", [1, 2]),
    ("customers: show id, sum(orders.amount)", [(1, 14), (2, 14), (3, N), (4, N), (5, 20)]),
    ("customers: average(count(orders))", [1.0]),
    ("employees: show last(salaries.pay)", [120, 80, N]),
    ("employees: average(last(salaries.pay)) by department", [("A", 100.0), ("B", N)]),
    ("customers: show id order count(orders) desc", [1, 2, 5, 3, 4]),
    ("customers: keep 1 by sum(orders.amount)", [("Ann", 20)]),
    ("customers: where count(orders.amount) = count(referred) show id", [1, 3, 4]),
    ("orders: where amount > (orders: average(amount)) show this", [1, 7]),
    ("customers: show name, (orders: sum(amount)) keep 1", [("Ann", 50)]),
    ('customers: show (employees: where first = "Zoe" show department) keep 1', ["A"]),
    ('customers: show (employees: where first = "Ugo" show department) keep 1', [N]),
)
def test_a_figure_of_the_row_itself_or_of_another_query(text: str, rows: list[Any]) -> None:
    held(text, rows)
