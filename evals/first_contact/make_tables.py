"""Writes the five sources, the same ones every time: `python make_tables.py [FOLDER]`."""

from __future__ import annotations

import csv
import sys
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
Line = list[Any]


def write(path: Path, lines: list[Line], delimiter: str = ",") -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows(lines)


def days(dice: Random, first: date, last: date, count: int) -> list[date]:
    """So many days between two days, in order."""
    return sorted(first + timedelta(dice.randrange((last - first).days + 1)) for _ in range(count))


def comma(figure: float | None, places: int = 1) -> str:
    """A figure as a spreadsheet of the continent writes it."""
    return "" if figure is None else f"{figure:.{places}f}".replace(".", ",")


# ------------------------------------------------------------------ beehives: a spreadsheet with odd headers and units

SITES = ("Mill Lane", "Oak Hill", "River Meadow", "Old Quarry", "Vicarage", "Station Yard")
RACES = ("Carniolan", "Buckfast", "Italian", "Local black")
INSPECTORS = ("Anna", "Tom", "Priya", "Georg", "Marta")
HIVE_HEADER = [
    "Hive No.", "Apiary / site", "Insp. date", "Inspector", "Bee race", "Colony strength (frames)",
    "Honey taken [kg]", "Varroa /100 bees", "Temp. °C", "Queen seen (Y/N)", "Feed cost, €",
]  # fmt: skip


def inspection(dice: Random, day: date) -> Line:
    number = dice.randint(1, 28)
    harvest = day.month in (6, 7, 8) and dice.random() < 0.6
    warm = 18 - 0.12 * abs((day - date(day.year, 7, 20)).days) + dice.gauss(0, 3)
    return [
        f"H-{number:02d}", SITES[number % 6], f"{day:%d.%m.%Y}", dice.choices(INSPECTORS, (5, 4, 3, 2, 1))[0],
        RACES[number * 7 // 6 % 4], dice.randint(3, 12), dice.uniform(4, 22) if harvest else None,
        dice.expovariate(0.5) if dice.random() > 0.12 else None, warm,
        "Y" if dice.random() < 0.55 + number % 6 * 0.06 else "N", dice.uniform(2, 15) if dice.random() < 0.4 else None,
    ]  # fmt: skip


def beehives(folder: Path) -> None:
    """A title, an empty line, a semicolon between cells, decimal commas, and a total below."""
    dice = Random(2101)
    spans = [(date(year, 4, 1), date(year, 10, 15)) for year in (2022, 2023, 2024)]
    rows = [inspection(dice, day) for first, last in spans for day in days(dice, first, last, 110)]
    total = [round(sum(round(row[place] or 0, digits) for row in rows), digits) for place, digits in ((6, 1), (10, 2))]
    cells = [[*row[:6], comma(row[6]), comma(row[7]), comma(row[8]), row[9], comma(row[10], 2)] for row in rows]
    last = ["Total", *[""] * 5, comma(total[0]), "", "", "", comma(total[1], 2)]
    title = ["Hive inspections 2022-2024, Meadow Beekeepers' Club", *[""] * 10]
    write(folder / "hive_inspections.csv", [title, [""] * 11, HIVE_HEADER, *cells, last], ";")


# ------------------------------------------------------------------ a marina: boats and their stays

KINDS = ("sailing yacht", "motor boat", "catamaran", "fishing boat")
PORTS = ("Brackwater", "Selhaven", "Port Ilse", "Dunmarsh", "Kirrin", "Lowport")
PIERS = ("North Pier", "South Pier", "Lighthouse Pier", "Old Quay")
FIRST = ("Sea", "Silver", "Blue", "Happy", "Night", "Salty", "Golden", "Little", "Wild", "Lazy", "Grey", "Lucky")
SECOND = ("Fox", "Gull", "Breeze", "Otter", "Pearl", "Comet", "Duchess", "Heron", "Wave", "Anchor", "Tern", "Moon")
OWNERS = ("Larsen", "Okafor", "Brandt", "Silva", "Novak", "Hughes", "Moreau", "Tanaka", "Kaya", "Lindqvist")


def boat(dice: Random, number: int, name: str) -> Line:
    kind = dice.choices(KINDS, (5, 4, 2, 3))[0]
    owner = f"{dice.choice('ABCDEFGHJKLMNPRST')}. {dice.choice(OWNERS)}"
    length, built = round(dice.uniform(5, 19), 1), dice.randint(1974, 2023)
    return [1000 + number, name, kind, length, dice.choice(PORTS), owner, built, dice.choice(("yes", "yes", "no"))]


def stay(dice: Random, number: int, day: date, boats: list[Line]) -> Line:
    guest, nights = boats[int(len(boats) * dice.random() ** 1.5)], 1 + int(dice.expovariate(0.4))
    fee = round(nights * guest[3] * dice.uniform(1.8, 2.6), 2)
    paid = "no" if dice.random() < 0.1 + 0.04 * PORTS.index(guest[4]) else "yes"
    power = round(nights * dice.uniform(1, 9), 1) if dice.random() < 0.8 else ""
    return [f"S{number:04d}", guest[0], dice.choices(PIERS, (5, 4, 3, 2))[0], day.isoformat(), nights, fee, power, paid]


def marina(folder: Path) -> None:
    """Two files: what a stay is about is told by the number of its boat; some boats never came."""
    dice = Random(2102)
    names = dice.sample([f"{first} {second}" for first in FIRST for second in SECOND], 120)
    boats = [boat(dice, number, name) for number, name in enumerate(names, 1)]
    came = dice.sample(boats, 111)
    arrivals = days(dice, date(2023, 1, 5), date(2024, 12, 20), 900)
    stays = [stay(dice, number, day, came) for number, day in enumerate(arrivals, 1)]
    header = ["boat_no", "boat_name", "kind", "length_m", "home_port", "owner", "built", "insured"]
    write(folder / "boats.csv", [header, *boats])
    names_of_stays = ["stay_id", "boat_no", "pier", "arrived", "nights", "berth_fee", "power_kwh", "paid"]
    write(folder / "stays.csv", [names_of_stays, *stays])


# ------------------------------------------------------- lost property: dates as text, marks for what is missing

THINGS = {
    "Bags": ("backpack", "handbag", "suitcase"), "Electronics": ("phone", "tablet", "headphones"),
    "Clothing": ("scarf", "gloves", "jacket", "hat"), "Keys": ("house keys", "car key"),
    "Umbrellas": ("umbrella",), "Jewellery": ("ring", "watch", "bracelet"),
}  # fmt: skip
WORTH = {"Bags": 45, "Electronics": 160, "Clothing": 22, "Keys": 6, "Umbrellas": 9, "Jewellery": 120}
PLACES = ("Central Station", "Airport Line", "Tram 4", "Tram 9", "Harbour Stop", "Park & Ride", "Night Bus")
COLOURS = ("black", "blue", "red", "grey", "brown", "green")
CLAIM = {"Bags": 0.5, "Electronics": 0.62, "Clothing": 0.2, "Keys": 0.4, "Umbrellas": 0.07, "Jewellery": 0.35}


def lost(dice: Random, number: int, day: date) -> Line:
    category = dice.choices(list(THINGS), (5, 4, 6, 3, 4, 1))[0]
    value, back = WORTH[category] * dice.uniform(0.4, 2.4), day + timedelta(1 + int(dice.expovariate(0.1)))
    claimed = f"{back.day} {back:%b %Y}" if dice.random() < CLAIM[category] else "-"
    return [
        f"LP{number:05d}", f"{day.day} {day:%b %Y}", dice.choices(PLACES, (7, 5, 4, 4, 3, 2, 2))[0],
        dice.choice(THINGS[category]), category, dice.choice(COLOURS) if dice.random() > 0.1 else "unknown",
        f"£{value:.2f}" if dice.random() > 0.15 else dice.choice(("n/a", "?")), claimed,
        dice.choices(("driver", "cleaner", "passenger"), (4, 3, 3))[0],
    ]  # fmt: skip


def lost_property(folder: Path) -> None:
    dice = Random(2103)
    rows = [lost(dice, n, day) for n, day in enumerate(days(dice, date(2023, 1, 1), date(2024, 12, 31), 640), 1)]
    header = [
        "Ref",
        "Found on",
        "Where found",
        "Item",
        "Category",
        "Colour",
        "Est. value",
        "Claimed on",
        "Handed in by",
    ]
    write(folder / "lost_property.csv", [header, *rows])


# ------------------------------------------------------- a festival's volunteers: lists in cells, a Likert scale

AGREE = ("Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree")
LANGUAGES = ("English", "Spanish", "French", "Polish", "Arabic", "Italian")
JOBS = ("Bar", "Gate", "Parking", "Stage crew", "First aid", "Clean-up")
AGES = ("18-24", "25-34", "35-54", "55+")
CITIES = ("Ashford", "Belmont", "Corley", "Denby", "Elmsworth")


def some(dice: Random, of: tuple[str, ...], between: str, weights: tuple[int, ...]) -> str:
    """One to three parts of a list, in one cell."""
    chosen = {dice.choices(of, weights)[0] for _ in range(dice.choices((1, 2, 3), (5, 4, 2))[0])}
    return between.join(sorted(chosen, key=of.index))


def felt(dice: Random, weights: tuple[int, ...]) -> str:
    return dice.choices(AGREE, weights)[0] if dice.random() > 0.06 else ""


def volunteer(dice: Random, number: int, day: date) -> Line:
    age = dice.choices(AGES, (6, 5, 4, 2))[0]
    hours = round((6 + 3 * AGES.index(age)) * dice.uniform(0.5, 2.9), 2)
    return [
        f"V{number:03d}", f"{day:%m/%d/%Y}", age, dice.choice(CITIES), some(dice, LANGUAGES, "; ", (9, 4, 4, 2, 2, 3)),
        some(dice, JOBS, ", ", (5, 4, 3, 3, 1, 4)), hours, felt(dice, (1, 2, 3, 6, 4)), felt(dice, (3, 4, 4, 4, 1)),
        felt(dice, (1, 1, 2, 5, 7)), dice.choices(("Friend", "Social media", "Poster", "Local radio"), (5, 6, 2, 1))[0],
    ]  # fmt: skip


def volunteers(folder: Path) -> None:
    dice = Random(2104)
    rows = [volunteer(dice, n, day) for n, day in enumerate(days(dice, date(2024, 8, 5), date(2024, 9, 20), 260), 1)]
    asked = ["I felt well trained", "The food was good", "I would volunteer again", "How did you hear about us?"]
    header = [
        "Resp. ID",
        "Submitted",
        "Age group",
        "Home city",
        "Languages spoken",
        "Jobs done",
        "Hours worked",
        *asked,
    ]
    write(folder / "festival_volunteers.csv", [header, *rows])


# ------------------------------------------------------------------ lifts: an event log with timestamps and codes

CODES = {
    "CALL": "INFO", "ARRIVE": "INFO", "MAINT_START": "INFO", "MAINT_END": "INFO", "OVERLOAD": "WARN",
    "DOOR_BLOCKED": "WARN", "DOOR_STUCK": "ERROR", "POWER_LOSS": "ERROR", "BRAKE_FAULT": "ERROR",
}  # fmt: skip
BUILDINGS = {"L1": "Harbour Tower", "L2": "Harbour Tower", "L3": "Mercer House", "L4": "Mercer House",
             "L5": "City Library", "L6": "Dock 12", "L7": "Dock 12"}  # fmt: skip
LIKELY = (30, 26, 2, 2, 9, 9, 6, 2, 3)


def event(dice: Random, moment: datetime) -> Line:
    lift = dice.choices(list(BUILDINGS), (6, 5, 5, 4, 3, 3, 2))[0]
    bend = [weight * (3 if lift in ("L4", "L7") and place > 5 else 1) for place, weight in enumerate(LIKELY)]
    code = dice.choices(list(CODES), bend)[0]
    load = dice.randint(60, 620) if code in ("CALL", "ARRIVE") else dice.randint(640, 900) if code == "OVERLOAD" else ""
    wait = round(dice.expovariate(1 / 24) + 3, 1) if code == "CALL" else ""
    return [moment.isoformat(), lift, BUILDINGS[lift], code, CODES[code], dice.randint(0, 11), load, wait]


def lift_log(folder: Path) -> None:
    dice = Random(2105)
    first, hours = (
        datetime(2025, 1, 1),
        (1, 1, 1, 1, 1, 2, 6, 14, 22, 16, 10, 9, 14, 13, 9, 9, 12, 20, 16, 9, 6, 4, 3, 2),
    )
    moments = sorted(
        first + timedelta(dice.randrange(90), hours=dice.choices(range(24), hours)[0], seconds=dice.randrange(3600))
        for _ in range(1600)
    )
    header = ["ts", "lift", "building", "code", "severity", "floor", "load_kg", "wait_s"]
    write(folder / "lift_log.csv", [header, *(event(dice, moment) for moment in moments)])


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for source in (beehives, marina, lost_property, volunteers, lift_log):
        source(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "tables")
