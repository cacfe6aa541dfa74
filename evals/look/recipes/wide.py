"""Years, quarters, months, weeks and dates as columns; the truth is the long table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from cells import ENGLISH, amounts
from made import Column, Made, column, delimited, number, reading, spread, table, text, years
from sheets import workbook

Cells = list[list[Any]]


def drawn(
    draw: Random, lines: int, periods: int, high: float, digits: int, marks: Sequence[str]
) -> tuple[Cells, Cells]:
    """What stands in the block of figures, and what is true."""
    values = amounts(draw, lines * periods, high / 20, high, digits)
    signs = spread(draw, len(values), marks)
    shown = [signs.get(n, value) for n, value in enumerate(values)]
    true = [None if n in signs else value for n, value in enumerate(values)]
    cut = range(0, len(values), periods)
    return [shown[n : n + periods] for n in cut], [true[n : n + periods] for n in cut]


def melted(labels: Sequence[Column], time: Column, true: Cells, name: str = "*", **more: Any) -> dict[str, Any]:
    """The long table: every label with every period. Rows without a figure may be gone."""
    lines, periods = len(true), len(time.true)

    def repeated(values: Sequence[Any]) -> list[Any]:
        return [value for _ in range(lines) for value in values]

    again = tuple({**one, "values": repeated(one["values"])} for one in time.other)
    columns = [column(c.name, c.type, [v for v in c.true for _ in range(periods)], also=c.also) for c in labels]
    columns.append(Column(time.name, time.type, [], repeated(time.true), (*time.also, "*"), again))
    columns.append(number("value", [cell for line in true for cell in line], also=["amount", "*"]))
    found = table(columns, name, unordered=True, key=[*(c.name for c in labels), time.name], **more)
    filled = sum(cell is not None for line in true for cell in line)
    return {**found, "rows": sorted({lines * periods, filled}, reverse=True)}


def goat_herds(draw: Random) -> Made:
    """Years as columns, two dots where nothing is known, and a title."""
    districts = [
        "Arna",
        "Bolt",
        "Cerne",
        "Dorva",
        "Elsk",
        "Fjor",
        "Gant",
        "Hild",
        "Irle",
        "Jost",
        "Kaal",
        "Lund",
        "Mork",
    ]
    span = list(range(2014, 2024))
    shown, true = drawn(draw, len(districts), len(span), 9000, 0, [".."] * 9)
    head = [["Goats by district, end of year", *[""] * len(span)], [], ["district", *span]]
    lines = [*head, *([d, *cells] for d, cells in zip(districts, shown, strict=True))]
    found = melted([text("district", districts)], years("year", span), true, left_out={"title": 1})
    return Made("goat_herds.csv", delimited(lines), ("wide", "title", "marks"), [found])


def cinema_months(draw: Random) -> Made:
    """Months as columns with a column and a row that add them up."""
    houses = ["Rex", "Odeon", "Lux", "Kosmos", "Atelier", "Filmhof", "Schauburg", "Apollo"]
    shown, true = drawn(draw, len(houses), 12, 7400, 0, [])
    short = [name[:3] for name in ENGLISH]
    lines = [["cinema", *short, "Total"]]
    lines += [[house, *cells, sum(cells)] for house, cells in zip(houses, shown, strict=True)]
    sums = [sum(cells) for cells in zip(*shown, strict=True)]
    lines.append(["Total", *sums, sum(sums)])
    time = text("month", short, other=[reading("number", range(1, 13)), reading("text", ENGLISH)])
    found = melted([text("cinema", houses)], time, true, left_out={"total": 1})
    return Made("cinema_months.csv", delimited(lines), ("wide", "total", "total_column"), [found])


def pool_weeks(draw: Random) -> Made:
    pools, weeks = ["Nord", "Mitte", "Süd", "Insel", "Schule"], [f"2024-W{n:02d}" for n in range(14, 40)]
    shown, true = drawn(draw, len(pools), len(weeks), 3100, 0, ["", "", ""])
    lines = [["pool", *weeks], *([pool, *shown[n]] for n, pool in enumerate(pools))]
    mondays = [date.fromisocalendar(2024, n, 1) for n in range(14, 40)]
    found = melted([text("pool", pools)], text("week", weeks, other=[reading("date", mondays)]), true)
    return Made("pool_weeks.csv", delimited(lines, ";"), ("wide", "weeks", "delimiter"), [found])


def pollen_days(draw: Random) -> Made:
    """Dates as columns, one row for each plant and station."""
    first, count = date(2024, 4, 8), 21
    dates = [first + timedelta(n) for n in range(count)]
    pairs = [(plant, station) for plant in ("birch", "hazel", "grass", "alder") for station in ("Ulm", "Jena", "Trier")]
    shown, true = drawn(draw, len(pairs), count, 380, 0, ["-"] * 7)
    lines = [["plant", "station", *(d.strftime("%d.%m.%Y") for d in dates)]]
    lines += [[*pair, *cells] for pair, cells in zip(pairs, shown, strict=True)]
    labels = [text("plant", [p for p, _ in pairs]), text("station", [s for _, s in pairs])]
    found = melted(labels, column("date", "date", dates), true)
    return Made("pollen_days.tsv", delimited(lines, "\t"), ("wide", "marks", "delimiter"), [found])


def library_years(draw: Random) -> Made:
    """A statistics office's sheet: a preamble, codes beside names, years as figures, gaps."""
    places = {
        "Aldby": "AL01",
        "Brekke": "BR02",
        "Corvin": "CO03",
        "Dalen": "DA04",
        "Esker": "ES05",
        "Fosse": "FO06",
        "Grane": "GR07",
    }
    span = list(range(2009, 2024))
    shown, true = drawn(draw, len(places), len(span), 640, 1, [""] * 12)
    head = [
        ["Data source", "Library statistics: loans, in thousands"],
        ["Last updated", "12 May 2024"],
        [],
        ["Town", "Town code", *span],
    ]
    lines = [*head, *([n, c, *shown[at]] for at, (n, c) in enumerate(places.items()))]
    labels = [text("Town", list(places)), text("Town code", list(places.values()))]
    found = melted(labels, years("year", span), true, left_out={"title": 2})
    found["key"] = ["Town", "year"]
    content = workbook({"Data": [[None if c == "" else c for c in line] for line in lines]})
    return Made("library_years.xlsx", content, ("wide", "title"), [found])


RECIPES = (goat_herds, cinema_months, pool_weeks, pollen_days, library_years)
