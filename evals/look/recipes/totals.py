"""Rows that add up others: labelled in four languages, with marks, without a word, and as a value of a column."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cells import HARD, amounts, figure, picks
from made import Made, delimited, grid, number, rows, table, text, years
from sheets import workbook


def added(columns: Sequence[Sequence[float]], digits: int) -> list[float]:
    """The sum of each column, rounded as its figures are."""
    sums = [round(sum(values), digits) for values in columns]
    return sums if digits else [int(value) for value in sums]


def bakery_week(draw: Random) -> Made:
    shops = ["Quay", "Mill", "Castle", "Station", "Orchard", "Priory", "Foundry", "Meadow", "Chapel", "Bridge"]
    count = len(shops)
    figures = [amounts(draw, count, 200, 1900, 0), amounts(draw, count, 90, 700, 0), amounts(draw, count, 500, 4200, 2)]
    columns = [text("branch", shops)]
    columns += [number(name, values) for name, values in zip(("loaves", "rolls", "takings"), figures, strict=True)]
    sums = [added(figures[:1], 0)[0], added(figures[1:2], 0)[0], added(figures[2:], 2)[0]]
    means = [round(value / count, 2) for value in sums]
    lines = [*grid(columns), ["Total", *sums], ["Average", *means]]
    left = {"total": 1, "average": 1}
    return Made("bakery_week.csv", delimited(lines), ("total", "average_row"), [table(columns, left_out=left)])


def werkstatt_kosten(draw: Random) -> Made:
    """Subtotals of groups and a sum of all, in German, the label in the second column."""
    groups = {"Karosserie": 4, "Lackiererei": 5, "Reifendienst": 3, "Elektrik": 4}
    count, write = sum(groups.values()), figure(2, ".", ",")
    shop = [name for name, size in groups.items() for _ in range(size)]
    hours, cost = amounts(draw, count, 2, 60, 1), amounts(draw, count, 80, 5200, 2)
    columns = [
        text("Abteilung", shop),
        text("Auftrag", [f"WA-{7010 + 7 * n}" for n in range(count)]),
        number("Stunden", hours, figure(1, ".", ",")),
        number("Kosten in EUR", cost, write, also=["Kosten", "Kosten*"]),
    ]
    lines: list[list[Any]] = [[one.name for one in columns]]
    data, at = rows(columns), 0
    for name, size in groups.items():
        part = slice(at, at + size)
        sums = [figure(1, ".", ",")(sum(hours[part])), write(sum(cost[part]))]
        lines += [*data[part], [name, "Zwischensumme", *sums]]
        at += size
    lines.append(["", "Gesamtsumme", figure(1, ".", ",")(sum(hours)), write(sum(cost))])
    left = {"total": 1, "subtotal": len(groups)}
    kinds = ("total", "subtotal", "delimiter", "decimal_comma", "thousands")
    return Made("werkstatt_kosten.csv", delimited(lines, ";"), kinds, [table(columns, left_out=left)])


def stolovaya(draw: Random) -> Made:
    dishes = [
        "Борщ",
        "Щи",
        "Пельмени",
        "Котлета",
        "Гречка",
        "Винегрет",
        "Компот",
        "Сырники",
        "Блины",
        "Плов",
        "Рассольник",
        "Кисель",
    ]
    count, write = len(dishes), figure(2, HARD, ",")
    sold, taken = amounts(draw, count, 40, 390, 0), amounts(draw, count, 2100, 48000, 2)
    columns = [
        number("№", list(range(1, count + 1)), also=["no", "n", "*"]),
        text("Блюдо", dishes),
        number("Порций", sold),
        number("Выручка, руб.", taken, write, also=["Выручка", "Выручка*"]),
    ]
    total = ["", "Итого", sum(sold), write(sum(taken))]
    content = delimited([*grid(columns), total], ";", "cp1251", "\r\n")
    kinds = ("total", "encoding", "delimiter", "decimal_comma", "thousands")
    return Made("stolovaya.csv", content, kinds, [table(columns, left_out={"total": 1})])


def ferry_crossings(draw: Random) -> Made:
    count = 19
    figures = [amounts(draw, count, 4, 38, 0), amounts(draw, count, 60, 1900, 0), amounts(draw, count, 11, 640, 0)]
    columns = [
        text("route", [f"F{n}" for n in range(1, count + 1)]),
        text("quay", picks(draw, count, "East West Island")),
        *(number(name, v) for name, v in zip(("sailings", "people", "vehicles"), figures, strict=True)),
        text("ship", picks(draw, count, "Aurora Merganser Tystie Fulmar")),
    ]
    lines = [*grid(columns), ["TOTAL", "-", *added(figures, 0), "-"]]
    return Made("ferry_crossings.csv", delimited(lines), ("total", "marks"), [table(columns, left_out={"total": 1})])


def mill_output(draw: Random) -> Made:
    """No word at all: the last row's labels are blank and its figures are the sums."""
    count = 16
    figures = [amounts(draw, count, 3, 90, 1) for _ in range(3)]
    columns = [
        text("grain", picks(draw, count, "rye wheat spelt oats barley emmer")),
        text("grade", picks(draw, count, "fine middle coarse")),
        *(number(f"{name} t", v, also=[name]) for name, v in zip(("milled", "sold", "bran"), figures, strict=True)),
    ]
    lines = [*grid(columns), ["", "", *added(figures, 1)]]
    return Made("mill_output.csv", delimited(lines), ("total_without_word",), [table(columns, left_out={"total": 1})])


def clinic_by_sex(draw: Random) -> Made:
    """`Total` is a value of a column: men and women of each ward and year add up to it."""
    wards, span = ["Cardiology", "Surgery", "Paediatrics", "Eyes", "Dialysis"], range(2019, 2024)
    found = [
        (w, y, sex, draw.randrange(40, 900), draw.randrange(200, 4000)) for w in wards for y in span for sex in "MF"
    ]
    names = {"M": "Male", "F": "Female"}
    columns = [
        text("Ward", [w for w, *_ in found]),
        years("Year", [y for _, y, *_ in found]),
        text("Sex", [names[sex] for _, _, sex, *_ in found]),
        number("Admissions", [f[3] for f in found]),
        number("Bed days", [f[4] for f in found]),
    ]
    header, *data = grid(columns)
    lines = [header]
    for n in range(0, len(data), 2):
        men, women = found[n], found[n + 1]
        lines += [data[n], data[n + 1], [men[0], str(men[1]), "Total", str(men[3] + women[3]), str(men[4] + women[4])]]
    left = {"total": len(data) // 2}
    return Made("clinic_by_sex.csv", delimited(lines), ("total_as_value",), [table(columns, left_out=left)])


def wine_pivot(draw: Random) -> Made:
    """A pivot table: labels once a group, a subtotal under each, a sum of all."""
    groups = {
        "Rhône": ["Gigondas", "Vacqueyras", "Cairanne"],
        "Loire": ["Chinon", "Saumur", "Vouvray", "Anjou"],
        "Jura": ["Arbois", "Poulsard"],
    }
    wines = [(region, wine) for region, names in groups.items() for wine in names]
    bottles, worth = amounts(draw, len(wines), 40, 900, 0), amounts(draw, len(wines), 700, 21000, 2)
    columns = [
        text("Region", [region for region, _ in wines]),
        text("Wine", [wine for _, wine in wines]),
        number("Sum of bottles", bottles, also=["bottles"]),
        number("Sum of value", worth, also=["value"]),
    ]
    lines: list[list[Any]] = [[one.name for one in columns]]
    at = 0
    for region, names in groups.items():
        for n, wine in enumerate(names):
            lines.append([region if n == 0 else None, wine, bottles[at + n], worth[at + n]])
        part = slice(at, at + len(names))
        lines.append([f"{region} Total", None, sum(bottles[part]), round(sum(worth[part]), 2)])
        at += len(names)
    lines.append(["Grand Total", None, sum(bottles), round(sum(worth), 2)])
    left = {"total": 1, "subtotal": len(groups)}
    kinds = ("total", "subtotal", "fill_down")
    return Made(
        "wine_pivot.xlsx", workbook({"Pivot": lines}), kinds, [table(columns, ["pivot", "wine*"], left_out=left)]
    )


def recettes(draw: Random) -> Made:
    """Sous-total after each month and a total général, in French."""
    sizes = {"janvier": 5, "février": 4, "mars": 6}
    count, write = sum(sizes.values()), figure(2, HARD, ",")
    cash, card = amounts(draw, count, 120, 2400, 2), amounts(draw, count, 300, 5200, 2)
    month = [name for name, size in sizes.items() for _ in range(size)]
    columns = [
        text("Mois", month),
        text("Rayon", picks(draw, count, ["Épicerie", "Crèmerie", "Boulangerie", "Primeurs"])),
        number("Espèces", cash, write),
        number("Carte", card, write),
    ]
    data, at = rows(columns), 0
    lines: list[list[Any]] = [[one.name for one in columns]]
    for size in sizes.values():
        part = slice(at, at + size)
        lines += [*data[part], ["Sous-total", "", write(sum(cash[part])), write(sum(card[part]))]]
        at += size
    lines.append(["Total général", "", write(sum(cash)), write(sum(card))])
    left = {"total": 1, "subtotal": len(sizes)}
    kinds = ("total", "subtotal", "byte_order_mark", "delimiter", "decimal_comma", "thousands")
    return Made("recettes.csv", delimited(lines, ";", "utf-8-sig"), kinds, [table(columns, left_out=left)])


def allotment_sites(draw: Random) -> Made:
    """The sum stands first, above what it adds up."""
    sites = ["Brook", "Copse", "Dell", "Fen", "Glebe", "Heath", "Knoll", "Ley", "Mead", "Nook", "Pond", "Rise"]
    figures = [amounts(draw, len(sites), 12, 140, 0) for _ in range(3)]
    columns = [text("site", sites)]
    columns += [number(name, v) for name, v in zip(("plots", "let", "waiting"), figures, strict=True)]
    header, *data = grid(columns)
    lines = [header, ["All sites", *added(figures, 0)], *data]
    return Made(
        "allotment_sites.csv", delimited(lines), ("total", "total_first"), [table(columns, left_out={"total": 1})]
    )


RECIPES = (
    bakery_week,
    werkstatt_kosten,
    stolovaya,
    ferry_crossings,
    mill_output,
    clinic_by_sex,
    wine_pivot,
    recettes,
    allotment_sites,
)
