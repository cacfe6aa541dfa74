"""What stands around the rows of a table names it, its columns and their units, and is never read as a row."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from files_seen import Look


@dataclass(frozen=True)
class Case:
    text: str
    columns: list[str]
    first: tuple[object, ...]
    rows: int
    title: str = ""
    left_out: dict[str, int] = field(default_factory=dict)
    note: str = ""


BODY = "North,10,1.5\nSouth,20,2.5\nWest,5,0.5\n"
NAMED = ["region", "sales", "price"]
FIRST = ("North", 10, 1.5)

CASES = {
    "a title and a line of when": Case(
        f"Sales of the year\nprinted 2024-02-01\n\nregion,sales,price\n{BODY}",
        NAMED, FIRST, 3, "Sales of the year", {"row above the header": 3}, "the first 3 lines stand above the header",
    ),
    "remarks of a program": Case(
        f"# made by a till\n# v2\nregion,sales,price\n{BODY}", NAMED, FIRST, 3, "made by a till",
        {"row above the header": 2}, "the first 2 lines stand above",
    ),
    "a title cut as a row": Case(
        f"Sales,,\nregion,sales,price\n{BODY}", NAMED, FIRST, 3, "Sales", {"row above the header": 1}, "the first line",
    ),
    "blank lines alone are no loss": Case(f"\n\n,,\nregion,sales,price\n{BODY}", NAMED, FIRST, 3),
    "a blank first column": Case(
        ",region,sales,price\n,North,10,1.5\n,South,20,2.5\n,West,5,0.5\n", NAMED, FIRST, 3
    ),
    "a blank column between": Case(
        "region,sales,,price\nNorth,10,,1.5\nSouth,20,,2.5\nWest,5,,0.5\n", NAMED, FIRST, 3
    ),
    "a row of units": Case(
        f"region,sales,price\n,kg,EUR\n{BODY}", NAMED, FIRST, 3, "", {"row of units": 1}, "1 row of units left out"
    ),
    "a row of units that says so": Case(
        f"region,sales,price\nunit,kg,EUR\n{BODY}", NAMED, FIRST, 3, "", {"row of units": 1}, "1 row of units left out"
    ),
    "groups of columns": Case(
        ",2023,,2024,\nregion,units,price,units,price\nNorth,1,2.5,3,4.5\nSouth,2,3.5,4,5.5\nWest,3,1.5,4,2.5\n",
        ["region", "2023 units", "2023 price", "2024 units", "2024 price"], ("North", 1, 2.5, 3, 4.5), 3,
    ),
    "years below names said again": Case(
        "region,sales,sales\n,2023,2024\nNorth,1,3\nSouth,2,4\nWest,3,4\n",
        ["region", "sales 2023", "sales 2024"], ("North", 1, 3), 3,
    ),
    "years below a name said once": Case(
        "region,sales,\n,2023,2024\nNorth,1,3\nSouth,2,4\nWest,3,4\n",
        ["region", "sales 2023", "sales 2024"], ("North", 1, 3), 3,
    ),
    "years that are data stay rows": Case(
        "team,from,to\nReds,2001,2004\nBlues,2003,2009\nGreens,1999,2002\n", ["team", "from", "to"],
        ("Reds", 2001, 2004), 3,
    ),
    "names said twice and not at all": Case(
        "region,sales,sales,\nNorth,10,1.5,x\nSouth,20,2.5,y\n", ["region", "sales", "sales_2", "column_4"],
        ("North", 10, 1.5, "x"), 2, "", {}, "are called sales_2, column_4",
    ),
    "an index without a name": Case(
        "name,score\n1,Ann,5\n2,Bob,6\n3,Cid,7\n", ["column_1", "name", "score"], (1, "Ann", 5), 3, "", {}, "column_1"
    ),
    "no header": Case(
        "North,10,1.5\nSouth,20,2.5\nWest,5,0.5\n", ["column_1", "column_2", "column_3"], FIRST, 3, "", {}, "no header"
    ),
    "footnotes": Case(
        f"region,sales,price\n{BODY}\n* in thousands\nSource: our books\n", NAMED, FIRST, 3, "", {"footnote": 2},
        "2 footnotes left out",
    ),
    "an end that says so": Case(
        f"region,sales,price\n{BODY}END OF FILE\n", NAMED, FIRST, 3, "", {"footnote": 1}, "1 footnote left out"
    ),
    "a header said again": Case(
        f"region,sales,price\n{BODY}region,sales,price\nEast,1,1.5\n", NAMED, FIRST, 4, "", {"repeated header": 1},
        "1 row that repeat the header left out",
    ),
    "labels that stand once": Case(
        "region,city,sales\nNorth,Oslo,1\n,Bergen,2\n,Bodo,3\nSouth,Rome,4\n,Bari,5\n", ["region", "city", "sales"],
        ("North", "Oslo", 1), 5, "", {}, "stand once for the rows below them and were filled in",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_stands_around_a_table(look: Look, name: str) -> None:
    case = CASES[name]
    found = look("a.csv", case.text)
    assert list(found.columns) == case.columns
    assert (found.rows[0], len(found.rows)) == (case.first, case.rows)
    assert found.left_out == case.left_out
    assert found.model.datasets[0].description == case.title
    assert any(case.note in note for note in found.notes) if case.note else found.notes == ()


def test_labels_are_filled_in_down_the_rows(look: Look) -> None:
    found = look("a.csv", CASES["labels that stand once"].text)
    assert found.column("region") == ["North", "North", "North", "South", "South"]


def test_a_first_row_that_holds_a_unit_for_a_figure_is_no_row_of_units(look: Look) -> None:
    found = look("a.csv", "who,rain\np0,T\n" + "".join(f"p{n},{n}\n" for n in range(1, 20)))
    assert found.rows[0] == ("p0", None) and len(found.rows) == 20
    assert found.left_out == {}


def test_units_of_a_row_belong_to_their_columns(look: Look) -> None:
    found = look("a.csv", CASES["a row of units"].text)
    units = {field.name: field.unit for field in found.model.datasets[0].fields}
    assert units == {"region": "", "sales": "kg", "price": "EUR"}
