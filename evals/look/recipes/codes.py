"""Codes that look like figures, truth values in several spellings, and one odd cell among figures."""

from __future__ import annotations

import json
from datetime import date
from random import Random

from cells import amounts, days, picks
from made import Made, column, day, delimited, grid, number, spread, table, text


def patients(draw: Random) -> Made:
    """Leading zeros: numbers of patients, postcodes, telephones."""
    count = 40
    columns = [
        text("patient no", [f"{draw.randrange(20, 99999):06d}" for _ in range(count)]),
        text(
            "postcode",
            [f"{draw.choice(('01', '04', '10', '39', '99'))}{draw.randrange(1000):03d}" for _ in range(count)],
        ),
        text("phone", [f"0{draw.randrange(30, 99)}{draw.randrange(10**6, 10**7)}" for _ in range(count)]),
        day("seen", days(draw, count, date(2024, 2, 1), 70)),
        number("fee", amounts(draw, count, 15, 90, 2)),
    ]
    return Made("patients.csv", delimited(grid(columns)), ("leading_zeros",), [table(columns)])


def fasteners(draw: Random) -> Made:
    """`1E5` is an article, `1.10` is not `1.1`, and a score of 2-1 is no day."""
    count = 45
    codes = [f"{draw.randrange(1, 9)}{draw.choice('EEEKR')}{draw.randrange(1, 30)}" for _ in range(count)]
    codes[4], codes[9], codes[20] = "1E5", "3K7", "2E10"
    drawings = [f"{draw.randrange(1, 4)}.{draw.randrange(1, 13)}" for _ in range(count)]
    drawings[2], drawings[3], drawings[7] = "1.1", "1.10", "2.10"
    columns = [
        text("article", codes),
        text("drawing version", drawings),
        text("score", [f"{draw.randrange(5)}-{draw.randrange(4)}" for _ in range(count)]),
        number("pieces", amounts(draw, count, 10, 5000, 0)),
    ]
    return Made("fasteners.csv", delimited(grid(columns)), ("codes_like_figures",), [table(columns)])


def meter_cards(draw: Random) -> Made:
    """Numbers of nineteen digits in a wrapped list of records; figures as text."""
    count = 30
    cards = [str(draw.randrange(8 * 10**18, 9 * 10**18)) for _ in range(count)]
    used = amounts(draw, count, 0, 900, 1)
    street = picks(draw, count, ["Dock Road", "Gas Street", "Well Lane"])
    records = [
        {"card": cards[n], "used_kwh": str(used[n]), "place": {"street": street[n], "house": n + 1}}
        for n in range(count)
    ]
    columns = [
        text("card", cards),
        number("used_kwh", used, also=["used"]),
        text("place_street", street, also=["street", "place*street"]),
        number("place_house", list(range(1, count + 1)), also=["house", "place*house"]),
    ]
    found = table(columns, ["results", "*"], free_columns=["page", "of"])
    content = json.dumps({"page": 1, "of": 1, "results": records}, indent=1).encode()
    return Made("meter_cards.json", content, ("records", "long_numbers", "nested"), [found])


def inspections(draw: Random) -> Made:
    """True and false in several spellings, in one column and across columns."""
    count = 48
    yes, no = ["Yes", "yes", "Y", "YES", "y"], ["No", "no", "N", "NO", "n"]

    def truth() -> list[bool]:
        return [True, False, *(draw.random() < 0.6 for _ in range(count - 2))]

    def mixed(value: bool) -> str:
        return draw.choice(yes if value else no)

    def spelled(true: str, false: str) -> dict[str, object]:
        values = truth()
        as_text = [true if value else false for value in values]
        return {
            "values": values,
            "write": {True: true, False: false}.__getitem__,
            "other": [{"type": "text", "values": as_text}],
        }

    columns = [
        text("kitchen", [f"KI-{n:03d}" for n in range(count)]),
        column("passed", "flag", truth(), mixed),
        column("fridge cold", "flag", **spelled("TRUE", "FALSE")),  # type: ignore[arg-type]
        column("mice seen", "flag", **spelled("T", "F")),  # type: ignore[arg-type]
        column("revisit", "flag", truth(), lambda v: str(int(v))),
        number("points", amounts(draw, count, 0, 40, 0)),
    ]
    return Made("inspections.csv", delimited(grid(columns)), ("flags",), [table(columns)])


def turbine_hours(draw: Random) -> Made:
    """A note where a figure should stand."""
    count = 52
    columns = [
        text("turbine", picks(draw, count, "WT1 WT2 WT3 WT4 WT5 WT6")),
        day("read on", days(draw, count, date(2023, 1, 2), 360)),
        number("hours", amounts(draw, count, 20, 168, 1), odd=spread(draw, count, ["see note"])),
        number(
            "output MWh", amounts(draw, count, 10, 420, 2), odd=spread(draw, count, ["tbc", "broken"]), also=["output"]
        ),
    ]
    return Made("turbine_hours.csv", delimited(grid(columns)), ("odd_cell",), [table(columns)])


RECIPES = (patients, fasteners, meter_cards, inspections, turbine_hours)
