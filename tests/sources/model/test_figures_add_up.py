"""How figures come together: sums of amounts, means of rates and scores, the last of a level; and what a sign says."""

from __future__ import annotations

from pathlib import Path

import pytest

from files_seen import seen
from groundplan.contracts.source_model import Field


def field(folder: Path, name: str, cells: list[object], beside: str = "who") -> Field:
    rows = "".join(f"{beside}{n},{cell}\n" for n, cell in enumerate(cells))
    (dataset,) = seen(folder, "rows.csv", f"{beside},{name}\n{rows}").model.datasets
    return dataset.fields[1]


@pytest.mark.parametrize(
    ("name", "cells", "way"),
    [
        ("amount", [10.5, 20.25, 7.75], "sum"),
        ("units sold", [3, 14, 25], "sum"),
        ("price", [1.5, 2.25, 7.75], "average"),
        ("conversion rate", [12.5, 20.1, 7.75], "average"),
        ("share", ["12%", "20%", "7%"], "average"),
        ("fraction", [0.125, 0.2, 0.775], "average"),
        ("temperature", [21.5, 20.25, 17.75], "average"),
        ("speed (km/h)", [21.5, 20.25, 17.75], "average"),
        ("average order", [21.5, 20.25, 17.75], "average"),
        ("total price", [21.5, 20.25, 17.75], "sum"),
        ("rating count", [21, 20, 17], "sum"),
        ("How likely are you to come again?", [8, 9, 10], "average"),
        ("stock", [210, 205, 170], "last"),
        ("latitude", [21.5, 20.25, 17.75], "average"),
        ("city", ["Oslo", "Rome", "Bonn"], None),
    ],
)
def test_by_name_unit_and_bounds(tmp_path: Path, name: str, cells: list[object], way: str | None) -> None:
    assert field(tmp_path, name, cells).adds_up == way


@pytest.mark.parametrize("down", [True, False], ids=["oldest first", "latest first"])
def test_what_moves_by_another_column_is_a_level_and_that_one_has_sides(tmp_path: Path, down: bool) -> None:
    amounts = [(n * 37 % 100 - 50) * 1.25 or 5.0 for n in range(40)]
    left, rows = 1000.0, []
    for n, amount in enumerate(amounts):
        left += amount
        rows.append(f"2024-01-{1 + n % 28:02},shop {n % 7},{amount},{left}")
    text = "\n".join(["day,text,moved,left over", *(rows if down else rows[::-1])]) + "\n"
    (dataset,) = seen(tmp_path, "account.csv", text).model.datasets
    assert {one.name: one.adds_up for one in dataset.fields if one.adds_up} == {"moved": "sum", "left over": "last"}
    assert [one.name for one in dataset.fields if one.signed] == ["moved"]


def test_a_running_number_that_no_column_moves_is_added(tmp_path: Path) -> None:
    rows = "".join(f"S{n % 3},{n * 7 % 11 + 1},{n * n}\n" for n in range(40))
    (dataset,) = seen(tmp_path, "rows.csv", f"shop,sold,visits\n{rows}").model.datasets
    assert [one.adds_up for one in dataset.fields] == [None, "sum", "sum"]


@pytest.mark.parametrize(
    ("name", "cells", "signed"),
    [
        ("amount", [-10.5, 20.0, -3.0, 8.5], True),
        ("amount", [10.5, 20.0, 3.0, 8.5], False),
        ("profit", [-10.5, 20.0, -3.0, 8.5], False),
        ("temperature", [-10.5, 20.0, -3.0, 8.5], False),
    ],
)
def test_a_sign_says_in_and_out_of_what_people_pay(
    tmp_path: Path, name: str, cells: list[object], signed: bool
) -> None:
    assert field(tmp_path, name, cells).signed is signed


# ------------------------------------------------------------------ units


@pytest.mark.parametrize(
    ("name", "cells", "unit"),
    [
        ("weight (kg)", [1.5, 2.5, 7], "kg"),
        ("weight_kg", [1.5, 2.5, 7], "kg"),
        ("weight, kg", [1.5, 2.5, 7], "kg"),
        ("height in cm", [150, 170, 180], "cm"),
        ("price [EUR]", [1.5, 2.5, 7], "EUR"),
        ("cost (€)", [1.5, 2.5, 7], "€"),
        ("wind (m/s)", [1.5, 2.5, 7], "m/s"),
        ("kg per ha", [1.5, 2.5, 7], "kg/ha"),
        ("share_pct", [15, 25, 7], "%"),
        ("duration_min", [15, 25, 7], "min"),
        ("paid", ["$1.50", "$2.50", "$7.00"], "$"),
        ("min", [15, 25, 7], ""),
        ("logged_in", [15, 25, 7], ""),
        ("team (first)", [15, 25, 7], ""),
        ("sold", [15, 25, 7], ""),
    ],
)
def test_units_said_in_headers_and_cells(tmp_path: Path, name: str, cells: list[object], unit: str) -> None:
    rows = "".join(f"p{n}\t{cell}\n" for n, cell in enumerate(cells))
    (dataset,) = seen(tmp_path, "rows.tsv", f"who\t{name}\n{rows}").model.datasets
    assert dataset.fields[1].unit == unit


def test_one_currency_in_a_column_is_the_unit_of_money_alone(tmp_path: Path) -> None:
    text = "shop,price,sold,currency\nA,1.5,3,EUR\nB,2.5,4,EUR\nC,7.25,9,EUR\n"
    (dataset,) = seen(tmp_path, "rows.csv", text).model.datasets
    assert {one.name: one.unit for one in dataset.fields} == {"shop": "", "price": "EUR", "sold": "", "currency": ""}
