"""City bikes and buses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Any

from recipes.draw import around, day, gap, moment, pick, skewed, summer

STATIONS = {
    "Riverside": 9.0,
    "Central Station": 12.0,
    "University": 8.0,
    "Old Town": 7.0,
    "Harbor": 5.0,
    "Botanic Garden": 3.0,
    "Stadium": 2.5,
    "Airport Road": 1.5,
}
RIDE_HOURS = {6: 1.0, 7: 4.0, 8: 7.0, 9: 3.0, 11: 2.0, 12: 3.0, 14: 2.0, 16: 4.0, 17: 8.0, 18: 6.0, 20: 2.0, 22: 1.0}
ROUTES = {
    "12": ("Northline", 4.0),
    "17A": ("Northline", 7.0),
    "23": ("CityBus", 3.0),
    "40": ("CityBus", 5.5),
    "51": ("Greenway", 2.5),
    "88X": ("Greenway", 9.0),
    "N3": ("Northline", 1.5),
}
STOPS = ("Market Square", "Hill Street", "Depot", "Mill Lane", "Hospital", "West Gate", "Lakeside")
CAUSES = {"Traffic": 9.0, "Roadworks": 5.0, "Driver shortage": 3.0, "Breakdown": 2.5, "Accident": 1.5}


def bike_trips(random: Random) -> Iterator[dict[str, Any]]:
    """640 rides, more of them in summer, longer ones by visitors."""
    number = 0
    while number < 640:
        on = day(random, date(2022, 3, 1), date(2024, 10, 31))
        if random.random() > 0.3 + 0.7 * summer(on):
            continue
        number += 1
        yield bike_trip(random, number, on)


def bike_trip(random: Random, number: int, on: date) -> dict[str, Any]:
    user = pick(random, {"member": 6.0, "casual": 3.0, "day pass": 1.5})
    bike = pick(random, {"classic": 5.5, "electric": 4.0, "cargo": 0.7})
    minutes = skewed(random, 13 if user == "member" else 27, 0.5, 0) + 2
    speed = 0.27 if bike == "electric" else 0.2
    return {
        "trip_id": f"T{10000 + number * 7}",
        "started_at": moment(random, on, RIDE_HOURS).strftime("%Y-%m-%d %H:%M"),
        "start_station": pick(random, STATIONS),
        "end_station": pick(random, STATIONS),
        "bike_type": bike,
        "user_type": user,
        "duration_min": int(minutes),
        "distance_km": gap(random, round(minutes * speed * random.uniform(0.7, 1.15), 2), 0.04),
        "fare_eur": round((0.5 if user == "member" else 2.0) + minutes * (0.09 if bike == "electric" else 0.05), 2),
        "rider_age": gap(random, around(random, 31 if user == "member" else 38, 11, 16, 78), 0.12),
        "was_raining": random.random() < 0.17,
        "bike_no": f"B-{random.randrange(100, 260)}",
    }


def bus_delays(random: Random) -> Iterator[dict[str, Any]]:
    """780 departures; a route's own delay, more of it in snow and in the rush hours."""
    for number in range(780):
        on = day(random, date(2022, 1, 1), date(2024, 6, 30))
        route = pick(random, {"12": 6.0, "17A": 5.0, "23": 6.0, "40": 4.0, "51": 4.0, "88X": 3.0, "N3": 1.5})
        yield bus_departure(random, number, on, route)


def bus_departure(random: Random, number: int, on: date, route: str) -> dict[str, Any]:
    operator, usual = ROUTES[route]
    weather = pick(random, {"dry": 7.0, "rain": 3.0, "snow": 1.6 * (1 - summer(on)) ** 2, "fog": 0.6})
    peak = random.random() < 0.42
    cancelled = random.random() < (0.12 if weather == "snow" else 0.035)
    late = usual * (2.1 if weather == "snow" else 1.0) * (1.4 if peak else 1.0)
    departure = int(skewed(random, late, 0.7, 0)) - 1
    late_cause = departure >= 5 or cancelled
    return {
        "TRIP_REF": f"{route}-{number + 1:04d}",
        "SERVICE_DATE": on,
        "ROUTE": route,
        "OPERATOR": operator,
        "STOP_NAME": random.choice(STOPS),
        "DIRECTION": random.choice(("inbound", "outbound")),
        "TIME_BAND": "peak" if peak else "off-peak",
        "WEATHER": weather,
        "CANCELLED": "Y" if cancelled else "N",
        "DEP_DELAY_MIN": None if cancelled else departure,
        "ARR_DELAY_MIN": None if cancelled else max(departure + around(random, 1, 3, -5, 9), -4),
        "PASSENGERS": None if cancelled else around(random, 38 if peak else 19, 11, 0, 82),
        "CAUSE": gap(random, pick(random, CAUSES), 0.08) if late_cause else None,
    }
