"""Titles, notes, rows of units, repeated headers, blank rows and columns, several tables in one place."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from random import Random

from cells import ENGLISH, amounts, days, figure, named, picks
from made import Made, day, delimited, grid, moment, number, table, text
from sheets import workbook

STYLES = ["Pale ale", "Stout", "Kellerbier", "Gose", "Porter", "Saison"]
DOGS = [
    "Bello",
    "Rex",
    "Mina",
    "Fips",
    "Juno",
    "Odin",
    "Pepper",
    "Luna",
    "Cooper",
    "Nala",
    "Balu",
    "Frieda",
    "Sputnik",
    "Tilda",
    "Oskar",
    "Wanda",
    "Rocky",
    "Hazel",
]


def brewery_batches(draw: Random) -> Made:
    count = 26
    columns = [
        text("batch", [f"B-{410 + 3 * n}" for n in range(count)]),
        text("style", picks(draw, count, STYLES)),
        day("brewed", days(draw, count, date(2023, 3, 1), 200)),
        number("volume", amounts(draw, count, 8, 31, 1), also=["volume*"]),
        number("extract", amounts(draw, count, 9.5, 16.5, 1), also=["extract*"]),
        number("alcohol", amounts(draw, count, 3.9, 7.2, 1), also=["alcohol*"]),
    ]
    header, *data = grid(columns)
    lines = [
        ["Moorgate Brewery: batch log", *[""] * 5],
        ["Printed 14.02.2024 by the cellar", *[""] * 5],
        [],
        header,
        ["", "", "", "hl", "°P", "% vol"],
        *data,
        [],
        ["* volumes are taken before racking", *[""] * 5],
        ["Source: cellar book", *[""] * 5],
    ]
    left = {"title": 2, "units": 1, "footnote": 2}
    kinds = ("title", "units_row", "footnote")
    return Made("brewery_batches.csv", delimited(lines), kinds, [table(columns, left_out=left)])


def garage_pages(draw: Random) -> Made:
    count, start = 42, datetime(2024, 5, 3, 6, 10)
    spaces = amounts(draw, count, 120, 480, 0)
    columns = [
        text("garage", picks(draw, count, "Harbour Viaduct Minster Arcade Tannery")),
        text("level", picks(draw, count, "A B C D")),
        number("spaces", spaces),
        number("taken", [draw.randrange(all_of) for all_of in spaces]),
        moment(
            "checked", [start + timedelta(minutes=17 * n) for n in range(count)], lambda t: t.strftime("%Y-%m-%d %H:%M")
        ),
    ]
    header, *data = grid(columns)
    lines = [header, *data[:12], header, *data[12:24], header, *data[24:36], header, *data[36:]]
    return Made("garage_pages.csv", delimited(lines), ("repeated_header",), [table(columns, left_out={"header": 3})])


def theatre_sales(draw: Random) -> Made:
    count = 33
    shows = ["The Glass Ferry", "Two Lamps", "A Hat for Winter", "Bremen by Night"]
    columns = [
        text("Show", picks(draw, count, shows)),
        day("Night", days(draw, count, date(2023, 9, 2), 150), named(ENGLISH, "{d} {mon} {y}")),
        number("Seats sold", amounts(draw, count, 61, 418, 0)),
        number("Takings (£)", amounts(draw, count, 1200, 9900, 2), figure(2)),
    ]
    head = [["Report", "Seat sales"], ["House", "Old Rope Theatre"], ["Season", "2023/24"], []]
    content = delimited([*head, *grid(columns)], "\t", "utf-16", "\r\n")
    kinds = ("title", "encoding", "delimiter", "month_names", "thousands")
    return Made("theatre_sales.txt", content, kinds, [table(columns, left_out={"title": 3})])


def laundry_loads(draw: Random) -> Made:
    count = 24
    columns = [
        day("Collected", days(draw, count, date(2024, 1, 8), 70), lambda d: d),
        text(
            "Customer", picks(draw, count, ["Hotel Astra", "Pension Linde", "Dr. Wolff", "Gasthof Krone", "Spa Nord"])
        ),
        number("Bags", amounts(draw, count, 2, 19, 0), lambda n: n),
        number("Weight", amounts(draw, count, 9, 140, 1), lambda n: n),
        text("Washed at", picks(draw, count, ["40 C", "60 C", "90 C"])),
    ]
    lines = [[None, row[0], row[1], None, *row[2:]] for row in grid(columns)]
    half = len(lines) // 2
    sheet = [[None, "Laundry collected, first quarter"], [], *lines[:half], [], *lines[half:]]
    content = workbook({"Loads": sheet}, {"Loads": ["B1:G1"]})
    kinds = ("title", "blank_column", "blank_row", "workbook_dates")
    return Made("laundry_loads.xlsx", content, kinds, [table(columns, ["laundry*", "loads"], left_out={"title": 1})])


def vet_day(draw: Random) -> Made:
    seen = [
        text("Animal", picks(draw, 14, "dog cat rabbit parrot tortoise")),
        text("Reason", picks(draw, 14, ["vaccination", "limping", "check-up", "teeth", "will not eat"])),
        number("Weight (kg)", amounts(draw, 14, 0.4, 38, 1)),
        number("Minutes", amounts(draw, 14, 8, 55, 0)),
    ]
    given = [
        text("Medicine", picks(draw, 9, "Amoxil Drontal Metacam Milbemax Panacur Synulox Tramal Vetmedin Zylkene")),
        text("Form", picks(draw, 9, "tablet drops injection")),
        number("Packs", amounts(draw, 9, 1, 12, 0)),
        number("Price each", amounts(draw, 9, 4, 60, 2)),
        text("Shelf", picks(draw, 9, "A1 A2 B1 C4")),
    ]
    lines = [["Patients seen"], [], *grid(seen), [], [], ["Medicines given out"], [], *grid(given)]
    tables = [table(seen, ["patients*", "*"]), table(given, ["medicines*", "*"])]
    return Made("vet_day.csv", delimited(lines), ("several_tables", "title"), tables)


def orchard_sheet(draw: Random) -> Made:
    trees = [
        text("row", [f"R{n:02d}" for n in range(1, 17)]),
        text("variety", picks(draw, 16, ["Bramley", "Cox", "Discovery", "Egremont"])),
        number("planted", amounts(draw, 16, 30, 75, 0), lambda n: n),
        number("dead", amounts(draw, 16, 0, 9, 0), lambda n: n),
    ]
    sprays = [
        day("sprayed on", days(draw, 11, date(2024, 3, 20), 120), lambda d: d),
        text("agent", picks(draw, 11, ["copper", "sulphur", "soap"])),
        number("litres", amounts(draw, 11, 40, 260, 1), lambda n: n),
    ]
    sheet = [*grid(trees), [], [], *grid(sprays)]
    kinds = ("several_tables", "workbook_dates")
    return Made("orchard_sheet.xlsx", workbook({"Orchard": sheet}), kinds, [table(trees), table(sprays)])


def kennel_stays(draw: Random) -> Made:
    wings, sizes = ["Garden wing", "Old stable", "Hill wing", "Puppy room"], [5, 3, 6, 4]
    count = sum(sizes)
    wing = [name for name, size in zip(wings, sizes, strict=True) for _ in range(size)]
    columns = [
        text("wing", wing),
        text("dog", DOGS[:count]),
        number("nights", amounts(draw, count, 1, 21, 0)),
        number("paid", amounts(draw, count, 18, 420, 2)),
        day("arrived", days(draw, count, date(2024, 6, 1), 60, ordered=False)),
    ]
    header, *data = grid(columns)
    once = [row if n == 0 or data[n - 1][0] != row[0] else ["", *row[1:]] for n, row in enumerate(data)]
    return Made("kennel_stays.csv", delimited([header, *once]), ("fill_down",), [table(columns)])


def guided_tours(draw: Random) -> Made:
    count = 40
    remarks = [
        "all well",
        "bell tower closed,\nwent to the crypt",
        "two came late\nand left early",
        'asked for the "blue room"',
    ]
    columns = [
        text("tour", [f"T{2300 + n}" for n in range(count)]),
        day("on", days(draw, count, date(2024, 4, 1), 90)),
        number("guests", amounts(draw, count, 3, 28, 0)),
        text("remark", picks(draw, count, remarks)),
    ]
    header, *data = grid(columns)
    parts = [delimited([line], end="\n" if n % 3 else "\r\n") for n, line in enumerate([header, *data])]
    kinds = ("byte_order_mark", "line_breaks", "mixed_line_ends")
    return Made("guided_tours.csv", b"\xef\xbb\xbf" + b"".join(parts), kinds, [table(columns)])


def apiary_yields(draw: Random) -> Made:
    """Blank lines between, a note in brackets below, and a title in another language."""
    count = 21
    columns = [
        text("Stand", [f"Stand {n}" for n in range(1, count + 1)]),
        text("Tracht", picks(draw, count, ["Raps", "Linde", "Wald", "Akazie"])),
        number("Völker", amounts(draw, count, 4, 22, 0)),
        number("Ertrag (kg)", amounts(draw, count, 31, 480, 1), figure(1, ".", ",")),
    ]
    header, *data = grid(columns)
    spaced: list[list[str]] = [
        line for n, row in enumerate(data) for line in ([[], row] if n and n % 7 == 0 else [row])
    ]
    note = ["(1) Stand 4 und 9 nach dem Umzug im Mai geschätzt.", "", "", ""]
    lines = [["Honigernte 2023", "", "", ""], [], header, *spaced, [], note]
    content = delimited(lines, ";", "cp1252", "\r\n")
    left = {"title": 1, "footnote": 1}
    kinds = ("title", "footnote", "blank_row", "encoding", "delimiter", "decimal_comma")
    return Made("apiary_yields.csv", content, kinds, [table(columns, left_out=left)])


def choir_scores(draw: Random) -> Made:
    count = 18
    voices = picks(draw, count, "soprano alto tenor bass")
    columns = [
        number("entry", list(range(11, 11 + count))),
        text("voice", voices),
        text("judge", picks(draw, count, "Moreau Okoye Stahl"), also=["judge*"]),
        number("score", amounts(draw, count, 11, 20, 1), also=["score*"]),
        text("judge", picks(draw, count, "Ilves Pinto Ruiz"), also=["judge*"]),
        number("score", amounts(draw, count, 11, 20, 1), also=["score*"]),
    ]
    return Made("choir_scores.csv", delimited(grid(columns)), ("same_names",), [table(columns)])


RECIPES = (
    brewery_batches,
    garage_pages,
    theatre_sales,
    laundry_loads,
    vet_day,
    orchard_sheet,
    kennel_stays,
    guided_tours,
    apiary_yields,
    choir_scores,
)
