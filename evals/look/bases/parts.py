"""Files of one shape that are one table, and things that stand inside another thing's file."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

from cells import amounts, days
from stored import Base, Row, made

from bases.people import people


def meter_months(draw: Random) -> Base:
    """A file a month."""
    meters = made(
        24,
        meter=lambda n: f"WM-{310 + 4 * n}",
        street=lambda n: f"{['Elm', 'Oak', 'Ash', 'Fir'][n % 4]} Street {n + 1}",
        fitted=lambda n: draw.randrange(2008, 2023),
    )
    at = [date(2024, 1, 1) + timedelta(n) for n in range(182)]
    readings = [
        {"meter": one["meter"], "read_on": day, "litres": draw.randrange(60, 900)}
        for day in at
        for one in meters
        if draw.random() < 0.6
    ]
    return Base(
        "meter_months",
        {"meters": meters, "readings*|meter_months": readings},
        ("readings*|meter_months meter -> meters meter",),
        keys={"meters": [["meter"]], "readings*|meter_months": [["meter", "read_on"]]},
        times={"readings*|meter_months": "read_on"},
        parts={"readings*|meter_months": lambda row: f"readings_{row['read_on']:%Y_%m}"},
    )


def kiosk_regions(draw: Random) -> Base:
    """A file a region; the articles and the kiosks stand beside them."""
    kiosks = made(
        28,
        kiosk=lambda n: 600 + 5 * n,
        place=lambda n: f"{['Platform', 'Gate', 'Square', 'Pier'][n % 4]} {n + 1}",
        region=lambda n: ["north", "south", "east", "west"][n % 4],
    )
    codes = ["CF", "TE", "BN", "NP", "IC", "WT"]
    articles = made(
        6,
        article=codes,
        called=["Coffee", "Tea", "Bun", "Newspaper", "Ice cream", "Water"],
        price=amounts(draw, 6, 1, 5, 2),
    )
    when = days(draw, 640, date(2024, 6, 1), 90)
    chosen = [draw.choice(kiosks) for _ in range(640)]
    sales: list[Row] = [
        {
            "receipt": 40000 + n,
            "kiosk": chosen[n]["kiosk"],
            "article": draw.choice(codes),
            "sold_on": when[n],
            "pieces": draw.randrange(1, 9),
        }
        for n in range(640)
    ]
    region = {one["kiosk"]: one["region"] for one in kiosks}
    return Base(
        "kiosk_regions",
        {"kiosks": kiosks, "articles": articles, "sales*|kiosk_regions": sales},
        ("sales*|kiosk_regions kiosk -> kiosks kiosk", "sales*|kiosk_regions article -> articles article"),
        keys={"kiosks": [["kiosk"]], "articles": [["article"]], "sales*|kiosk_regions": [["receipt"]]},
        names={"kiosks": "place", "articles": "called"},
        times={"sales*|kiosk_regions": "sold_on"},
        parts={"sales*|kiosk_regions": lambda row: f"sales_{region[row['kiosk']]}"},
        parquet=True,
    )


def ordered(draw: Random, count: int, most: int) -> list[int]:
    """How many lines each of so many orders has."""
    return [draw.randrange(1, most + 1) for _ in range(count)]


def flower_orders(draw: Random) -> Base:
    """Every line of an order repeats what belongs to the order: its day, customer and delivery."""
    customers = made(
        40,
        customer_no=lambda n: 3000 + 7 * n,
        name=people(draw, 40),
        town=lambda n: draw.choice(["Leer", "Emden", "Aurich"]),
    )
    codes = ["ROS", "TUL", "LIL", "DAH", "GER", "IRI", "FER"]
    flowers = made(
        7,
        code=codes,
        flower=["Rose", "Tulip", "Lily", "Dahlia", "Gerbera", "Iris", "Fern"],
        stems_per_bunch=[10, 10, 5, 5, 8, 10, 6],
    )
    when = days(draw, 160, date(2024, 3, 1), 150)
    lines: list[Row] = []
    for n, size in enumerate(ordered(draw, 160, 5)):
        order = {
            "order_no": 91000 + n,
            "ordered_on": when[n],
            "customer": 3000 + 7 * draw.randrange(40),
            "delivery": draw.choice(["van", "post", "pick-up"]),
            "delivery_fee": draw.choice([0.0, 4.5, 9.0]),
        }
        for at, code in enumerate(draw.sample(codes, size), 1):
            lines.append(
                {
                    **order,
                    "line": at,
                    "flower": code,
                    "bunches": draw.randrange(1, 12),
                    "line_price": round(draw.uniform(3, 80), 2),
                }
            )
    return Base(
        "flower_orders",
        {"customers": customers, "flowers": flowers, "order_lines": lines},
        ("* customer -> customers customer_no", "order_lines flower -> flowers code"),
        ("* order_no -> * order_no",),
        keys={
            "customers": [["customer_no"]],
            "flowers": [["code"]],
            "order_lines": [["order_no", "line"], ["order_no", "flower"]],
        },
        names={"customers": "name", "flowers": "flower"},
        facts=({"kind": "thing", "value": ["order*", "*"], "key": [["order_no"]]},),
    )


def print_shop(draw: Random) -> Base:
    """What belongs to the job stands on its first line only."""
    papers = made(
        8, paper=lambda n: f"P{80 + 20 * n}", grams=lambda n: 80 + 20 * n, sheet_cost=amounts(draw, 8, 0.01, 0.2, 3)
    )
    clients = made(
        30, client=lambda n: f"C-{200 + n}", name=people(draw, 30), discount=lambda n: draw.choice([0, 5, 10])
    )
    lines: list[dict[str, Any]] = []
    due = days(draw, 130, date(2024, 9, 1), 80)
    for n, size in enumerate(ordered(draw, 130, 4)):
        job = {"client": f"C-{draw.randrange(200, 230)}", "due": due[n], "deposit": round(draw.uniform(10, 400), 2)}
        for at in range(size):
            first = job if at == 0 else dict.fromkeys(job)
            piece = {"piece": at + 1, "paper": f"P{80 + 20 * draw.randrange(8)}", "sheets": draw.randrange(20, 4000)}
            lines.append({"job": f"J{7700 + n}", **first, **piece})
    return Base(
        "print_shop",
        {"papers": papers, "clients": clients, "job_pieces": lines},
        ("* client -> clients client", "job_pieces paper -> papers paper"),
        ("* job -> * job",),
        keys={"papers": [["paper"]], "clients": [["client"]], "job_pieces": [["job", "piece"]]},
        names={"clients": "name"},
        facts=({"kind": "thing", "value": ["job*", "*"], "key": [["job"]]},),
    )


BASES = (meter_months, kiosk_regions, flower_orders, print_shop)
