"""Questions over a bakery's deliveries become queries, family by family; what is not wholly read becomes none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bakery import TODAY, opened, sayable

from groundplan.embed import BundledEmbedder
from groundplan.query.language.show import show
from groundplan.reading.constructions.marks import Sayable
from groundplan.reading.constructions.reader import best, candidates


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sayable]:
    source = opened(tmp_path_factory.mktemp("bakery"))
    yield sayable(source)
    source.close()


@pytest.fixture(scope="module")
def embedder() -> BundledEmbedder:
    return BundledEmbedder()


COUNTS = {
    "how many deliveries were there": "deliveries: count",
    "how many current drivers": "drivers: count where current",
    "total loaves in march 2025": "deliveries: sum(loaves) where delivered_at = 2025-03",
    "how many loaves did Station Kiosk get": 'deliveries: sum(loaves) where shop.shop_name = "Station Kiosk"',
    "how many deliveries were made by Ada Moss in 2025": (
        'deliveries: count where driver.name = "Ada Moss" and delivered_at = 2025'
    ),
}
KEYS = {
    "number of deliveries by driver": "deliveries: count by driver",
    "deliveries per district": "deliveries: count by shop.district",
    "total loaves by bread type": "deliveries: sum(loaves) by bread_type",
    "average amount for each shop": "deliveries: average(amount_eur) by shop",
    "loaves per month": "deliveries: sum(loaves) by month(delivered_at)",
    "median loaves of white bread by district and bread type": (
        'deliveries: median(loaves) by shop.district, bread_type where bread_type = "white"'
    ),
}
SUPERLATIVES = {
    "which shop got the fewest loaves": "deliveries: sum(loaves) by shop keep 1 by lowest sum(loaves)",
    "which district got the most loaves in april 2025": (
        "deliveries: sum(loaves) by shop.district where delivered_at = 2025-04 keep 1 by sum(loaves)"
    ),
    "top 3 shops by loaves": "deliveries: sum(loaves) by shop keep 3 by sum(loaves)",
    "what is the largest shop": "shops: keep 1 by floor_area_m2 show this, floor_area_m2",
    "second largest shop": "shops: keep place 2 by floor_area_m2 show this, floor_area_m2",
    "for each district, which driver made the most deliveries": (
        "deliveries: count by shop.district, driver keep 1 of each shop.district by count"
    ),
}
NEGATIONS = {
    "shops with no phone": "shops: where missing(phone)",
    "how many shops have no phone": "shops: count where missing(phone)",
    "which shops never got a delivery": "shops: where not some(deliveries)",
    "drivers with no deliveries": "drivers: where not some(deliveries)",
    "how many deliveries were not rye": 'deliveries: count where not bread_type = "rye"',
    "shops with more than 15 deliveries": "shops: where count(deliveries) > 15",
}
SHARES = {
    "share of deliveries that were rye by district": 'deliveries: rate(bread_type = "rye") by shop.district',
    "what percentage of deliveries went to North": 'deliveries: rate(shop.district = "North")',
    "what percent of deliveries are spelt for each driver": 'deliveries: rate(bread_type = "spelt") by driver',
    "share of loaves by bread type": "deliveries: share(sum(loaves)) by bread_type",
}
READ = {**COUNTS, **KEYS, **SUPERLATIVES, **NEGATIONS, **SHARES}


@pytest.mark.parametrize("question", READ)
def test_a_question_is_read_as_a_query(question: str, known: Sayable, embedder: BundledEmbedder) -> None:
    found = best(candidates(question, known, TODAY, embedder).found)
    assert found is not None
    assert show(found) == READ[question]


UNREAD = (
    "how many customers",  # the source has none
    "how many unpaid invoices per shop",
    "the best driver",  # by what
    "which driver delivered the least in may 2025",
    "average loaves per delivery by running total",
    "why did deliveries fall in march 2025",
    "deliveries to the shop with the blue door",
    "how many deliveries will there be in june",
    "loaves per square metre by shop",
    "deliveries by Zoe Lark",
    "number of late deliveries by driver",
    "how many deliveries were there except on rainy days",
)


@pytest.mark.parametrize("question", UNREAD)
def test_what_is_not_wholly_read_is_no_query(question: str, known: Sayable, embedder: BundledEmbedder) -> None:
    assert best(candidates(question, known, TODAY, embedder).found) is None


def test_every_part_quotes_words_of_the_question(known: Sayable, embedder: BundledEmbedder) -> None:
    question = "which district got the most loaves in april 2025"
    found = best(candidates(question, known, TODAY, embedder).found)
    assert found is not None and found.where is not None and found.keep is not None
    quoted = [question[start:end] for part in (found.where, found.keep, found.by[0].of) for start, end in part.said]
    assert quoted == ["in april 2025", "most", "district"]


def test_a_slip_of_the_keyboard_is_put_right(known: Sayable, embedder: BundledEmbedder) -> None:
    found = best(candidates("total laoves by breda type", known, TODAY, embedder).found)
    assert found is not None
    assert show(found) == "deliveries: sum(loaves) by bread_type"
