"""Several tables in one place are several tables; files and sheets of one shape are one."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import pytest

from files_seen import Look, Seen, seen_at
from workbooks import workbook

LEFT = [("region", "sales"), ("North", "1"), ("South", "2"), ("West", "3"), ("East", "4")]
RIGHT = [("city", "stock", "room"), ("Oslo", "5", "10"), ("Rome", "6", "11"), ("Bonn", "7", "12")]


def beside(left: list[tuple[str, ...]], right: list[tuple[str, ...]]) -> str:
    """Both with a blank column between, the shorter filled up with blank cells."""
    rows = []
    for at in range(max(len(left), len(right))):
        one = left[at] if at < len(left) else ("",) * len(left[0])
        other = right[at] if at < len(right) else ("",) * len(right[0])
        rows.append(",".join([*one, "", *other]))
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("rows", [5, 4, 3])
def test_tables_side_by_side_are_two(look: Look, rows: int) -> None:
    found = look("a.csv", beside(LEFT[:rows], RIGHT))
    assert found.types == {
        "a": {"region": "text", "sales": "integer"},
        "a_2": {"city": "text", "stock": "integer", "room": "integer"},
    }
    assert found.tables["a"] == [(name, int(sales)) for name, sales in LEFT[1:rows]]
    assert found.tables["a_2"] == [("Oslo", 5, 10), ("Rome", 6, 11), ("Bonn", 7, 12)]
    assert "a.csv: 2 tables stand side by side and are read each for itself" in found.notes


def test_each_has_its_own_title_and_its_own_sums(look: Look) -> None:
    left = [("Sold", ""), *LEFT[:4], ("Total", "6")]
    right = [("Kept", "", ""), *RIGHT, ("", "", ""), ("Total", "18", "33")]
    found = look("a.csv", beside(left, right))
    assert {name: len(rows) for name, rows in found.tables.items()} == {"Sold": 3, "Kept": 3}
    assert found.left_out["total"] == 2


@pytest.mark.parametrize(
    "right",
    [
        [("units", "price"), ("3", "5"), ("4", "6"), ("5", "7")],
        [("buyer", "city"), ("Ann", "Oslo"), ("Bob", "Rome"), ("Cid", "Bonn")],
        [("remark",), ("late",), ("",), ("new",)],
        [("city", "stock"), ("Oslo", "5"), ("Oslo", "6"), ("Rome", "7")],
    ],
    ids=["figures alone", "no figures", "one column", "labels that come again"],
)
def test_a_blank_column_within_a_table_parts_nothing(look: Look, right: list[tuple[str, ...]]) -> None:
    found = look("a.csv", beside(LEFT[:4], right))
    assert list(found.columns) == ["region", "sales", *right[0]]
    assert len(found.rows) == 3


def test_tables_one_below_the_other_are_two(look: Look) -> None:
    text = "\n".join(map(",".join, LEFT)) + "\n\nStock\n" + "\n".join(map(",".join, RIGHT)) + "\n"
    found = look("a.csv", text)
    assert {name: len(rows) for name, rows in found.tables.items()} == {"a": 4, "Stock": 3}


def test_a_blank_row_within_a_table_parts_nothing(look: Look) -> None:
    rows = list(map(",".join, LEFT))
    found = look("a.csv", "\n".join([*rows[:3], "", *rows[3:]]) + "\n")
    assert found.rows == [("North", 1), ("South", 2), ("West", 3), ("East", 4)]


# ------------------------------------------------------------------ workbooks


def book(folder: Path, **sheets: list[list[object]]) -> Seen:
    return seen_at(workbook(folder / "book.xlsx", sheets), folder / "cache")


def test_tables_of_a_sheet_are_found_with_their_titles(tmp_path: Path) -> None:
    found = book(
        tmp_path,
        Plan=[
            ["Sold", None, None, "Kept", None],
            ["region", "sales", None, "city", "stock"],
            ["North", 1, None, "Oslo", 5],
            ["South", 2, None, "Rome", 6],
            ["West", 3, None, None, None],
        ],
    )
    assert {name: len(rows) for name, rows in found.tables.items()} == {"Sold": 3, "Kept": 2}


def test_days_moments_and_truth_values_of_a_sheet(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["who", "day", "at", "ok"],
        ["A", date(2024, 1, 5), datetime(2024, 1, 5, 10, 30), True],
        ["B", date(2024, 1, 6), datetime(2024, 1, 6, 11, 0), False],
    ]
    found = book(tmp_path, One=rows)
    assert found.columns == {"who": "text", "day": "date", "at": "datetime", "ok": "boolean"}
    assert found.rows[0] == ("A", date(2024, 1, 5), datetime(2024, 1, 5, 10, 30), True)


def test_a_mark_among_moments_of_a_sheet_costs_no_time_of_day(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["who", "at"],
        ["A", datetime(2024, 1, 5, 10, 30)],
        ["B", date(2024, 1, 6)],
        ["C", "n/a"],
    ]
    found = book(tmp_path, One=rows)
    assert found.column("at") == [datetime(2024, 1, 5, 10, 30), datetime(2024, 1, 6), None]
    assert found.notes == ("book.xlsx: 1 cell of 'at' without a value, such as 'n/a', counted as missing",)


def test_marks_among_the_figures_of_a_sheet_are_told(tmp_path: Path) -> None:
    found = book(tmp_path, One=[["who", "what"], ["A", 1], ["B", "#REF!"], ["C", 2.5], ["D", "n/a"]])
    assert found.column("what") == [1, None, 2.5, None]
    assert "2 cells of 'what' without a value" in found.notes[0]


def test_digits_that_are_text_in_a_sheet_stay_text(tmp_path: Path) -> None:
    found = book(tmp_path, One=[["who", "article"], ["A", "007"], ["B", "012"]])
    assert found.column("article") == ["007", "012"]


def test_sheets_of_one_shape_are_one_table_and_a_sheet_without_one_is_told(tmp_path: Path) -> None:
    months = {month: [["shop", "sold"], ["A", n], ["B", n + 1]] for n, month in enumerate(("Jan", "Feb", "Mar"))}
    found = book(tmp_path, **months, Remarks=[["ask Ann about May"]])
    assert found.tables == {
        "book": [(month, shop, n + k) for n, month in enumerate(months) for k, shop in enumerate("AB")]
    }
    assert list(found.columns) == ["sheet", "shop", "sold"]
    assert found.notes == (
        "book.xlsx: sheet 'Remarks' holds no table and was not read",
        "3 sheets of one shape, book.xlsx, are one table 'book'; 'sheet' names the sheet of a row",
    )


def test_sheets_of_other_shapes_are_tables_of_their_own(tmp_path: Path) -> None:
    found = book(
        tmp_path,
        Orders=[["order", "shop", "sum"], [1, "A", 5], [2, "B", 6]],
        Shops=[["shop", "city"], ["A", "Oslo"], ["B", "Rome"]],
    )
    assert list(found.tables) == ["Orders", "Shops"]


# ------------------------------------------------------------------ files


def test_files_of_one_shape_are_one_table(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    for n, name in enumerate(["sales_2023.csv", "sales_2024.csv"]):
        (folder / name).write_text(f"shop,sold,cost\nA,{n},1.5\nB,{n + 1},2.5\nTotal,{2 * n + 1},4.0\n", "utf-8")
    found = seen_at(folder, tmp_path / "cache")
    assert found.tables["sales"] == [
        (f"sales_{2023 + n}", shop, n + k, 1.5 + k) for n in range(2) for k, shop in enumerate("AB")
    ]
    assert any(
        "2 files of one shape, sales_2023.csv to sales_2024.csv, are one table 'sales'" in note for note in found.notes
    )


def test_lookups_of_one_shape_are_not(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    for name in ("colours", "sizes"):
        (folder / f"{name}.csv").write_text("id,name\n1,a\n2,b\n", "utf-8")
    assert set(seen_at(folder, tmp_path / "cache").tables) == {"colours", "sizes"}
