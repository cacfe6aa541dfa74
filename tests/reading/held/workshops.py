"""Two sources of our own with questions, the queries that they ask for, and queries that get them wrong."""

from __future__ import annotations

from pathlib import Path

BRANDS, STATES, SHOPS = ("Alder", "Birk", "Corvo"), ("closed", "waiting", "scrapped"), ("S1", "S2", "S3", "S4")
VARIETIES, PICKERS = ("Cox", "Boskoop", "Elstar"), ("Ina", "Jorg", "Keti", "Lars", "Mia")


def repair_shops(folder: Path) -> str:
    """Shops in towns, and the bicycles that they repaired."""
    folder.mkdir()
    shops = ["shop_id,town,opened,manager", "S1,Lund,2015-03-01,Asa", "S2,Ystad,2018-06-15,", "S3,Lund,2020-01-10,Bo",
             "S4,Malmo,2021-09-05,"]  # fmt: skip
    repairs = ["ticket,shop_id,received,brand,status,cost,hours"]
    for n in range(60):
        day = f"202{2 + n // 30}-{1 + n % 12:02}-{1 + n * 7 % 28:02}"
        shop, state = SHOPS[n * 5 % 3], STATES[n * n % 7 % 3]
        repairs.append(f"{1000 + n},{shop},{day},{BRANDS[n % 3]},{state},{20 + n * 13 % 90},{1 + n % 8}")
    (folder / "shops.csv").write_text("\n".join(shops) + "\n", "utf-8")
    (folder / "repairs.csv").write_text("\n".join(repairs) + "\n", "utf-8")
    return str(folder)


def orchard(folder: Path) -> str:
    """What was picked on each day, of one table."""
    folder.mkdir()
    rows = ["day,variety,picker,kilos,crates,spoiled"]
    for n in range(72):
        spoiled = "yes" if n % 7 == 0 else "no"
        day = f"2023-{1 + n // 6:02}-{1 + n * 5 % 28:02}"
        rows.append(f"{day},{VARIETIES[n % 3]},{PICKERS[n * 3 % 5]},{40 + n * 17 % 160},{3 + n * 7 % 20},{spoiled}")
    (folder / "harvests.csv").write_text("\n".join(rows) + "\n", "utf-8")
    return str(folder)


SHOP_QUESTIONS = {
    "how many repairs per brand": "repairs: count by brand",
    "average cost by brand": "repairs: average(cost) by brand",
    "total cost by town": "repairs: sum(cost) by shop.town",
    "how many repairs cost more than 80": "repairs: count where cost > 80",
    "which brand has the highest average cost": "repairs: average(cost) by brand keep 1 by average(cost)",
    "which shops have no repairs": "shops: where not some(repairs)",
    "which shops have no manager": "shops: where missing(manager)",
    "how many repairs were received in March 2022": "repairs: count where received = 2022-03",
    "average hours of repairs that are not closed": 'repairs: average(hours) where not status = "closed"',
    "total cost of Birk repairs in 2023": 'repairs: sum(cost) where brand = "Birk" and received = 2023',
    "top 2 brands by total cost": "repairs: sum(cost) by brand keep 2 by sum(cost)",
    "how many repairs for each town": "repairs: count by shop.town",
    "number of repairs per month": "repairs: count by month(received)",
    "lowest cost by status": "repairs: min(cost) by status",
    "how many Corvo or Alder repairs are waiting":
        'repairs: count where brand in ("Corvo", "Alder") and status = "waiting"',
    "what share of repairs is scrapped": 'repairs: rate(status = "scrapped")',
    "median hours per shop": "repairs: median(hours) by shop",
    "how many shops opened after 2019": "shops: count where opened > 2019",
    "average cost of repairs with at least 5 hours": "repairs: average(cost) where hours >= 5",
    "which repairs cost more than the average cost": "repairs: where cost > (repairs: average(cost))",
}  # fmt: skip
ORCHARD_QUESTIONS = {
    "total kilos by variety": "harvests: sum(kilos) by variety",
    "how many crates did Mia pick": 'harvests: sum(crates) where picker = "Mia"',
    "average kilos per picker": "harvests: average(kilos) by picker",
    "total kilos of Cox in May 2023": 'harvests: sum(kilos) where variety = "Cox" and day = 2023-05',
    "which picker has the lowest total kilos": "harvests: sum(kilos) by picker keep 1 by lowest sum(kilos)",
    "how many different pickers": "harvests: distinct(picker)",
    "total crates per month": "harvests: sum(crates) by month(day)",
    "maximum kilos of Elstar": 'harvests: max(kilos) where variety = "Elstar"',
    "total kilos of all but Boskoop": 'harvests: sum(kilos) where not variety = "Boskoop"',
    "how many harvests with fewer than 10 crates": "harvests: count where crates < 10",
    "how many harvests with between 50 and 90 kilos": "harvests: count where kilos >= 50 and kilos <= 90",
    "top 3 pickers by total crates": "harvests: sum(crates) by picker keep 3 by sum(crates)",
    "total kilos by variety and picker": "harvests: sum(kilos) by variety, picker",
    "median crates of Ina or Lars": 'harvests: median(crates) where picker in ("Ina", "Lars")',
    "share of total kilos by variety": "harvests: share(sum(kilos)) by variety",
    "how many harvests since June 2023": "harvests: count where day >= 2023-06",
    "average crates by weekday": "harvests: average(crates) by weekday(day)",
    "which harvests have more than the average kilos": "harvests: where kilos > (harvests: average(kilos))",
    "total kilos and total crates per picker": "harvests: sum(kilos), sum(crates) by picker",
    "which variety has the most kilos": "harvests: sum(kilos) by variety keep 1 by sum(kilos)",
}
