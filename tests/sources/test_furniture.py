"""Rows that are no data, and cells with more than a number in them: what a question sees of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from groundplan.sources.dates import date_format
from groundplan.sources.opened import Tables, open_sources

pytestmark = [
    # ibis 12 calls what DuckDB 2.0 has renamed, and pandas 3 has given up
    pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:The 'future.infer_string' option:DeprecationWarning"),
]
Read = Callable[[str], Tables]
MEDALS = "Nation,Gold,Silver\nPeru,3,1\nChad,1,4\nFiji,0,2\n"


@pytest.fixture
def read(tmp_path: Path) -> Iterator[Read]:
    """Opens a CSV of that text, and closes it after the test."""
    found: list[Tables] = []

    def open_(text: str) -> Tables:
        path = tmp_path / f"table{len(found)}.csv"
        path.write_text(text, "utf-8")
        found.append(open_sources((str(path),), tmp_path / "cache"))
        return found[-1]

    yield open_
    for one in found:
        one.close()


def first(tables: Tables) -> list[object]:
    rows = tables.get(tables.model[0].name).arrow().to_pylist()
    return [next(iter(row.values())) for row in rows]


def types(tables: Tables) -> dict[str, tuple[str, str]]:
    return {column.name: (column.type, column.role) for column in tables.model[0].columns}


@pytest.mark.parametrize("label", ["Total", "TOTALS", "Grand total", "Career", "Итого", "Total:"])
def test_a_last_row_that_adds_up_is_left_out_and_told(read: Read, label: str) -> None:
    tables = read(f"{MEDALS}{label},4,7\n")
    assert first(tables) == ["Peru", "Chad", "Fiji"]
    assert any(repr(label) in note and "left out" in note for note in tables.notes)


def test_the_label_may_be_spread_and_sums_written_for_people(read: Read) -> None:
    tables = read('Year,Team,Fans\n2001,A,"1,200"\n2002,B,"2,300"\n2003,C,"4,000"\nTotal,Total,"7,500"\n')
    assert types(tables) == {
        "Year": ("integer", "temporal"),
        "Team": ("text", "categorical"),
        "Fans": ("number", "numeric"),
    }
    assert first(tables) == [2001, 2002, 2003]


@pytest.mark.parametrize(
    "last",
    ["Total,9,9", "Tonga,4,7", "Total,,", "Totally Spies,4,7"],
    ids=["does not add up", "another name", "no figure", "a longer name"],
)
def test_a_row_that_may_be_data_stays(read: Read, last: str) -> None:
    assert len(first(read(f"{MEDALS}{last}\n"))) == 4


def test_a_row_of_sums_is_left_out_wherever_it_stands(read: Read) -> None:
    tables = read("Nation,Gold\nPeru,3\nChad,1\nTotal,4\nFiji,8\nGuam,2\nTotal,10\nGrand total,14\n")
    assert first(tables) == ["Peru", "Chad", "Fiji", "Guam"]
    assert any("3 rows, such as 'Total', sum up others and are left out" in note for note in tables.notes)


def test_total_as_a_label_among_others_is_left_out_where_the_others_add_up_to_it(read: Read) -> None:
    rows = "".join(
        f"{year},{sex},{n}\n" for year in (2020, 2021, 2022) for sex, n in (("Men", 40), ("Women", 2), ("Total", 42))
    )
    assert len(first(read(f"Year,Sex,People\n{rows}"))) == 6


def test_a_header_said_again_is_left_out(read: Read) -> None:
    tables = read("Name,Score\nAnn,3\nBob,4\nName,Score\nCid,5\n")
    assert first(tables) == ["Ann", "Bob", "Cid"]
    assert types(tables)["Score"] == ("integer", "numeric")
    assert any("1 row that repeat" in note for note in tables.notes)


def test_footnotes_minus_signs_and_about_are_read_as_numbers(read: Read) -> None:
    tables = read('who,year built,change,fans\na,ca. 1920,\u22125.5,"1,200[3]"\nb,1958*,3,5 \u2020\nc,1890,+1,2\n')
    found = types(tables)
    assert found["year built"] == ("integer", "temporal")
    assert (found["change"], found["fans"]) == (("number", "numeric"), ("number", "numeric"))
    rows = tables.get(tables.model[0].name).arrow().to_pylist()
    assert rows[0] == {"who": "a", "year built": 1920, "change": -5.5, "fans": 1200}
    assert any("ca. 1920" in note for note in tables.notes)


def test_marks_for_nothing_are_missing_numbers(read: Read) -> None:
    assert types(read("who,votes\na,12\nb,\u2014\u2014\nc,TBA\nd,7\n"))["votes"] == ("integer", "numeric")


def test_dates_are_dates_beside_marks_for_nothing() -> None:
    assert date_format(["5 May 2001", "\u2014", "7 June 2002", "n/a"]) == "%d %B %Y"
    assert date_format(["\u2014", "n/a"]) is None
