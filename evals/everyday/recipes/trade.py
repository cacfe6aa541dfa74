"""Coffee shops, a farmers' market and a household's book."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Any

from recipes.draw import around, day, gap, moment, pick, skewed

SHOP_HOURS = {7: 4.0, 8: 8.0, 9: 6.0, 10: 4.0, 11: 3.0, 12: 4.0, 13: 4.0, 14: 3.0, 15: 3.0, 16: 2.0, 17: 2.0, 18: 1.0}
DRINKS = {
    "Espresso": 2.4,
    "Americano": 2.9,
    "Latte": 3.8,
    "Cappuccino": 3.7,
    "Flat White": 3.6,
    "Mocha": 4.2,
    "Chai": 3.9,
}
POPULAR = {
    "Espresso": 2.0,
    "Americano": 4.0,
    "Latte": 7.0,
    "Cappuccino": 5.0,
    "Flat White": 4.0,
    "Mocha": 2.0,
    "Chai": 1.5,
}
BARISTAS = {"Station": ("Noor", "Piotr"), "Canal": ("Maya", "Tomas", "Ines"), "Campus": ("Leo", "Hana")}
GOODS = {
    "Tomatoes": ("Vegetables", 3.2),
    "Carrots": ("Vegetables", 1.8),
    "Lettuce": ("Vegetables", 2.2),
    "Apples": ("Fruit", 2.6),
    "Strawberries": ("Fruit", 5.5),
    "Pears": ("Fruit", 2.9),
    "Goat Cheese": ("Dairy", 14.0),
    "Butter": ("Dairy", 9.5),
    "Rye Bread": ("Bakery", 4.8),
    "Honey": ("Pantry", 11.0),
    "Eggs": ("Dairy", 3.4),
    "Plum Jam": ("Pantry", 6.2),
}
STALLS = ("Green Acre", "Hill Farm", "Sunny Side", "Old Orchard", "Baker & Son", "Meadow Dairy")
SPENDING = {
    "Groceries": (62, ("FreshMart", "Corner Deli", "Green Grocer")),
    "Rent": (940, ("Harlow Lettings",)),
    "Utilities": (85, ("City Power", "AquaCo", "NetOne")),
    "Transport": (28, ("Metro Card", "QuickFuel", "RideNow")),
    "Eating out": (34, ("Bella Pasta", "Noodle Bar", "Corner Deli")),
    "Health": (48, ("Park Pharmacy", "Dr Lind")),
    "Fun": (30, ("CineWorld", "StreamBox", "Bowl City")),
    "Clothes": (70, ("Threads", "ShoeBox")),
}
OFTEN = {
    "Groceries": 9.0, "Rent": 1.6, "Utilities": 2.6, "Transport": 5.0,
    "Eating out": 5.0, "Health": 1.6, "Fun": 3.0, "Clothes": 1.8,
}  # fmt: skip


def coffee_tills(random: Random) -> Iterator[dict[str, Any]]:
    """720 till lines of three shops, in the order they were rung up."""
    days = sorted(day(random, date(2023, 1, 2), date(2024, 12, 30)) for _ in range(720))
    for number, on in enumerate(days):
        yield till_line(random, number, on, pick(random, {"Station": 5.0, "Canal": 4.0, "Campus": 3.0}))


def till_line(random: Random, number: int, on: date, shop: str) -> dict[str, Any]:
    drink = pick(random, POPULAR)
    size = pick(random, {"small": 2.0, "medium": 4.0, "large": 2.5})
    cups = pick(random, {1: 7.0, 2: 2.5, 3: 0.8, 4: 0.3})
    listed = round(DRINKS[drink] + {"small": 0.0, "medium": 0.4, "large": 0.9}[size] + 0.2 * (on.year - 2023), 2)
    off = pick(random, {0: 8.0, 10: 1.5, 20: 0.7, 50: 0.2})
    return {
        "receipt": 70001 + number,
        "sold_at": moment(random, on, SHOP_HOURS).strftime("%Y-%m-%d %H:%M"),
        "shop": shop,
        "barista": random.choice(BARISTAS[shop]),
        "drink": drink,
        "size": size,
        "milk": None if drink in ("Espresso", "Americano") else pick(random, {"whole": 5.0, "oat": 4.0, "soy": 1.0}),
        "cups": cups,
        "list_price": listed,
        "disc_pct": off,
        "paid": round(cups * listed * (1 - off / 100), 2),
        "tip": gap(random, round(random.choice((0, 0, 0, 0.5, 1, 1, 2)) * random.uniform(0.8, 1.2), 2), 0.03),
        "takeaway": random.random() < (0.75 if shop == "Station" else 0.4),
        "loyalty_card": random.random() < 0.35,
        "pay_method": pick(random, {"card": 6.0, "phone": 3.0, "cash": 1.5}),
    }


def market_sales(random: Random) -> Iterator[dict[str, Any]]:
    """580 stall sheets: what was brought, what was sold."""
    for _ in range(580):
        on = day(random, date(2022, 4, 2), date(2024, 11, 30))
        yield stall_sheet(random, on, random.choice(list(GOODS)))


def stall_sheet(random: Random, on: date, product: str) -> dict[str, Any]:
    category, price = GOODS[product]
    organic = random.random() < 0.38
    asked = round(price * (1.25 if organic else 1.0) * random.uniform(0.9, 1.15) * (1 + 0.05 * (on.year - 2022)), 2)
    brought = int(skewed(random, 150 / price, 0.4, 0)) + 2
    weather = pick(random, {"sunny": 5.0, "cloudy": 4.0, "rainy": 2.5})
    sold = int(brought * min(random.betavariate(6, 2) * (0.75 if weather == "rainy" else 1.0), 1))
    return {
        "SaleDay": on,
        "Market": pick(random, {"Dockside": 4.0, "Church Green": 3.0, "Station Yard": 2.0}),
        "StallHolder": random.choice(STALLS),
        "Product": product,
        "Category": category,
        "Organic": "yes" if organic else "no",
        "UnitPrice": asked,
        "QtyBrought": brought,
        "QtySold": sold,
        "Takings": round(sold * asked, 2),
        "MainPayment": gap(random, pick(random, {"cash": 5.0, "card": 4.0, "voucher": 0.8}), 0.04),
        "Weather": weather,
    }


def household_budget(random: Random) -> Iterator[dict[str, Any]]:
    """600 entries of a family's book, planned against spent."""
    for on in sorted(day(random, date(2022, 1, 1), date(2024, 12, 31)) for _ in range(600)):
        category = pick(random, OFTEN)
        usual, payees = SPENDING[category]
        spent = skewed(random, usual, 0.08 if category == "Rent" else 0.45, 2)
        yield {
            "Date": on,
            "Payee": random.choice(payees),
            "Category": category,
            "Paid By": pick(random, {"Anna": 5.0, "Ben": 4.0, "joint": 2.0}),
            "Account": pick(random, {"checking": 6.0, "credit card": 4.0, "cash": 1.2}),
            "Planned (EUR)": gap(random, round(usual * random.uniform(0.85, 1.1)), 0.09),
            "Actual (EUR)": spent,
            "Fixed Cost?": category in ("Rent", "Utilities"),
            "Days Late": around(random, -3, 4, 0, 15) if category in ("Rent", "Utilities") else None,
        }
