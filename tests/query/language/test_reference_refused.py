"""What is refused, and by which code, is what docs/reference/query.md says."""

from __future__ import annotations

import pytest
from hand_computed import asked

from groundplan.errors import QueryError


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("counted-twice", "lines: sum(product.price)"),
        ("counted-twice", "lines: average(`order`.amount) by product"),
        ("counted-twice", "customers: sum(orders.ship_city.people)"),
        ("counted-twice", "orders: where amount > average(customer.credit within all)"),
        ("counted-twice", "customers: sum(orders.amount + referred.credit)"),
        ("counted-twice", "customers: correlation(orders.amount, referred.credit)"),
        ("counted-twice", "customers: where orders.amount > referred.credit"),
        ("needs-within", "orders: where amount > average(amount)"),
        ("needs-within", "lines: where quantity > max(product.price)"),
        ("needs-within", "orders: show sum(amount)"),
        ("needs-within", "orders: show this order sum(amount)"),
        ("needs-within", "orders: count by count"),
        ("needs-within", "orders: count(where amount > average(amount))"),
        ("needs-within", "customers: count(orders where amount > average(amount))"),
        ("unsafe-average", "orders: average(sum(amount))"),
        ("unsafe-average", "customers: where average(sum(credit) within all) > 1"),
        ("unsafe-average", "orders: share(running(count)) by paid"),
        ("counted-twice", "lines: median(product.price)"),
        ("counted-twice", "lines: deviation(`order`.amount)"),
        ("counted-twice", "lines: percentile(product.price, 25)"),
        ("counted-twice", "lines: correlation(product.price, `order`.amount)"),
        ("counted-twice", "lines: sum(product.price * `order`.amount * 2)"),
        ("counted-twice", "lines: sum(product.price * {1: quantity > 2; else 0})"),
        ("counted-twice", "customers: sum(orders.amount * {1: orders.amount > referred.credit; else 0})"),
        ("several-values", "customers: show orders.amount * 2"),
        ("several-values", "customers: first(name by orders.at)"),
        ("several-values", "customers: first(orders.status by orders.lines.quantity)"),
        ("several-values", "customers: first(orders.status by referred.id)"),
        ("several-values", "customers: longest_run(orders.paid by orders.at)"),
        ("needs-within", "customers: where rate(orders.paid) > 1"),
        ("several-values", "customers: show id order orders.amount"),
        ("several-values", "customers: where credit > average(credit within orders.status)"),
        ("several-values", "customers: show prev(orders.amount)"),
        ("not-a-figure", "orders: amount by customer"),
        ("not-a-figure", "orders: count by customer having amount > 3"),
        ("not-a-figure", "orders: count by customer keep 2 by amount"),
        ("not-a-figure", "orders: rank(amount) by customer"),
        ("not-a-figure", "orders: count by customer having some(customer)"),
        ("not-a-figure", "orders: share(count within status) by customer"),
        ("not-a-list", "orders: count by customer show customer"),
        ("not-one", "orders: where amount > (orders: average(amount) by customer)"),
        ("not-one", "orders: where amount > (orders: sum(amount), count)"),
        ("not-one", "orders: where amount in (1, (orders: show amount))"),
        ("no-fellows", "customers: where some(orders where amount > average(amount within all))"),
        ("no-fellows", "customers: count(orders where rank(amount) = 1)"),
        ("ambiguous-path", "(orders: count as n, sum(amount) as n by paid): show n"),
        ("unknown-dataset", "order: count"),
        ("unknown-name", "orders: sum(amont)"),
        ("no-path", "orders: sum(amount.value)"),
        ("no-path", "(orders: count as n by customer): show customer.region"),
        ("unreadable-query", "orders: where at = 2024-13"),
        ("unreadable-query", "orders: where at = 2024-02-30"),
    ],
)  # fmt: skip
def test_what_cannot_be_computed_safely_is_refused(code: str, text: str) -> None:
    with pytest.raises(QueryError) as refused:
        asked(text)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "text",
    [
        "orders: where status < 3", "orders: where at = \"2024-01-05\"", "orders: where paid < true",
        "orders: where customer < \"B\"", "orders: where amount has \"1\"", "orders: where amount = 2024-01",
        "orders: where at > 5", "orders: where weekday(at) < \"Moonday\"", "orders: where at - due = at - due",
        "orders: where status in (1, 2)", "orders: where status in (orders: show amount)", "orders: where amount",
        "orders: where some(amount)", "orders: sum(status)", "orders: sum(paid)", "orders: sum(at - due)",
        "orders: max(customer)", "orders: rate(amount)", "orders: longest_run(status)", "orders: min(paid)",
        "orders: show amount + status", "orders: show at + due", "orders: show at - due", "orders: show now(month)",
        "orders: show days(amount)", "orders: show month(amount)", "orders: show year(status)",
        "orders: show bin(amount)", "orders: show abs(amount, 2)",
        "orders: show {1: paid; \"a\": not paid}", "orders: show {else 1}", "orders: sum(amount, amount)",
        "orders: correlation(amount)", "orders: percentile(amount, 101)", "orders: percentile(amount)",
        "orders: list(at - due)", "orders: list(amount by at)",
        "orders: show moving(amount)", "orders: sum(amount by at)", "orders: share(count where paid) by status",
        "orders: change(count, paid, not paid within status) by status", "orders: keep 0", "orders: keep 1.5",
        "orders: keep place 2", "orders: where change(amount, paid, not paid) > 1",
        "orders: rank(first(paid)) by status",
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(text: str) -> None:
    with pytest.raises(QueryError) as refused:
        asked(text)
    assert refused.value.code == "wrong-type"
