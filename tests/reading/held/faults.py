"""Queries that say less, more or something else than the questions of `workshops`."""

SHOP_FAULTS = {
    "how many repairs per brand": (
        "repairs: count",
        "repairs: sum(cost) by brand",
        "repairs: count by status",
        "repairs: count by brand where cost > 50",
        "repairs: count, sum(cost) by brand",
    ),
    "average cost by brand": (
        "repairs: sum(cost) by brand",
        "repairs: average(hours) by brand",
        "repairs: median(cost) by brand",
        "repairs: average(cost) by shop.town",
    ),
    "total cost by town": ("repairs: sum(cost) by shop", "repairs: sum(cost) by shop.town keep 1 by sum(cost)"),
    "how many repairs cost more than 80": (
        "repairs: count where cost >= 80",
        "repairs: count where cost < 80",
        "repairs: count where hours > 80",
        "repairs: count where cost > 800",
        "repairs: where cost > 80",
    ),
    "which brand has the highest average cost": (
        "repairs: average(cost) by brand keep 1 by lowest average(cost)",
        "repairs: sum(cost) by brand keep 1 by sum(cost)",
        "repairs: average(cost) by brand",
        "repairs: max(cost) by brand keep 1 by max(cost)",
    ),
    "which shops have no repairs": ("shops: where some(repairs)", "repairs: where missing(cost)"),
    "which shops have no manager": ("shops: where not missing(manager)", "shops: where missing(town)"),
    "how many repairs were received in March 2022": (
        "repairs: count where received = 2022",
        "repairs: count where received = 2023-03",
        "repairs: count",
        "repairs: count where received >= 2022-03",
        "repairs: count where shop.opened = 2022-03",
    ),
    "average hours of repairs that are not closed": (
        'repairs: average(hours) where status = "closed"',
        "repairs: average(hours)",
        'repairs: average(hours) where not status = "waiting"',
    ),
    "total cost of Birk repairs in 2023": (
        'repairs: sum(cost) where brand = "Birk"',
        "repairs: sum(cost) where received = 2023",
        'repairs: sum(cost) where brand = "Birk" or received = 2023',
        'repairs: sum(cost) where brand = "Alder" and received = 2023',
        'repairs: sum(cost) where brand = "Birk" and received = 2023 and status = "closed"',
    ),
    "top 2 brands by total cost": (
        "repairs: sum(cost) by brand keep 3 by sum(cost)",
        "repairs: sum(cost) by brand keep 2 by lowest sum(cost)",
    ),
    "what share of repairs is scrapped": (
        'repairs: count where status = "scrapped"',
        'repairs: rate(status = "waiting")',
        'repairs: rate(not status = "scrapped")',
    ),
    "which repairs cost more than the average cost": (
        "repairs: where cost < (repairs: average(cost))",
        "repairs: where cost > (repairs: median(cost))",
    ),
}
ORCHARD_FAULTS = {
    "how many crates did Mia pick": (
        'harvests: count where picker = "Mia"',
        "harvests: sum(crates)",
        'harvests: sum(kilos) where picker = "Mia"',
        'harvests: sum(crates) where picker = "Ina"',
    ),
    "total kilos of Cox in May 2023": (
        'harvests: sum(kilos) where variety = "Cox" and day = 2023-06',
        'harvests: sum(kilos) where variety = "Cox"',
        "harvests: sum(kilos) by variety where day = 2023-05",
    ),
    "which picker has the lowest total kilos": (
        "harvests: sum(kilos) by picker keep 1 by sum(kilos)",
        "harvests: min(kilos) by picker keep 1 by lowest min(kilos)",
        "harvests: sum(kilos) by variety keep 1 by lowest sum(kilos)",
    ),
    "how many different pickers": ("harvests: count", "harvests: distinct(variety)"),
    "total crates per month": (
        "harvests: sum(crates) by quarter(day)",
        "harvests: sum(crates) by picker",
        "harvests: average(crates) by month(day)",
    ),
    "total kilos of all but Boskoop": ('harvests: sum(kilos) where variety = "Boskoop"', "harvests: sum(kilos)"),
    "how many harvests with fewer than 10 crates": (
        "harvests: count where crates <= 10",
        "harvests: count where kilos < 10",
    ),
    "how many harvests with between 50 and 90 kilos": (
        "harvests: count where kilos > 50",
        "harvests: count where crates >= 50 and crates <= 90",
    ),
    "median crates of Ina or Lars": (
        'harvests: median(crates) where picker = "Ina"',
        'harvests: median(crates) where picker in ("Ina", "Lars", "Mia")',
        'harvests: median(crates) where not picker in ("Ina", "Lars")',
    ),
    "how many harvests since June 2023": (
        "harvests: count where day > 2023-06",
        "harvests: count where day = 2023-06",
        "harvests: count where day < 2023-06",
    ),
    "total kilos and total crates per picker": (
        "harvests: sum(kilos) by picker",
        "harvests: sum(kilos), average(crates) by picker",
    ),
}
MISQUOTED = (
    ("how many repairs cost more than 80", "repairs: count where cost > 80", 80, "how many", "cannot mean `80`"),
    (
        "total cost of Birk repairs in 2023",
        'repairs: sum(cost) where brand = "Birk" and received = 2023',
        "Birk",
        "repairs",
        'cannot mean `"Birk"`',
    ),
    ("top 2 brands by total cost", "repairs: sum(cost) by brand keep 2 by sum(cost)", "keep", "brands", "come first"),
    (
        "average hours of repairs that are not closed",
        'repairs: average(hours) where not status = "closed"',
        "not",
        "average",
        "cannot mean `not",
    ),
    ("average cost by brand", "repairs: average(cost) by brand", "brand", "cost", "cannot mean `brand`"),
    (
        "how many repairs were received in March 2022",
        "repairs: count where received = 2022-03",
        "2022-03",
        "repairs",
        "cannot mean `2022-03`",
    ),
    ("lowest cost by status", "repairs: min(cost) by status", "min", "a price", "the question does not say that"),
    (
        "median hours per shop",
        "repairs: median(hours) by shop",
        "shop",
        "each garage",
        "the question does not say that",
    ),
)
"""A right query of which one part quotes words that mean something else, or that are not there; and what is told."""
