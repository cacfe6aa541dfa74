"""Small sources with a model file beside them."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from groundplan.contracts.source_model import SourceModel
from groundplan.sources.model.model_file import read_model
from groundplan.sources.model.ossie import in_yaml, written
from groundplan.sources.opened import Tables, open_sources

COLOURS = ("red", "blue", "green", "grey", "white")
ORDERS = "order,buyer,amount,level,status\n" + "".join(
    f"{n},{1 + n * 7 % 9},{n * 13.5 + 0.25},{1 + n % 5},{'paid' if n % 3 else 'open'}\n" for n in range(1, 41)
)
PEOPLE = "number,label,since\n" + "".join(f"{n},Person {chr(64 + n)},2020-0{n}-01\n" for n in range(1, 10))
RELATION = """
relationships:
  - {name: buyer, from: orders, to: people, from_columns: [buyer], to_columns: [number]}
"""


def opened(folder: Path, *names: str, **files: str) -> Tables:
    """The source, opened and given back; what it knows stays."""
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    tables = open_sources(tuple(str(folder / name) for name in names) or (str(folder),), folder / ".cache")
    tables.close()
    return tables


def said(folder: Path, text: str, *names: str) -> Tables:
    (folder / "groundplan.yaml").write_text(text, "utf-8")
    return opened(folder, *names, orders=ORDERS, people=PEOPLE)


def again(model: SourceModel) -> SourceModel:
    return read_model(in_yaml(written(model, "shop")), "shop.yaml")


def staff(count: int = 30) -> str:
    """People with a code, a last day, a salary with blanks and an odd cell, and a list."""
    rows = [
        f"{n},Name {chr(65 + n % 26)}{n},{1 + n % 2},{'low' if n % 3 else 'high'},"
        f"{dt.date(2020, 1, 1) + dt.timedelta(days=9 * n)},{dt.date(2024, 1, n) if n % 5 == 1 else ''},"
        f"{'n/a' if n == 7 else 1000 + 37 * n},{'; '.join(COLOURS[(n + k) % 5] for k in range(1 + n % 3))}"
        for n in range(1, count + 1)
    ]
    return "emp_id,name,gender,level,hired,left_on,salary,colours\n" + "\n".join(rows) + "\n"
