"""A bakery's deliveries: drivers, shops, rounds. Small, with blanks, an orphan and a shop nobody delivers to."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from groundplan.language.labels import labels
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Sayable
from groundplan.reading.embedded.question_words import link
from groundplan.sources.opened import Tables, open_sources

TODAY = date(2026, 3, 1)
FILES = {
    "drivers.csv": """driver_id,name,hired_on,left_on
1,Ada Moss,2019-04-01,
2,Ben Hale,2020-06-15,2025-02-01
3,Cem Oz,2021-01-10,
4,Dora Finch,2023-09-01,
""",
    "shops.csv": """shop_id,shop_name,district,floor_area_m2,card_payment,phone
10,Corner Bread,North,40,yes,555-1001
11,Mill Lane Cafe,South,85,no,
12,Station Kiosk,North,12,yes,555-1003
13,Harbour Deli,East,60,yes,
14,Old Town Bakery,South,120,no,555-1005
15,Park Pavilion,East,33,no,555-1006
""",
    "deliveries.csv": """delivery_id,driver_id,shop_id,delivered_at,loaves,bread_type,amount_eur
"""
    + "\n".join(
        f"{n},{1 + n % 3},{10 + n % 5},2025-{1 + n % 6:02d}-{1 + n % 28:02d}T0{5 + n % 4}:30,{20 + 3 * (n % 11)},"
        f"{('rye', 'spelt', 'white')[n % 3]},{40 + 2.5 * (n % 17):.2f}"
        for n in range(1, 91)
    )
    + "\n",
}


def opened(folder: Path) -> Tables:
    """The files written and opened."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return open_sources(tuple(str(folder / name) for name in FILES), folder / "cache")


def sayable(source: Tables) -> Sayable:
    """What questions may say of them."""
    own = [table for table in source.model if not table.stands_for]
    few = {(table.name, column.name): column.values for table in own for column in table.columns if column.values}
    return Sayable(
        Scope(source.understood), labels(), TODAY, lambda text: [*link(text, own), *source.values_in(text)], few
    )
