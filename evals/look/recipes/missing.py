"""Signs for missing values, a code that only looks like one, and cells that are neither missing nor a figure."""

from __future__ import annotations

import json
from datetime import date
from random import Random

from cells import amounts, days, picks
from made import Made, column, day, delimited, grid, number, spread, table, text

COUNTRIES = [
    "DE",
    "FR",
    "NA",
    "IT",
    "ES",
    "BW",
    "ZA",
    "SE",
    "NO",
    "PL",
    "CZ",
    "AT",
    "PT",
    "IE",
    "NL",
    "BE",
    "DK",
    "FI",
    "HU",
    "RO",
    "BG",
    "GR",
    "HR",
    "SI",
    "SK",
    "EE",
    "LV",
    "LT",
    "MT",
    "CY",
]


def soil_survey(draw: Random) -> Made:
    count = 44
    columns = [
        text("parish", picks(draw, count, ["Upper Wold", "Nether Wold", "Saltby", "Thorpe", "Ings"])),
        number("sample", list(range(301, 301 + count))),
        number("clay share", amounts(draw, count, 4, 58, 1), marks=spread(draw, count, ["x"] * 6)),
        number("lime", amounts(draw, count, 0.2, 9, 2), marks=spread(draw, count, ["*"] * 4)),
        number("worms", amounts(draw, count, 0, 40, 0), marks=spread(draw, count, ["--"] * 3)),
        number("spring rain", amounts(draw, count, 90, 410, 1), marks=spread(draw, count, [".."] * 5)),
        number("autumn rain", amounts(draw, count, 90, 510, 1), marks=spread(draw, count, ["-"] * 5)),
    ]
    content = delimited(grid(columns), "\t")
    return Made("soil_survey.tsv", content, ("marks", "delimiter"), [table(columns)])


def buoy_readings(draw: Random) -> Made:
    count = 60
    columns = [
        day("date", days(draw, count, date(2023, 11, 1), 61)),
        number("wave", amounts(draw, count, 0.3, 6.8, 1), marks=spread(draw, count, ["-999"] * 5)),
        number("water", amounts(draw, count, 3.5, 12, 1), marks=spread(draw, count, ["-999.0"] * 4)),
        number("wind", amounts(draw, count, 0, 24, 1), marks=spread(draw, count, ["9999"] * 4)),
    ]
    return Made("buoy_readings.csv", delimited(grid(columns)), ("far_out_mark",), [table(columns)])


def loan_dump(draw: Random) -> Made:
    r"""As a database writes it out: tabs, `\N` where there is nothing."""
    count = 50
    back = days(draw, count, date(2024, 2, 1), 120, ordered=False)
    columns = [
        number("loan_id", [70100 + 3 * n for n in range(count)]),
        text("instrument", picks(draw, count, "cello viola tuba oboe harp horn")),
        day("lent_on", days(draw, count, date(2023, 9, 4), 140)),
        day("returned_on", back, marks=spread(draw, count, ["\\N"] * 9)),
        number("deposit", amounts(draw, count, 20, 300, 2), marks=spread(draw, count, ["\\N"] * 4)),
        text("teacher", picks(draw, count, "Brandt Costa Dimov Erdem"), marks=spread(draw, count, ["\\N"] * 6)),
    ]
    return Made("loan_dump.tsv", delimited(grid(columns), "\t"), ("marks", "delimiter"), [table(columns)])


def cost_sheet(draw: Random) -> Made:
    """What a calculation leaves behind: errors in cells."""
    count = 30
    errors = ["#DIV/0!", "#DIV/0!", "#N/A", "#DIV/0!"]
    columns = [
        text("machine", [f"M-{n:02d}" for n in range(1, count + 1)]),
        number("hours", amounts(draw, count, 0, 160, 0), marks=spread(draw, count, ["N/A"] * 3)),
        number("cost per hour", amounts(draw, count, 11, 95, 2), marks=spread(draw, count, errors)),
        number("repairs", amounts(draw, count, 0, 9, 0), marks=spread(draw, count, ["#VALUE!", "#VALUE!"])),
    ]
    return Made("cost_sheet.csv", delimited(grid(columns)), ("marks",), [table(columns)])


def seed_imports(draw: Random) -> Made:
    """NA is Namibia: all its neighbours in the column are codes of two letters."""
    count = 60
    columns = [
        text("country", picks(draw, count, COUNTRIES)),
        text("crop", picks(draw, count, "millet maize lupin clover")),
        number("tonnes", amounts(draw, count, 1, 70, 2), marks=spread(draw, count, [""] * 4)),
    ]
    return Made("seed_imports.csv", delimited(grid(columns)), ("code_na",), [table(columns)])


def flower_show(draw: Random) -> Made:
    """NA is no medal."""
    count = 54
    prize = picks(draw, count, ["Gold", "Silver", "Bronze", "Silver", "Bronze"])
    columns = [
        text("exhibitor", [f"EX{n:03d}" for n in range(1, count + 1)]),
        text("class", picks(draw, count, "roses dahlias ferns sweet-peas orchids")),
        text("medal", prize, marks=spread(draw, count, ["NA"] * 23)),
        number("points", amounts(draw, count, 20, 98, 0)),
    ]
    return Made("flower_show.csv", delimited(grid(columns)), ("marks", "code_na"), [table(columns)])


def pass_weather(draw: Random) -> Made:
    """T is a trace of snow, M is missing."""
    count = 70
    trace, gone = {n: "T" for n in (3, 11, 12, 25, 40, 58, 61)}, {n: "M" for n in (7, 19, 33, 49)}
    columns = [
        day("DATE", days(draw, count, date(2023, 12, 1), 70)),
        number("SNOW", amounts(draw, count, 0.1, 19, 1), odd=trace, marks=gone),
        number("TMAX", amounts(draw, count, -12, 9, 0), marks={7: "M", 20: "M", 34: "M"}),
        text("OBSERVER", picks(draw, count, "KD RB TW")),
    ]
    return Made("pass_weather.csv", delimited(grid(columns)), ("trace", "marks"), [table(columns)])


def well_water(draw: Random) -> Made:
    """Below what can be measured: `<1` and `<0.5` are neither missing nor figures."""
    count = 45
    nitrate = spread(draw, count, ["<1"] * 6)
    iron = spread(draw, count, ["<0.5", "<0.5", "<0.5", "<0.1"])
    columns = [
        text("well", [f"W-{n:03d}" for n in range(1, count + 1)]),
        day("taken", days(draw, count, date(2024, 3, 1), 100)),
        number("nitrate (mg/l)", amounts(draw, count, 1.2, 64, 1), odd=nitrate),
        number("iron (mg/l)", amounts(draw, count, 0.5, 5, 2), odd=iron),
    ]
    return Made("well_water.csv", delimited(grid(columns)), ("trace", "unit_in_header"), [table(columns)])


def taxi_records(draw: Random) -> Made:
    """Lines of JSON: null, keys that are not there, and the word null as text."""
    count = 40
    tips, gone = amounts(draw, count, 0.5, 12, 2), draw.sample(range(1, count), 8)
    fares = amounts(draw, count, 5, 80, 2)
    zone = picks(draw, count, ["station", "old town", "airport", "harbour"])
    lines = []
    for n in range(count):
        record = {"ride": 5000 + n, "fare": fares[n], "tip": tips[n], "zone": zone[n]}
        if n in gone[:3]:
            record["tip"] = None
        if n in gone[3:6]:
            del record["tip"]
        if n in gone[6:]:
            record["zone"] = "null"
        lines.append(json.dumps(record) + "\n")
    columns = [
        number("ride", [5000 + n for n in range(count)]),
        number("fare", fares),
        column("tip", "number", tips, marks=dict.fromkeys(gone[:6])),
        text("zone", zone, marks=dict.fromkeys(gone[6:])),
    ]
    return Made("taxi_records.jsonl", "".join(lines).encode(), ("marks", "records"), [table(columns)])


RECIPES = (
    soil_survey,
    buoy_readings,
    loan_dump,
    cost_sheet,
    seed_imports,
    flower_show,
    pass_weather,
    well_water,
    taxi_records,
)
