"""Writes the example data that ships: the same bytes on every machine. Run it: `python examples/make_examples.py`."""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random

CITIES = {
    "Hamburg": "North", "Bremen": "North", "Munich": "South", "Stuttgart": "South",
    "Berlin": "East", "Leipzig": "East", "Cologne": "West", "Dortmund": "West",
}  # fmt: skip
CATEGORIES = {"Electronics": 220.0, "Furniture": 140.0, "Clothing": 45.0, "Groceries": 18.0}
CHANNELS = ("Online", "Store", "Partner")
PRODUCTS_SEED = 10
ODD_DAYS = {date(2023, 2, 11): 14.5, date(2023, 7, 24): -13.0, date(2024, 4, 3): 12.0, date(2024, 10, 19): -15.5}
"""Days on which the weather is far from its season, by so many degrees."""


def sales(chance: Random) -> Iterable[Sequence[object]]:
    """One sale a day for 14 months: growing, stronger before Christmas, Electronics ahead."""
    for day in _days(date(2023, 1, 1), 425):
        city = _pick(chance, list(CITIES))
        category = _pick(chance, list(CATEGORIES))
        channel = _pick(chance, CHANNELS)
        season = 1.35 if day.month in (11, 12) else 1.0
        growth = 1 + (day - date(2023, 1, 1)).days / 1500
        units = 1 + int(chance.random() * 11 * season)
        revenue = round(units * CATEGORIES[category] * growth * (0.85 + 0.3 * chance.random()), 2)
        returned = "yes" if chance.random() < (0.16 if channel == "Online" else 0.06) else "no"
        yield day, CITIES[city], category, channel, city, units, revenue, returned


def weather(chance: Random) -> Iterable[Sequence[object]]:
    """Two years of days with a season, and four days that fall out of it."""
    for day in _days(date(2023, 1, 1), 731):
        season = -math.cos(2 * math.pi * (day.timetuple().tm_yday - 20) / 365.25)
        mean = 10.5 + 9.5 * season + _spread(chance, 2.2) + ODD_DAYS.get(day, 0.0)
        rain = max(0.0, chance.random() * 14 - 8)
        yield day, round(mean, 1), round(rain, 1), round(9 + 7 * chance.random(), 1)


def customers(chance: Random) -> Iterable[Sequence[object]]:
    """Sixty customers in four countries."""
    for number in range(1, 61):
        country = _pick(chance, ("Germany", "France", "Poland", "Spain"))
        segment = _pick(chance, ("Consumer", "Business", "Public"))
        joined = date(2021, 1, 1) + timedelta(days=int(chance.random() * 700))
        yield number, f"Customer {number:02d}", country, segment, joined


def products(chance: Random) -> Iterable[tuple[int, str, str, float]]:
    """Sixteen products in four categories."""
    for number in range(1, 17):
        category = list(CATEGORIES)[number % 4]
        yield number, f"{category} {number:02d}", category, round(CATEGORIES[category] * (0.5 + chance.random()), 2)


def orders(chance: Random) -> Iterable[Sequence[object]]:
    """Six hundred orders over two years, each of one customer and one product."""
    prices = {number: price for number, _, _, price in products(Random(PRODUCTS_SEED))}
    for number in range(1, 601):
        day = date(2023, 1, 1) + timedelta(days=int(number * 730 / 601))
        customer = 1 + int(60 * chance.random() ** 1.5)
        product, quantity = 1 + int(16 * chance.random()), 1 + int(5 * chance.random())
        yield number, customer, product, day, quantity, round(quantity * prices[product], 2)


FILES = {
    "sales.csv": (sales, 7, "date,region,product_category,channel,city,units,revenue,returned"),
    "weather.csv": (weather, 8, "date,temperature,rainfall,wind"),
    "shop/customers.csv": (customers, 9, "customer_id,name,country,segment,joined"),
    "shop/products.csv": (products, PRODUCTS_SEED, "product_id,product,category,price"),
    "shop/orders.csv": (orders, 11, "order_id,customer_id,product_id,order_date,quantity,total"),
}
"""Each file with the seed of its own, so that one can change without the others."""


def write(folder: Path) -> None:
    """Writes every file."""
    for name, (rows, seed, header) in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(header.split(","))
            writer.writerows(rows(Random(seed)))


def _days(first: date, count: int) -> Iterable[date]:
    return (first + timedelta(days=number) for number in range(count))


def _pick(chance: Random, choices: Sequence[str]) -> str:
    return choices[int(chance.random() * len(choices))]


def _spread(chance: Random, width: float) -> float:
    """Roughly normal, from `random()` alone: its stream never changes between Python versions."""
    return width * (sum(chance.random() for _ in range(12)) - 6)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
