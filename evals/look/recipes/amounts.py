"""Figures with signs, brackets, currencies, units and the marks of several countries."""

from __future__ import annotations

import io
from datetime import date
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
from cells import HARD, NARROW, amounts, bracketed, days, figure, lakh, picks, trailing
from made import Made, day, delimited, grid, number, reading, spread, table, text


def signed(draw: Random, count: int, size: float) -> list[float]:
    """Figures of both signs."""
    return [round(draw.uniform(-size / 3, size), 2) for _ in range(count)]


def florist_book(draw: Random) -> Made:
    """Dollars, what is negative in brackets."""
    count = 34
    columns = [
        day("date", days(draw, count, date(2024, 2, 1), 90)),
        text("what", picks(draw, count, ["bouquets", "ribbon", "refund", "van hire", "vases"])),
        number("amount", signed(draw, count, 3200), bracketed),
        number("till", amounts(draw, count, 1000, 9000, 2), lambda v: f"${v:,.2f}"),
    ]
    return Made("florist_book.csv", delimited(grid(columns)), ("brackets", "currency", "thousands"), [table(columns)])


def spare_parts(draw: Random) -> Made:
    """An old ledger: the minus stands behind the figure."""
    count = 40
    columns = [
        text("Part", [f"{draw.randrange(10, 99)}-{draw.randrange(100, 999)}-{n:02d}" for n in range(count)]),
        number("Booked", signed(draw, count, 1900), trailing),
        number("Stock", [draw.randrange(-30, 400) for _ in range(count)], lambda v: f"{abs(v)}{'-' if v < 0 else ''}"),
        text("Store", picks(draw, count, "N1 N2 S1")),
    ]
    kinds = ("trailing_minus", "thousands", "delimiter")
    return Made("spare_parts.txt", delimited(grid(columns), "\t"), kinds, [table(columns)])


def moebel_umsatz(draw: Random) -> Made:
    """Euros behind; a column whose thousands look like three decimals."""
    count = 36
    write = figure(2, ".", ",")
    columns = [
        text("Filiale", picks(draw, count, ["Köln", "Münster", "Soest", "Görlitz"])),
        text("Warengruppe", picks(draw, count, ["Sofas", "Tische", "Betten"])),
        number("Umsatz", signed(draw, count, 48000), lambda v: f"{write(v)} €".replace("-", "\u2212")),
        number(
            "Besucher", [draw.choice((1, 30)) * draw.randrange(310, 4200) for _ in range(count)], figure(0, ".", ",")
        ),
    ]
    kinds = ("currency", "decimal_comma", "thousands", "delimiter", "minus_sign")
    return Made("moebel_umsatz.csv", delimited(grid(columns), ";"), kinds, [table(columns)])


def alp_cheese(draw: Random) -> Made:
    """Swiss francs before, an apostrophe between thousands, bars between cells."""
    count = 28
    write = figure(2, "'", ".")
    columns = [
        text("Alp", picks(draw, count, ["Engstlen", "Gental", "Axalp", "Grosse Scheidegg"])),
        number("Laibe", amounts(draw, count, 12, 300, 0)),
        number("Erlös", amounts(draw, count, 900, 31000, 2), lambda v: f"CHF {write(v)}"),
    ]
    content = delimited(grid(columns), "|")
    return Made("alp_cheese.csv", content, ("currency", "thousands", "delimiter"), [table(columns)])


def sari_orders(draw: Random) -> Made:
    """Rupees: behind the thousands, figures are grouped by two."""
    count = 30
    columns = [
        text("order", [f"SO/{2400 + n}" for n in range(count)]),
        text("weave", picks(draw, count, "Kanchi Banarasi Chanderi Patola")),
        number("value", amounts(draw, count, 4000, 900000, 2), lakh),
        number("advance", amounts(draw, count, 100, 90000, 2), lakh),
    ]
    return Made("sari_orders.csv", delimited(grid(columns)), ("currency", "thousands"), [table(columns)])


def pompe_debits(draw: Random) -> Made:
    """French: narrow spaces between thousands, per cent behind."""
    count = 32
    share = amounts(draw, count, 0.5, 99, 1)
    fraction = reading("number", [value / 100 for value in share])
    columns = [
        text("Station", [f"Pompe {n}" for n in range(1, count + 1)]),
        number("Débit (m³)", amounts(draw, count, 800, 98000, 1), figure(1, NARROW, ",")),
        number("Taux", share, lambda v: f"{v:.1f}".replace(".", ",") + f"{HARD}%", other=[fraction]),
        day("Relevé", days(draw, count, date(2024, 1, 15), 200), lambda d: d.strftime("%d/%m/%Y")),
    ]
    kinds = ("percent", "thousands", "decimal_comma", "day_first", "unit_in_header", "delimiter", "byte_order_mark")
    return Made("pompe_debits.csv", delimited(grid(columns), ";", "utf-8-sig"), kinds, [table(columns)])


def wool_clip(draw: Random) -> Made:
    """Units in the cells, others in the header; changes with their plus."""
    count = 38
    change = [round(draw.uniform(-9, 9), 1) or 0.4 for _ in range(count)]
    fraction = reading("number", [value / 100 for value in change])
    columns = [
        text("flock", [f"F{n}" for n in range(1, count + 1)]),
        number("clip", amounts(draw, count, 18, 950, 1), lambda v: f"{v} kg"),
        number("staple length [mm]", amounts(draw, count, 60, 120, 0)),
        number("against last year", change, lambda v: f"{v:+.1f}%", other=[fraction]),
        number(
            "price", amounts(draw, count, 0.8, 3.4, 2), lambda v: f"£{v:.2f}", marks=spread(draw, count, ["n/a"] * 3)
        ),
    ]
    kinds = ("unit_in_cell", "unit_in_header", "percent", "currency", "marks")
    return Made("wool_clip.csv", delimited(grid(columns)), kinds, [table(columns)])


def auction_lots(draw: Random) -> Made:
    """A typed file whose sums are text all the same."""
    count = 44
    columns = [
        number("lot", list(range(1, count + 1)), lambda v: v),
        text("sort", picks(draw, count, "clock stamp map print coin")),
        number("estimate", amounts(draw, count, 400, 26000, 2), figure(2), also=["estimate*"]),
        number(
            "hammer", amounts(draw, count, 400, 30000, 0), lambda v: f"{v:,}", odd=dict.fromkeys((3, 17, 30), "unsold")
        ),
        day("sold on", days(draw, count, date(2024, 5, 1), 30), lambda d: d),
    ]
    written = io.BytesIO()
    pq.write_table(pa.table({c.name: c.shown for c in columns}), written)
    kinds = ("thousands", "text_in_typed_file", "odd_cell")
    return Made("auction_lots.parquet", written.getvalue(), kinds, [table(columns)])


RECIPES = (
    florist_book,
    spare_parts,
    moebel_umsatz,
    alp_cheese,
    sari_orders,
    pompe_debits,
    wool_clip,
    auction_lots,
)
