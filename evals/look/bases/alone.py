"""Tables that have values in common and nothing else."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from cells import amounts
from stored import Base, made


def depot_odds(draw: Random) -> Base:
    """Numbers from 1 to 50 in three tables, postcodes in two, years in three: not one relation."""
    zips = [f"{n}" for n in draw.sample(range(26000, 26999), 40)]
    freezers = made(
        50, id=lambda n: n + 1, label=lambda n: f"F-{'ABCDE'[n % 5]}{n // 5}", degrees=amounts(draw, 50, -30, -16, 1)
    )
    boxes = made(
        50,
        id=lambda n: n + 1,
        tree=lambda n: draw.choice(["oak", "pine", "beech"]),
        zip=lambda n: draw.choice(zips),
        put_up=lambda n: draw.randrange(2012, 2024),
        eggs=lambda n: draw.randrange(9),
    )
    names = [
        f"{a} {b}"
        for a in ("Blue", "Red", "Old", "Little", "Royal")
        for b in ("Anchor", "Kettle", "Lantern", "Goose", "Oven", "Plough", "Barrel", "Garden", "Spoon", "Table")
    ]
    restaurants = made(
        50,
        id=lambda n: n + 1,
        restaurant=names,
        zip=lambda n: draw.choice(zips),
        opened=lambda n: draw.randrange(2012, 2024),
        seats=lambda n: draw.randrange(18, 120),
    )
    rainfall = [
        {"year": y, "month": m, "mm": round(draw.uniform(8, 160), 1)} for y in range(2012, 2024) for m in range(1, 13)
    ]
    return Base(
        "depot_odds",
        {"freezers": freezers, "nest_boxes": boxes, "restaurants": restaurants, "rainfall": rainfall},
        keys={"freezers": [["id"]], "nest_boxes": [["id"]], "restaurants": [["id"]], "rainfall": [["year", "month"]]},
        names={"restaurants": "restaurant"},
    )


def fairground(draw: Random) -> Base:
    """Ages, quantities, ranks and lockers all lie within the numbers of the rides; only tickets point at them."""
    rides = made(
        24,
        id=lambda n: n + 1,
        ride=lambda n: (
            f"{['Big', 'Wild', 'Tiny', 'Ghost'][n % 4]} {['Wheel', 'Train', 'Swing', 'Slide', 'Drop', 'Boat'][n // 4]}"
        ),
        height_cm=lambda n: draw.choice([90, 110, 120, 140]),
    )
    start = datetime(2024, 8, 3, 10)
    tickets = made(
        480,
        id=lambda n: n + 1,
        ride_id=lambda n: draw.randrange(1, 25),
        bought_at=lambda n: start + timedelta(minutes=3 * n + draw.randrange(3)),
        quantity=lambda n: draw.randrange(1, 7),
        price=amounts(draw, 480, 2, 30, 2),
    )
    survey = made(
        120,
        id=lambda n: n + 1,
        age=lambda n: draw.randrange(4, 25),
        rides_taken=lambda n: draw.randrange(1, 20),
        happy=lambda n: draw.randrange(1, 6),
    )
    lockers = made(
        80, number=lambda n: n + 1, size=lambda n: draw.choice(["S", "M", "L"]), floor=lambda n: draw.randrange(1, 4)
    )
    return Base(
        "fairground.sqlite",
        {"rides": rides, "tickets": tickets, "visitor_survey": survey, "lockers": lockers},
        ("tickets ride_id -> rides id",),
        keys={"rides": [["id"]], "tickets": [["id"]], "visitor_survey": [["id"]], "lockers": [["number"]]},
        names={"rides": "ride"},
        times={"tickets": "bought_at"},
    )


BASES = (depot_odds, fairground)
