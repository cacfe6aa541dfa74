"""Many troubles in one file."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

from cells import GERMAN, amounts, days, figure, named, picks
from made import Column, Made, day, delimited, number, rows, spread, table, text


def klinik_bericht(draw: Random) -> Made:
    """A title, a header in two rows with units, groups labelled once with sums, marks, footnotes; in German."""
    houses = {"Innere Medizin": 6, "Chirurgie": 5, "Geburtshilfe": 4, "Neurologie": 6}
    count, whole, money = sum(houses.values()), figure(0, ".", ","), figure(2, ".", ",")
    cases, beds = amounts(draw, count, 900, 7400, 0), amounts(draw, count, 12, 96, 0)
    cost = amounts(draw, count, 45000, 980000, 2)
    marks = spread(draw, count, ["x", "x", "–"])
    columns: list[Column] = [
        text("Abteilung", [name for name, size in houses.items() for _ in range(size)]),
        text("Station", [f"{n:02d}{draw.choice('AB')}" for n in range(1, count + 1)]),
        day("Stichtag", days(draw, count, date(2023, 1, 10), 330, False), named(GERMAN, "{d}. {month} {y}")),
        number("Fälle", cases, whole),
        number("Betten", beds, marks=marks),
        number("Kosten", cost, lambda v: f"{money(v)} €", also=["Kosten*"]),
        text("Leitung", picks(draw, count, ["Dr. Roth", "Dr. Özdemir", "Dr. Weiß"])),
    ]
    data, at = rows(columns), 0
    lines: list[list[Any]] = [["Stationsbericht 2023", *[""] * 6], ["Stand: 15.01.2024", *[""] * 6], []]
    lines.append([one.name for one in columns])
    lines.append(["", "", "", "Anzahl", "Anzahl", "in EUR", ""])
    for name, size in houses.items():
        part = slice(at, at + size)
        group = [row if n == 0 else ["", *row[1:]] for n, row in enumerate(data[part])]
        known = sum(beds[n] for n in range(at, at + size) if n not in marks)
        lines += [*group, [f"Summe {name}", "", "", whole(sum(cases[part])), known, f"{money(sum(cost[part]))} €", ""]]
        at += size
    known = sum(value for n, value in enumerate(beds) if n not in marks)
    lines.append(["Gesamt", "", "", whole(sum(cases)), known, f"{money(sum(cost))} €", ""])
    lines += [[], ["x = unterliegt dem Datenschutz", *[""] * 6], ["Quelle: Controlling", *[""] * 6]]
    left = {"title": 2, "units": 1, "subtotal": len(houses), "total": 1, "footnote": 2}
    kinds = (
        *("title", "units_row", "subtotal", "total", "fill_down", "marks", "footnote", "month_names"),
        *("currency", "thousands", "decimal_comma", "delimiter", "encoding"),
    )
    content = delimited(lines, ";", "cp1252", "\r\n")
    return Made("klinik_bericht.csv", content, kinds, [table(columns, left_out=left)])


RECIPES = (klinik_bericht,)
