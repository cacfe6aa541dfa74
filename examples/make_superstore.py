"""Writes a small shop as a Tableau data source: the same bytes on every machine."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from xml.sax.saxutils import quoteattr

SEED = 210
LINES = 600
PLACES = {
    "Phoenix": ("Arizona", "85001", "West"), "Tucson": ("Arizona", "85701", "West"),
    "Mobile": ("Alabama", "36601", "South"), "Oakland": ("California", "94601", "West"),
    "San Diego": ("California", "92101", "West"), "Denver": ("Colorado", "80201", "West"),
    "Tampa": ("Florida", "33601", "South"), "Atlanta": ("Georgia", "30301", "South"),
    "Peoria": ("Illinois", "61601", "Central"), "Boston": ("Massachusetts", "02108", "East"),
    "Newark": ("New Jersey", "07101", "East"), "Buffalo": ("New York", "14201", "East"),
    "Columbus": ("Ohio", "43085", "East"), "Dallas": ("Texas", "75201", "Central"),
    "Houston": ("Texas", "77001", "Central"), "Seattle": ("Washington", "98101", "West"),
}  # fmt: skip
GOODS = {
    "Furniture": ("Bookcases", "Chairs", "Furnishings", "Tables"),
    "Office Supplies": ("Appliances", "Art", "Binders", "Paper", "Storage"),
    "Technology": ("Accessories", "Copiers", "Machines", "Phones"),
}
MAKERS = ("Almond", "Birch", "Cobalt", "Delta")
MODES = {
    "Standard Class": (0.6, 4, 7),
    "Second Class": (0.8, 2, 5),
    "First Class": (0.95, 1, 3),
    "Same Day": (1.0, 0, 0),
}
"""Each with the share of orders up to and with it, and how many days it takes."""
SEGMENTS = ("Consumer", "Consumer", "Corporate", "Home Office")
FIRST, LAST = (
    ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal"],
    ["Archer", "Bell", "Cole", "Dunn", "Ellis", "Ford"],
)
PEOPLE = (
    ("West", "Ida Moss"),
    ("East", "Jon Park"),
    ("Central", "Kim Reyes"),
    ("South", "Lou Stone"),
    ("North", "Mia Todd"),
)
COLUMNS = {
    "Row ID": "integer", "Order ID": "string", "Order Date": "date", "Ship Date": "date", "Ship Mode": "string",
    "Customer ID": "string", "Customer Name": "string", "Segment": "string", "Country/Region": "string",
    "City": "string", "State/Province": "string", "Postal Code": "string", "Region": "string", "Product ID": "string",
    "Category": "string", "Sub-Category": "string", "Product Name": "string", "Sales": "real", "Quantity": "integer",
    "Discount": "real", "Profit": "real",
}  # fmt: skip
MEASURES = {"Sales": "Sum", "Quantity": "Sum", "Discount": "Avg", "Profit": "Sum"}


def orders(chance: Random) -> Iterator[Sequence[object]]:
    """Lines of orders over four years; one customer and one day an order, one to four lines each."""
    number, line = 0, 0
    while line < LINES:
        number += 1
        day = date(2021, 1, 2) + timedelta(days=int(1450 * chance.random()))
        share = chance.random()
        mode = next(name for name, (upto, _, _) in MODES.items() if share <= upto)
        _, least, most = MODES[mode]
        shipped = day + timedelta(days=least + int((most - least + 1) * chance.random()))
        customer = int(48 * chance.random())
        city = _pick(chance, list(PLACES))
        for _ in range(min(1 + int(3.4 * chance.random()), LINES - line)):
            line += 1
            yield (line, f"US-{day.year}-{100000 + number}", day, shipped, mode, *_customer(customer), *_place(city),
                   *_product(chance))  # fmt: skip


def _customer(number: int) -> tuple[str, str, str]:
    first, last = FIRST[number % 8], LAST[number // 8]
    return f"{first[0]}{last[0]}-{10000 + number}", f"{first} {last}", SEGMENTS[number % 4]


def _place(city: str) -> tuple[str, str, str, str | None, str]:
    state, code, region = PLACES[city]
    return "United States", city, state, code, region


def _product(chance: Random) -> tuple[object, ...]:
    category = _pick(chance, list(GOODS))
    kind = _pick(chance, GOODS[category])
    number = int(16 * chance.random())
    name = f"{MAKERS[number % 4]} {kind} {number:02d}"
    sales = round(8 * 2 ** (11 * chance.random()), 2)
    discount: object = _pick(chance, (0, 0, 0.1, 0.2, 0.45)) if chance.random() < 0.95 else ""
    margin = 0.32 * (0.4 + chance.random()) - (float(discount) if discount else 0.0)  # type: ignore[arg-type]
    quantity = 1 + int(9 * chance.random())
    code = f"{category[:3].upper()}-{kind[:2].upper()}-{1000 + number}"
    return code, category, kind, name, sales, quantity, discount, round(sales * margin, 2)


def returns(lines: Iterable[Sequence[object]], chance: Random) -> list[tuple[object, str]]:
    """Every ninth order or so came back."""
    return [(one, "Yes") for one in dict.fromkeys(line[1] for line in lines) if chance.random() < 0.11]


def write(folder: Path) -> None:
    """Writes the three files and the data source over them."""
    folder = folder / "superstore"
    folder.mkdir(parents=True, exist_ok=True)
    lines = list(orders(Random(SEED)))
    _write(folder / "orders.csv", list(COLUMNS), lines)
    _write(folder / "people.csv", ["Region", "Regional Manager"], PEOPLE)
    _write(folder / "returns.csv", ["Order ID", "Returned"], returns(lines, Random(SEED + 1)))
    (folder / "superstore.tds").write_text("\n".join(source(lines)) + "\n", "utf-8", newline="\n")


def _write(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def _pick(chance: Random, choices: Sequence) -> object:  # type: ignore[type-arg]
    return choices[int(chance.random() * len(choices))]


# ------------------------------------------------------------------ the data source


def source(lines: Sequence[Sequence[object]]) -> Iterator[str]:
    """The .tds: what the columns are called and are, calculations, parameters, a bin, a group, two relationships."""
    yield "<?xml version='1.0' encoding='utf-8' ?>"
    yield "<datasource formatted-name='Superstore Datasource' inline='true' version='18.1'>"
    yield "  <connection class='federated'><named-connections>"
    for name in ("orders", "people", "returns"):
        yield (f"    <named-connection caption='{name}' name='textscan.{name}'><connection class='textscan' "
               f"directory='.' filename='{name}.csv' /></named-connection>")  # fmt: skip
    yield "  </named-connections><metadata-records>"
    for name, type in COLUMNS.items():
        yield _record(name, name, type, "Orders")
    yield _record("Region", "Region (People)", "string", "People")
    yield _record("Regional Manager", "Regional Manager", "string", "People")
    yield _record("Order ID", "Order ID (Returns)", "string", "Returns")
    yield _record("Returned", "Returned", "string", "Returns")
    yield "  </metadata-records></connection>"
    yield "  <aliases enabled='yes' />"
    yield from _columns(lines)
    yield "  <drill-paths>"
    for name, fields in (("Location", ("Region", "State/Province", "City")), ("Product", ("Category", "Sub-Category"))):
        yield f"    <drill-path name='{name}'>{''.join(f'<field>[{one}]</field>' for one in fields)}</drill-path>"
    yield "  </drill-paths>"
    yield "  <date-options fiscal-year-start='january' start-of-week='sunday' />"
    yield "  <datasource-dependencies datasource='Parameters'>"
    for number, caption, value, low, high, step in (
        (1, "Top Customers", 5, 5, 20, 5), (2, "Profit Bin Size", 200, 50, 200, 50),
        (3, "Large Order", 1000, 100, 5000, 100),
    ):  # fmt: skip
        yield (f"    <column caption='{caption}' datatype='integer' name='[Parameter {number}]' "
               f"param-domain-type='range' role='measure' type='quantitative' value='{value}'>"
               f"<calculation class='tableau' formula='{value}' />"
               f"<range granularity='{step}' max='{high}' min='{low}' /></column>")  # fmt: skip
    yield "  </datasource-dependencies>"
    yield "  <object-graph><objects>"
    for caption, file in (("Orders", "orders"), ("People", "people"), ("Returns", "returns")):
        yield (f"    <object caption='{caption}' id='{caption}_1'><properties context=''><relation "
               f"connection='textscan.{file}' name='{file}.csv' table='[{file}#csv]' type='table' />"
               "</properties></object>")  # fmt: skip
    yield "  </objects><relationships>"
    for left, right, table in (("Region", "Region (People)", "People"), ("Order ID", "Order ID (Returns)", "Returns")):
        yield (f"    <relationship><expression op='='><expression op='[{left}]' />"
               f"<expression op='[{right}]' /></expression>"
               f"<first-end-point object-id='Orders_1' /><second-end-point object-id='{table}_1' unique-key='true' />"
               "</relationship>")  # fmt: skip
    yield "  </relationships></object-graph>"
    yield "</datasource>"


def _record(remote: str, local: str, type: str, table: str) -> str:
    return (f"    <metadata-record class='column'><remote-name>{remote}</remote-name><local-name>[{local}]</local-name>"
            f"<parent-name>[{table.lower()}.csv]</parent-name><local-type>{type}</local-type>"
            f"<object-id>[{table}_1]</object-id></metadata-record>")  # fmt: skip


def _columns(lines: Sequence[Sequence[object]]) -> Iterator[str]:
    for name, how in MEASURES.items():
        yield (f"  <column aggregation='{how}' datatype='{COLUMNS[name]}' name='[{name}]' role='measure' "
               "type='quantitative' />")  # fmt: skip
    for name in ("Row ID", "Region (People)", "Order ID (Returns)"):
        type = COLUMNS.get(name, "string")
        yield f"  <column datatype='{type}' hidden='true' name='[{name}]' role='dimension' type='nominal' />"
    yield ("  <column datatype='string' name='[Returned]' role='dimension' type='nominal'><aliases>"
           "<alias key='&quot;Yes&quot;' value='Came back' /></aliases></column>")  # fmt: skip
    for number, (caption, formula, type, role) in enumerate(CALCULATIONS, 1):
        kind = "quantitative" if role == "measure" else "nominal"
        yield (f"  <column caption={quoteattr(caption)} datatype='{type}' name='[Calculation_{number}]' role='{role}' "
               f"type='{kind}'><calculation class='tableau' formula={quoteattr(formula)} /></column>")  # fmt: skip
    yield ("  <column caption='Profit (bin)' datatype='integer' name='[Profit (bin)]' role='dimension' type='ordinal'>"
           "<calculation class='bin' formula='[Profit]' peg='0' size-parameter='[Parameters].[Parameter 2]' />"
           "</column>")  # fmt: skip
    yield ("  <column caption='Manufacturer' datatype='string' name='[Product Name (group)]' role='dimension' "
           "type='nominal'>")  # fmt: skip
    yield "    <calculation class='categorical-bin' column='[Product Name]' new-bin='true'>"
    for maker in MAKERS[:3]:
        names = sorted({str(line[16]) for line in lines if str(line[16]).startswith(maker)})
        values = "".join(f"<value>&quot;{name}&quot;</value>" for name in names)
        yield f"      <bin default-name='false' value='&quot;{maker}&quot;'>{values}</bin>"
    yield "    </calculation></column>"
    for table in ("Orders", "People", "Returns"):
        yield (f"  <column caption='{table}' datatype='table' name='[__tableau_internal_object_id__].[{table}_1]' "
               "role='measure' type='quantitative' />")  # fmt: skip


CALCULATIONS = (
    ("Profit Ratio", "SUM([Profit])/SUM([Sales])", "real", "measure"),
    ("Days to Ship", "DATEDIFF('day', [Order Date], [Ship Date])", "integer", "measure"),
    ("Order Size", 'IF [Sales] >= [Parameters].[Parameter 3] THEN "Large" ELSE "Small" END', "string", "dimension"),
    ("Sales per Customer", "{ FIXED [Customer Name] : SUM([Sales]) }", "real", "measure"),
    ("Running Sales", "RUNNING_SUM(SUM([Sales]))", "real", "measure"),
)

if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
