"""Clean files that must stay as they are, whatever they look like."""

from __future__ import annotations

import io
import json
from datetime import UTC, date, datetime, timedelta
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
from cells import amounts, days, picks
from made import Made, column, day, delimited, grid, moment, number, table, text, years

CONTROL = ("control",)


def wine_shops(draw: Random) -> Made:
    """Total Wine is a shop, Sum a town, and the Totalisator a betting window: none of them adds anything up."""
    count = 30
    shops = picks(draw, count, ["Total Wine", "Cork & Co", "Cellar 9", "Old Vines", "The Totalisator"])
    shops[-1] = "Total Wine"
    columns = [
        text("shop", shops),
        text("town", picks(draw, count, ["Sum", "Allen", "Subton", "Granton"])),
        day("day", days(draw, count, date(2024, 5, 1), 60)),
        number("bottles", amounts(draw, count, 3, 90, 0)),
        number("takings", amounts(draw, count, 60, 2400, 2)),
    ]
    return Made("wine_shops.csv", delimited(grid(columns)), CONTROL, [table(columns)])


def cold_store(draw: Random) -> Made:
    """The last row's crates happen to be the sum of all others; nothing else is."""
    crates = [3, 1, 6, 2, 4, 7, 5, 2]
    count = len(crates) + 1
    columns = [
        text("bay", [f"Bay {n}" for n in range(1, count + 1)]),
        text("fruit", picks(draw, count, "pears plums apples quinces")),
        number("crates", [*crates, sum(crates)]),
        number("degrees", amounts(draw, count, 0.5, 6, 1)),
        number("kilos", amounts(draw, count, 40, 900, 0)),
    ]
    return Made("cold_store.csv", delimited(grid(columns)), CONTROL, [table(columns)])


def vintages(draw: Random) -> Made:
    """Years as labels down a column, and figures near 2000 that are no years."""
    count = 40
    columns = [
        years("vintage", [1981 + n for n in range(count)]),
        text("slope", picks(draw, count, "north east south")),
        number("vines", amounts(draw, count, 1900, 2090, 0)),
        number("kcal per litre", amounts(draw, count, 700, 2050, 0), also=["kcal*"]),
        number("must weight", amounts(draw, count, 62, 118, 0)),
    ]
    return Made("vintages.csv", delimited(grid(columns)), CONTROL, [table(columns)])


def product_tests(draw: Random) -> Made:
    """Verdicts from ++ to --, sizes with an M, types with an x: codes, not signs for missing."""
    count = 60
    columns = [
        text("Artikel", [f"Socke {n}" for n in range(1, count + 1)]),
        text("Größe", picks(draw, count, "S M L XL")),
        text("Typ", picks(draw, count, "x y z")),
        text("Haltbarkeit", picks(draw, count, "++ + o - --")),
        text("Tragekomfort", picks(draw, count, "++ + o - --")),
        number("Preis", amounts(draw, count, 3, 24, 2)),
    ]
    return Made("product_tests.csv", delimited(grid(columns)), CONTROL, [table(columns)])


def used_cars(draw: Random) -> Made:
    """Figures that could be days of a spreadsheet, seconds since 1970, a sign for missing, or a compact date."""
    count = 50
    price = amounts(draw, count, 7000, 13000, 0)
    price[8], price[31] = 9999, 9999
    columns = [
        text("car", [f"{draw.choice('ABC')}-{n:03d}" for n in range(count)]),
        number("mileage", amounts(draw, count, 38000, 46500, 0)),
        number("price", price),
        number("maker's turnover", amounts(draw, count, 1_100_000_000, 1_900_000_000, 0)),
        number("parts made", amounts(draw, count, 20_000_000, 20_400_000, 0)),
        number("owners", amounts(draw, count, 1, 4, 0)),
    ]
    return Made("used_cars.csv", delimited(grid(columns)), CONTROL, [table(columns)])


def dinner_guests(draw: Random) -> Made:
    """People called May and June, Norway as NO, chromosomes X and Y among figures, commas in notes."""
    count = 48
    notes = ["no nuts, please", "window, if possible", "arrives late", "with dog, small", "vegetarian; no cheese"]
    columns = [
        text("first name", picks(draw, count, "May June April August Jan Mark Tess Ivo Lena Omar")),
        text("country", picks(draw, count, "NO SE DK FI IS")),
        text("table", picks(draw, count, [*(str(n) for n in range(1, 19)), "X", "Y"])),
        number("age", amounts(draw, count, 18, 88, 0)),
        text("note", picks(draw, count, notes)),
    ]
    return Made("dinner_guests.csv", delimited(grid(columns)), CONTROL, [table(columns)])


def tide_gauge(draw: Random) -> Made:
    """A typed file in which everything has its type."""
    count = 80
    first = datetime(2024, 8, 1, 0, 10, tzinfo=UTC)
    at = [first + timedelta(minutes=10 * n) for n in range(count)]
    columns = [
        moment("measured_at", at, lambda t: t),
        text("gauge", picks(draw, count, "Inner Outer")),
        number("level_m", amounts(draw, count, 0.2, 6.1, 2), lambda v: v, also=["level"]),
        column("storm", "flag", [draw.random() < 0.1 for _ in range(count)], lambda v: v),
        column(
            "surge_cm",
            "number",
            amounts(draw, count, -20, 90, 0),
            lambda v: v,
            marks=dict.fromkeys((5, 6, 44)),
            also=["surge"],
        ),
    ]
    written = io.BytesIO()
    pq.write_table(pa.table({c.name: c.shown for c in columns}), written)
    return Made("tide_gauge.parquet", written.getvalue(), CONTROL, [table(columns)])


def bus_stops(draw: Random) -> Made:
    """A plain list of records."""
    count = 36
    columns = [
        text("stop", [f"stop-{n}" for n in range(count)]),
        text(
            "name",
            [
                f"{a} {b}"
                for a in ["Mill", "Church", "Park", "Dock", "Elm", "Salt"]
                for b in ["Road", "Lane", "Row", "Hill", "Gate", "Yard"]
            ],
        ),
        number("lat", amounts(draw, count, 51.1, 51.9, 5), lambda v: v),
        number("lines", amounts(draw, count, 1, 7, 0), lambda v: v),
        column("shelter", "flag", [draw.random() < 0.5 for _ in range(count)], lambda v: v),
        day("built", days(draw, count, date(1990, 1, 1), 12000, False)),
    ]
    records = [dict(zip((c.name for c in columns), cells, strict=True)) for cells in grid(columns)[1:]]
    return Made("bus_stops.json", json.dumps(records).encode(), CONTROL, [table(columns)])


RECIPES = (wine_shops, cold_store, vintages, product_tests, used_cars, dinner_guests, tide_gauge, bus_stops)
