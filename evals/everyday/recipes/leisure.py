"""A library, museums and parks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from recipes.draw import around, day, gap, months, pick, skewed, summer

BRANCHES = {"Central": 6.0, "Northside": 3.0, "Elmwood": 2.5, "Seafront": 1.8}
GENRES = {
    "Crime": 5.0,
    "Romance": 3.0,
    "Science fiction": 3.0,
    "History": 2.5,
    "Cookery": 1.5,
    "Travel": 1.5,
    "Comics": 2.0,
}
FIRST = ("The Silent", "A Winter", "Lost", "The Glass", "Beyond the", "Red", "The Last", "Small", "Hidden", "Paper")
LAST = ("Garden", "Harbour", "Letters", "River", "Witness", "Kitchen", "Orchard", "Horizon", "Machine", "Summer")
MUSEUMS = {
    "Maritime Museum": ("Portsea", "history", 9.0),
    "City Gallery": ("Portsea", "art", 14.0),
    "Science Dome": ("Harwick", "science", 21.0),
    "Toy Museum": ("Harwick", "childhood", 6.0),
    "Rail Heritage": ("Ambleton", "history", 8.0),
    "Modern Art House": ("Ambleton", "art", 11.0),
    "Natural History Hall": ("Portsea", "science", 18.0),
    "Castle Keep": ("Harwick", "history", 12.0),
    "Textile Works": ("Ambleton", "industry", 4.0),
}
PARKS = {
    "Granite Peaks": ("Montora", "West", 2900, 25),
    "Blue Mesa": ("Sandoval", "South", 1200, 20),
    "Fern Valley": ("Cascadia", "West", 640, 15),
    "Great Marsh": ("Lowland", "East", 2100, 10),
    "Painted Canyon": ("Sandoval", "South", 3300, 30),
    "Wolf Lake": ("Norden", "North", 880, 15),
    "Cedar Island": ("Cascadia", "West", 150, 10),
    "Iron Hills": ("Norden", "North", 1750, 15),
    "Moonstone Caves": ("Montora", "West", 220, 20),
    "Pelican Coast": ("Lowland", "East", 410, 10),
    "Sunset Dunes": ("Sandoval", "South", 960, 15),
    "Old Growth": ("Norden", "North", 1320, 0),
    "Thunder Falls": ("Montora", "West", 530, 20),
    "Bison Plains": ("Lowland", "East", 2400, 15),
}
SEASONS = {1: "Winter", 4: "Spring", 7: "Summer", 10: "Autumn"}
CROWDS = {"Winter": 0.35, "Spring": 0.9, "Summer": 1.9, "Autumn": 1.0}


def library_loans(random: Random) -> Iterator[dict[str, Any]]:
    """620 loans of three years; a few are still out."""
    titles = [(f"{first} {last}", pick(random, GENRES)) for first in FIRST for last in LAST]
    for number, on in enumerate(sorted(day(random, date(2022, 1, 3), date(2024, 12, 20)) for _ in range(620))):
        yield loan(random, number, on, *random.choice(titles))


def loan(random: Random, number: int, on: date, title: str, genre: str) -> dict[str, Any]:
    renewals = pick(random, {0: 6.0, 1: 2.5, 2: 1.0, 3: 0.4})
    due = on + timedelta(days=21 * (1 + renewals))
    back = gap(random, on + timedelta(days=int(skewed(random, 15 * (1 + renewals), 0.4, 0)) + 1), 0.05)
    late = max((back - due).days, 0) if back else 0
    branch = pick(random, BRANCHES)
    return {
        "loan_id": f"L-{number + 1:04d}",
        "title": title,
        "genre": genre,
        "format": pick(random, {"paperback": 5.0, "hardback": 3.0, "audiobook": 1.5, "large print": 0.8}),
        "member_group": pick(random, {"adult": 5.0, "child": 3.0, "senior": 2.5, "student": 2.0}),
        "pickup_branch": branch,
        "dropoff_branch": (branch if random.random() < 0.7 else pick(random, BRANCHES)) if back else None,
        "loan_date": on,
        "due_date": due,
        "returned_date": back,
        "renewals": renewals,
        "fine_gbp": round(late * 0.25, 2),
        "reserved_online": random.random() < 0.44,
    }


def museum_visitors(random: Random) -> Iterator[dict[str, Any]]:
    """A line a month and museum."""
    for month in months(date(2022, 1, 1), 36):
        for museum, (city, theme, usual) in MUSEUMS.items():
            people = int(
                usual
                * 1000
                * (0.6 + 0.8 * summer(month))
                * random.uniform(0.75, 1.25)
                * (1 + 0.06 * (month.year - 2022))
            )
            closed = random.random() < 0.02
            yield {
                "month": month,
                "museum": museum,
                "city": city,
                "theme": theme,
                "visitors": None if closed else people,
                "school_groups": 0 if closed else around(random, 26 * (1 - summer(month)) + 4, 6, 0, 60),
                "ticket_income": 0 if closed else round(people * random.uniform(5.5, 7.5), 2),
                "shop_income": 0 if closed else round(people * random.uniform(0.8, 2.4), 2),
                "special_exhibition": random.random() < 0.3,
                "avg_rating": gap(random, around(random, 4.1, 0.35, 2.5, 5, 1), 0.05),
                "volunteers": around(random, usual, 3, 0, 40),
            }


def national_parks(random: Random) -> Iterator[dict[str, Any]]:
    """A line a quarter and park."""
    for quarter in [date(year, month, 1) for year in (2022, 2023, 2024) for month in SEASONS]:
        for park, (state, region, size, fee) in PARKS.items():
            season = SEASONS[quarter.month]
            day_trips = int(skewed(random, (size**0.5) * 1500 * CROWDS[season], 0.25, 0))
            yield {
                "park": park,
                "state": state,
                "region": region,
                "quarter_start": quarter,
                "season": season,
                "area_sq_km": size,
                "entry_fee": fee,
                "day_visitors": day_trips,
                "overnight_visitors": int(day_trips * random.uniform(0.04, 0.2)),
                "rangers": around(random, size / 80 + 6, 3, 2, 60),
                "rescues": gap(random, int(skewed(random, day_trips / 9000, 0.6, 0)), 0.05),
                "mean_temp_c": around(
                    random, {"Winter": 1, "Spring": 11, "Summer": 22, "Autumn": 12}[season], 4, -15, 35, 1
                ),
                "camping_open": season != "Winter" or region == "South",
            }
