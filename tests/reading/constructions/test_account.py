"""The account: queries that say less, more or other than the question are told apart from those that say the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bakery import opened, sayable

from groundplan.embed import BundledEmbedder
from groundplan.query.language.read import read
from groundplan.reading.account import Account, account
from groundplan.reading.accounted import whole
from groundplan.reading.constructions.marks import Sayable, marked


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sayable]:
    source = opened(tmp_path_factory.mktemp("bakery"))
    yield sayable(source)
    source.close()


@pytest.fixture(scope="module")
def embedder() -> BundledEmbedder:
    return BundledEmbedder()


SAME = {
    "how many deliveries of rye in march 2025": 'deliveries: count where bread_type = "rye" and delivered_at = 2025-03',
    "average loaves by district": "deliveries: average(loaves) by shop.district",
    "which shops have no phone": "shops: where missing(phone)",
    "top 3 shops by loaves": "deliveries: sum(loaves) by shop keep 3 by sum(loaves)",
    "deliveries with more than 40 loaves": "deliveries: where loaves > 40",
    "drivers without deliveries": "drivers: where not some(deliveries)",
    "what share of deliveries is spelt, by driver": 'deliveries: rate(bread_type = "spelt") by driver',
    "deliveries on weekends": 'deliveries: count where weekday(delivered_at) in ("Saturday", "Sunday")',
    "median amount for each bread type": "deliveries: median(amount_eur) by bread_type",
    "shops in North or East": 'shops: where district in ("North", "East")',
}
FAULTS = {
    "shops in North or East": ('shops: where district = "North"', 'shops: where district in ("North", "South")'),
    "how many deliveries of rye in march 2025": (
        "deliveries: count where delivered_at = 2025-03",
        'deliveries: count where bread_type = "rye"',
        'deliveries: count where bread_type = "spelt" and delivered_at = 2025-03',
        'deliveries: count where bread_type = "rye" and delivered_at = 2025-04',
        'deliveries: count where not bread_type = "rye" and delivered_at = 2025-03',
        'deliveries: average(loaves) where bread_type = "rye" and delivered_at = 2025-03',
        'deliveries: count by shop.district where bread_type = "rye" and delivered_at = 2025-03',
    ),
    "average loaves by district": (
        "deliveries: average(loaves)",
        "deliveries: median(loaves) by shop.district",
        "deliveries: average(amount_eur) by shop.district",
        "deliveries: average(loaves) by bread_type",
        'deliveries: average(loaves) by shop.district where bread_type = "rye"',
        "deliveries: count by shop.district",
    ),
    "which shops have no phone": (
        "shops: where not missing(phone) show district",
        "shops: count",
        "shops: where missing(district)",
        'shops: where district = "North"',
    ),
    "top 3 shops by loaves": (
        "deliveries: sum(loaves) by shop keep 5 by sum(loaves)",
        "deliveries: sum(loaves) by shop",
        "deliveries: sum(amount_eur) by shop keep 3 by sum(amount_eur)",
        "deliveries: sum(loaves) by bread_type keep 3 by sum(loaves)",
    ),
    "deliveries with more than 40 loaves": (
        "deliveries: count",
        "deliveries: where loaves > 50",
        "deliveries: where amount_eur > 40",
    ),
    "drivers without deliveries": ("drivers: count", "drivers: where missing(left_on)"),
    "what share of deliveries is spelt, by driver": (
        "deliveries: count by driver",
        'deliveries: rate(bread_type = "rye") by driver',
        'deliveries: rate(bread_type = "spelt")',
        'deliveries: rate(bread_type = "spelt") by shop',
    ),
    "median amount for each bread type": (
        "deliveries: average(amount_eur) by bread_type",
        "deliveries: median(loaves) by bread_type",
        "deliveries: median(amount_eur)",
        'deliveries: median(amount_eur) by bread_type where shop.district = "South"',
    ),
}
WRONG = [(question, query) for question, queries in FAULTS.items() for query in queries]


def _account(question: str, query: str, known: Sayable, embedder: BundledEmbedder) -> Account:
    return account(read(query), marked(question, known), known.scope, embedder)


@pytest.mark.parametrize("question", SAME)
def test_the_query_of_the_question_leaves_nothing_over(
    question: str, known: Sayable, embedder: BundledEmbedder
) -> None:
    found = _account(question, SAME[question], known, embedder)
    assert whole(found), (found.unread, found.unsaid)


@pytest.mark.parametrize(("question", "query"), WRONG)
def test_another_query_is_found_out(question: str, query: str, known: Sayable, embedder: BundledEmbedder) -> None:
    assert not whole(_account(question, query, known, embedder))


def test_what_is_left_over_is_quoted(known: Sayable, embedder: BundledEmbedder) -> None:
    found = _account("average loaves by district", "deliveries: sum(loaves)", known, embedder)
    assert {span.said for span in found.unread} >= {"average", "district"}
