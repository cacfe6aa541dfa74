"""Queries in the question language, over the example shop: read and compiled, and held to the words of a question."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure

SHOP = Path(__file__).parent.parent / "examples" / "shop"
ROUNDS = 10
TODAY = date(2024, 12, 31)
ASKED = {
    "how many orders by country": "orders: count by customer.country",
    "total of orders per month in 2024": "orders: sum(total) by month(order_date) where order_date = 2024",
    "average total by segment": "orders: average(total) by customer.segment",
    "top 5 customers by total": "orders: sum(total) by customer keep 5 by sum(total)",
    "which customers have no orders": "customers: where not some(orders)",
    "how many orders of Furniture": 'orders: count where product.category = "Furniture"',
    "which category has the highest average price": "products: average(price) by category keep 1 by average(price)",
    "how many customers have more than 10 orders": "customers: count where count(orders) > 10",
    "share of total by category": "orders: share(sum(total)) by product.category",
    "which orders cost more than the average total": "orders: where total > (orders: average(total))",
    "median quantity by weekday": "orders: median(quantity) by weekday(order_date)",
    "total of France and Spain": 'orders: sum(total) where customer.country in ("France", "Spain")',
}
"""Questions, each with the query that it asks for."""


def figures() -> list[Figure]:
    """The middle and the 95th of compiling, and of the account of a question's words."""
    from groundplan.embed import best_embedder
    from groundplan.packs.tables import pack
    from groundplan.query.compiled.steps import steps_of
    from groundplan.query.language.read import read
    from groundplan.reading.account import account
    from groundplan.reading.accounted import Accounts
    from groundplan.reading.constructions.marks import marked
    from groundplan.tabular.reader import blank

    with tempfile.TemporaryDirectory() as cache:
        source: Any = pack.sources.open((str(SHOP),), Path(cache), None)
        embedder = best_embedder()
        known = Accounts(source, blank(source), embedder).sayable()

        def compiled(_: str, query: str) -> None:
            steps_of(read(query), source.understood, TODAY)

        def accounted(text: str, query: str) -> None:
            account(read(query), marked(text, known), known.scope, embedder)

        compiling, accounting = _times(compiled), _times(accounted)
        source.close()
    return [
        *_figures("a query read and compiled", compiling, "under 5 ms"),
        *_figures("a question held to its query by the account", accounting, "under 20 ms"),
    ]


def _times(done: Callable[[str, str], None]) -> list[float]:
    """Milliseconds of each, warm."""
    taken = []
    for number in range(ROUNDS + 1):
        for text, query in ASKED.items():
            begun = time.perf_counter()
            done(text, query)
            if number:
                taken.append(1000 * (time.perf_counter() - begun))
    return sorted(taken)


def _figures(name: str, times: list[float], target: str) -> list[Figure]:
    middle, late = times[len(times) // 2], times[int(0.95 * len(times))]
    return [Figure(f"{name}, p50", middle, "ms", target=target), Figure(f"{name}, p95", late, "ms")]
