"""Rows, paths, things and tests mean what docs/reference/query.md says: rows computed by hand."""

from __future__ import annotations

from typing import Any

from hand_computed import cases, held

N = None


@cases(
    ("customers:", ["Ann", "Bob", "Cy", "Dee", "Ann"]),
    ("orders: where paid show this", [1, 4, 6, 7]),
    ('orders: where status = "new" show row', [6]),
    ("orders: show customer", ["Ann", "Ann", "Bob", "Bob", "9", N, "Ann"]),
    ("orders: show customer.region", ["North", "North", "South", "South", N, N, "South"]),
    ("orders: count by customer", [("9", 1), ("Ann", 2), ("Ann", 1), ("Bob", 2), (N, 1)]),
    ("customers: show referrer", [N, "Ann", "Ann", "9", "Bob"]),
    ("customers: show referrer.referrer", [N, N, N, N, "Ann"]),
    ("customers: show id, count(referred)", [(1, 2), (2, 1), (3, 0), (4, 0), (5, 0)]),
    ("orders: count by ship_city", [("Berlin", 3), ("Paris", 2), ("X", 1), (N, 1)]),
    ("orders: count by bill_city", [("Berlin", 1), ("Paris", 4), (N, 2)]),
    ("cities: show name, count(ships), count(bills)", [("Berlin", 3, 1), ("Paris", 2, 4)]),
    ("employees: show this", ["Zoe Ash", "Yan", "E3"]),
    ("ratings: show title, row", [("Alpha", 1), ("Beta", 2), ("Delta", 3)]),
    ("ratings: show this", [1, 2, 3]),
)
def test_paths_lead_to_rows_and_things_are_shown(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ('customers: where this = "Nan" show id', [1]),
    ('customers: where this = "Ann" show id', [1, 5]),
    ('customers: where this = "3"', ["Cy"]),
    ("customers: where this = 3", ["Cy"]),
    ('customers: where this has "NI" show id', [1]),
    ('customers: where this starts "an" show id', [1, 5]),
    ('customers: where this starts "3"', []),
    ('orders: where customer = "9" show this', [5]),
    ('orders: where customer has "9" show this', []),
    ("orders: where ship_city = bill_city show this", [2, 7]),
    ("orders: where customer.row = 2 show this, customer.this", [(3, "Bob"), (4, "Bob")]),
    ("orders: where ship_city != bill_city show this", [1, 3, 4, 5, 6]),
    ("orders: where customer.referrer = customer show this", []),
    ('customers: where name = "Nan" show id', [1]),
    ('customers: where "Annie" = name show id', [1]),
    ('customers: where name != "Nan" show id', [2, 3, 4, 5]),
    ('customers: where name in ("Nan", "Cy") show id', [1, 3]),
    ('customers: where name has "NI" show id', [1]),
    ('customers: where name starts "na" show id', [1]),
    ('customers: where name = "3" show id', []),
    ('customers: where name in (customers: show name) and not name < "B" show id', [2, 3, 4]),
    ('orders: where customer.name = "Nan" show this', [1, 2]),
    ('customers: where referred.referrer.name = "Nan" show id', [1]),
    ('customers: count by name having name = "Nan"', []),
    ('customers: rate(name = "Nan"), rate(referrer.name = "Nan")', [(1 / 5, 2 / 3)]),
    ('products: where name = "p1" show id', []),
)
def test_a_thing_equals_its_names_and_its_key(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("titles: show title, count(directors)", [("Alpha", 2), ("Beta", 1), ("Gamma", 1), ("Delta", 0)]),
    ("titles: count by directors", [("12", 1), ("Kim", 2), ("Lou", 2), (N, 1)]),
    ("people: show name, count(titles)", [("Kim", 2), ("Lou", 2), ("Max", 0)]),
    ("titles: sum(directors.age)", [90]),
    ("titles: sum(directors.age) by made", [(2000, 90), (2001, 90), (2002, N)]),
    ("people: where titles.made = 2001", ["Kim", "Lou"]),
    ("titles: where missing(directors)", ["Delta"]),
    ("titles: where not some(directors)", ["Delta"]),
    ('titles: where directors = "12"', []),
    ('titles: count by directors where directors = "12"', [("12", 1)]),
    ("titles: where directors.age < 45", ["Alpha", "Gamma"]),
)
def test_many_to_many_through_a_list_of_keys(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("titles: count by genres", [("Comedy", 2), ("Drama", 2), (N, 1)]),
    ("titles: count(genres)", [2]),
    ("titles: count(genres.value)", [5]),
    ("titles: count(genres) by made", [(2000, 2), (2001, 1), (2002, 1)]),
    ('titles: where genres = "Comedy" show title, genres', [("Alpha", "Comedy; Drama"), ("Delta", "Comedy")]),
    ('titles: count where genres = "Comedy" and genres = "Drama"', [1]),
    ('titles: where genres != "Comedy"', ["Beta", "Gamma"]),
    ('titles: where genres has "dra"', ["Alpha", "Beta"]),
    ('titles: where only(genres where value = "Comedy")', ["Delta"]),
    ("titles: where some(genres)", ["Alpha", "Beta", "Delta"]),
    ("titles: where missing(genres)", ["Gamma"]),
    ('titles: count by genres where genres in ("Comedy", "Drama")', [("Comedy", 2), ("Drama", 2)]),
    ('titles: count by genres where genres != "Comedy"', [("Drama", 2), (N, 1)]),
    ("orders: count by tags", [("gift", 3), ("rush", 2), (N, 3)]),
    ("titles: show directors, directors.age", [("Kim; Lou", "40; 50"), ("Lou", "50"), ("Kim", "40"), (N, N)]),
    ("customers: show id, orders, orders.customer, orders.status, referred", [
        (1, "1; 2", "Ann", "back; sent", "Bob; Cy"), (2, "3; 4", "Bob", "sent", "Ann"), (3, N, N, N, N),
        (4, N, N, N, N), (5, "7", "Ann", "sent", N),
    ]),
    ("customers: where id < 3 show id, orders.amount as sums, orders.row", [(1, "10; 4", "1; 2"), (2, "6; 8", "3; 4")]),
)  # fmt: skip
def test_a_list_in_a_cell_is_a_relation_to_its_parts(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("titles: average(rating.score)", [7.0]),
    ("titles: show title, rating.score", [("Alpha", 8), ("Beta", 6), ("Gamma", N), ("Delta", N)]),
    ("ratings: average(title.made)", [2001.0]),
    ("titles: where missing(rating)", ["Gamma"]),
    ("titles: where missing(rating.score)", ["Gamma", "Delta"]),
)
def test_one_to_one(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("(orders: count as n by customer): where n > 1 show customer, n", [("Ann", 2), ("Bob", 2)]),
    ("(orders: count as n by customer): count by n", [(1, 3), (2, 2)]),
    ("(orders: count as n by customer): count by customer", [("9", 1), ("Ann", 2), ("Bob", 1), (N, 1)]),
    ("(orders: count by customer): max(`count`)", [2]),
    ('(orders: count as n by customer): where customer = "Nan" show n', []),
    ('(orders: count as n by customer): where customer in ("9", "Bob") show n', [1, 2]),
    ("(orders: show this as o): show o keep 2", ["1", "2"]),
    ("(orders: count by month(at)): where `month(at)` > 2024-01 show `count`", [1, 2]),
    ("(orders: show row, amount keep 2 by amount): first(amount)", [20]),
    ("((orders: count as n by customer): count as m by n): show n, m, row", [(1, 3, 1), (2, 2, 2)]),
    ("(customers: where credit > 4): show name", ["Ann", "Dee"]),
)
def test_a_query_in_the_place_of_a_dataset(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("orders: where amount = 4 show this", [2]),
    ("orders: where amount != 4 show this", [1, 3, 4, 5, 6, 7]),
    ("orders: where not amount = 4 show this", [1, 3, 4, 5, 6, 7]),
    ("orders: where amount < 6 show this", [2, 6]),
    ("orders: where not amount < 6 show this", [1, 3, 4, 7]),
    ("orders: where amount <= 6 show this", [2, 3, 6]),
    ("orders: where amount >= 8 show this", [1, 4, 7]),
    ("orders: where amount in 4..8 show this", [2, 3, 4]),
    ("orders: where not amount in 4..8 show this", [1, 6, 7]),
    ("orders: where not amount in 9..customer.credit show this", [2, 3, 4, 7]),
    ('orders: where status has "E" show this', [1, 3, 5, 6, 7]),
    ('orders: where status starts "S" show this', [1, 3, 5, 7]),
    ('orders: where not status starts "s" show this', [2, 4, 6]),
    ('orders: where status in ("new", "back") show this', [2, 6]),
    ('orders: where not status in ("new", "back") show this', [1, 3, 4, 5, 7]),
    ('orders: where customer in (customers: where region = "South") show this', [3, 4, 7]),
    ("customers: where this in (orders: count by customer having count > 1) show id", [1, 2]),
    ("customers: where not this in (orders: count by customer)", ["Cy", "Dee"]),
    ("customers: where id in (orders: where paid show customer_id) show id", [1, 2, 5]),
    ("orders: where missing(amount) show this", [5]),
    ("orders: where missing(customer) show this", [6]),
    ("orders: where missing(customer.name) show this", [5, 6]),
    ("orders: where not some(customer) show this", [5, 6]),
    ("orders: where missing(amount + customer.credit) show this", [5, 6]),
    ("orders: where paid show this", [1, 4, 6, 7]),
    ("orders: where not paid show this", [2, 3, 5]),
    ("orders: where paid = false show this", [2, 5]),
    ("employees: where current show id", ["E1", "E3"]),
    ("salaries: where employee.current show row", [1, 2, 5]),
    ("salaries: where not employee.current show row", [3, 4, 6]),
    ("orders: where big show this", [1, 4, 7]),
    ("orders: where not big show this", [2, 3, 6]),
    ('customers: where some(referrer where region = "North")', ["Bob", "Cy"]),
    ('customers: where region < "South"', ["Ann", "Cy"]),
)
def test_each_test_and_what_is_missing(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("orders: where not (amount > 5 and paid) show this", [2, 3, 5, 6]),
    ("orders: where not (amount > 5 or paid) show this", [2]),
    ("orders: where amount > 5 or not paid show this", [1, 2, 3, 4, 5, 7]),
    ("orders: where amount > 5 and paid or row = 2 show this", [1, 2, 4, 7]),
)
def test_what_is_unknown_stays_unknown_unless_the_other_side_decides(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("customers: where orders.amount > 8 show id", [1, 5]),
    ("customers: where not orders.amount > 8 show id", [2, 3, 4]),
    ("customers: where orders.amount > orders.customer.credit show id", [2, 5]),
    ('customers: where orders.status != "sent" show id', [3, 4]),
    ('customers: where orders.status in ("back", "new") show id', [1]),
    ('customers: where orders.status has "AC" show id', [1]),
    ("customers: where orders.paid show id", [1, 2, 5]),
    ("customers: where orders.big show id", [1, 2, 5]),
    ("customers: where missing(orders.status) show id", [2]),
    ("customers: where missing(orders) show id", [3, 4]),
    ("customers: where missing(orders.bill_city) show id", [2]),
    ("customers: where orders.paid and orders.amount < 5 show id", [1]),
    ("customers: where some(orders where paid and amount < 5) show id", []),
    ("customers: where some(orders where paid and amount > 5) show id", [1, 2, 5]),
    ("customers: where only(orders where paid) show id", [5]),
    ("customers: where only(orders where amount > 5) show id", [2, 5]),
    ("customers: where not only(orders where amount > 5) show id", [1, 3, 4]),
    ("customers: where some(orders.lines where quantity > 2) show id", [2, 5]),
    ('customers: where orders.lines.product = "Cup" show id', [1, 5]),
    ("customers: where some(orders where count(lines) > 1) show id", [1, 5]),
)
def test_along_a_relation_to_many_a_test_means_some(text: str, rows: list[Any]) -> None:
    held(text, rows)


@cases(
    ("orders: where at = 2024-01 show this", [1, 2]),
    ("orders: where at != 2024-01 show this", [3, 4, 5, 6, 7]),
    ("orders: where at = 2024 show this", [1, 2, 3, 5, 6]),
    ("orders: where year(at) = 2024 show this", [1, 2, 3, 5, 6]),
    ("orders: where at < 2024-01-20 show this", [1, 7]),
    ("orders: where at <= 2024-01-20 show this", [1, 2, 7]),
    ("orders: where at > 2024-01 show this", [3, 5, 6]),
    ("orders: where at > 2024-02-01 show this", [5, 6]),
    ("orders: where at >= 2024-02 show this", [3, 5, 6]),
    ("orders: where not at < 2024-02 show this", [3, 5, 6]),
    ("orders: where 2024-01 < at show this", [3, 5, 6]),
    ("orders: where at in 2024-01..2024-02 show this", [1, 2, 3]),
    ("orders: where at in 2023..2024-01-05 show this", [1, 7]),
    ("orders: where at in (2024-02, 2023) show this", [3, 7]),
    ("orders: where at = 2024-Q1 show this", [1, 2, 3, 5, 6]),
    ("orders: where at = 2024-W01 show this", [1]),
    ("orders: where at = 2024-03-05T10:00 show this", [5, 6]),
    ("orders: where at = 2024-01-05T09:30:00 show this", [1]),
    ("orders: where at <= 2024-01-05T09:29:59 show this", [7]),
    ("orders: where at > due show this", [2, 5]),
    ('orders: where weekday(at) = "Tuesday" show this', [5, 6]),
    ('orders: where weekday(at) in "Thursday".."Saturday" show this', [1, 2, 3]),
    ("orders: where month(at) = month(due) show this", [1, 2, 3, 5, 6]),
    ("orders: where at = now(day) show this", [5, 6]),
    ("orders: where at = now(week) show this", [5, 6]),
    ("orders: where at = now(month, -1) show this", [3]),
    ("orders: where at = now(month, -2, -1) show this", [1, 2, 3]),
    ("orders: where at > now(month, -2) show this", [3, 5, 6]),
    ("orders: where at = now(quarter) show this", [1, 2, 3, 5, 6]),
    ("orders: where at = now(year, -1) show this", [7]),
    ("orders: where at in now(year, -1)..now(month, -2) show this", [1, 2, 7]),
    ("orders: where at = now(decade) show this", [1, 2, 3, 5, 6, 7]),
    ("customers: where joined = now(day) show id", [5]),
    ("customers: where joined = 2024-02 show id", [4]),
)
def test_a_date_is_held_against_the_whole_of_a_period(text: str, rows: list[Any]) -> None:
    held(text, rows)
