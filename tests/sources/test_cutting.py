"""Text is cut into the cells that were written, whatever stands between, around and in them, in any encoding."""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from files_seen import Look, seen

CUT = {
    "commas": ("name,note\nAnn,x\nBob,y\n", [("Ann", "x"), ("Bob", "y")]),
    "semicolons with commas in cells": ("name;note\nAnn;x, y\nBob;z\n", [("Ann", "x, y"), ("Bob", "z")]),
    "tabs": ("name\tnote\nAnn\tx, y; z\nBob\tz\n", [("Ann", "x, y; z"), ("Bob", "z")]),
    "bars": ("name|note\nAnn|x, y\nBob|z\n", [("Ann", "x, y"), ("Bob", "z")]),
    "colons": ("name:note\nAnn:x\nBob:y\n", [("Ann", "x"), ("Bob", "y")]),
    "tildes": ("name~note\nAnn~x\nBob~y\n", [("Ann", "x"), ("Bob", "y")]),
    "a first line that says so": ("sep=;\nname;note\nAnn;x,y\nBob;z,a\n", [("Ann", "x,y"), ("Bob", "z,a")]),
    "double quotes": ('name,note\n"Ann","x, ""y"""\nBob,z\n', [("Ann", 'x, "y"'), ("Bob", "z")]),
    "single quotes": ("name,note\n'Ann','x, y'\n'Bob','z'\n", [("Ann", "x, y"), ("Bob", "z")]),
    "apostrophes that are no quotes": ("name,note\nAnn,'tis\nBob,o'er\n", [("Ann", "'tis"), ("Bob", "o'er")]),
    "line breaks in cells": ('name,note\nAnn,"x\ny"\nBob,z\n', [("Ann", "x\ny"), ("Bob", "z")]),
    "space around cells": ("name , note\n Ann,  x \nBob ,y\n", [("Ann", "x"), ("Bob", "y")]),
    "a mark at the end of each line": ("name,note,\nAnn,x,\nBob,y,\n", [("Ann", "x"), ("Bob", "y")]),
    "a mark at the end of rows alone": ("name,note\nAnn,x,\nBob,y,\n", [("Ann", "x"), ("Bob", "y")]),
    "rows that end early": ("name,note,more\nAnn,x\nBob,y\n", [("Ann", "x", None), ("Bob", "y", None)]),
    "line ends of three kinds": ("name,note\r\nAnn,x\nBob,y\rCid,z\r\n", [("Ann", "x"), ("Bob", "y"), ("Cid", "z")]),
    "columns below each other": ("name    note\nAnn     x y\nBo B    z\n", [("Ann", "x y"), ("Bo B", "z")]),
    "sentences with commas in one column": (
        "remark\nGood, but late\nBad, cold, slow\nFine\nSo, so\n",
        [("Good, but late",), ("Bad, cold, slow",), ("Fine",), ("So, so",)],
    ),
    "names with commas in one column": ("person\nLee, Ann\nRay, Bob\n", [("Lee, Ann",), ("Ray, Bob",)]),
    "one column without any mark": ("name\nAnn\nBob\n", [("Ann",), ("Bob",)]),
}  # fmt: skip


@pytest.mark.parametrize("case", CUT)
def test_cells_are_cut_as_they_were_written(look: Look, case: str) -> None:
    text, rows = CUT[case]
    found = look("a.csv", text)
    assert found.rows == rows
    assert next(iter(found.columns)) in ("name", "remark", "person")
    assert not any("column_" in note or "broken" in note for note in found.notes)


def test_broken_rows_are_named_by_their_lines(look: Look) -> None:
    found = look("a.csv", 'a,b,c\n1,2,3\n4,5\n6,"x\ny",8\n9,10,11,12\n13,14,15\n16,17,18\n')
    assert found.left_out == {"broken row": 2}
    assert found.notes[0] == "a.csv: 2 broken rows were skipped: lines 3, 6"
    assert len(found.rows) == 4


def test_an_open_quote_is_a_letter_and_its_line_is_named(look: Look) -> None:
    found = look("a.csv", 'a,b\n1,x\n2,"open\n3,y\n4,5" pipe\n')
    assert found.column("b") == ["x", '"open', "y", '5" pipe']
    assert found.notes == ("a.csv: an open quote was read as a letter in line 3",)


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", ()),
        ("utf-8-sig", ()),
        ("utf-16", ()),
        ("utf-16-le", ()),
        ("utf-16-be", ()),
        ("cp1251", ("a.csv: it is not UTF-8 and was read as cp1251",)),
        ("koi8-r", ("a.csv: it is not UTF-8 and was read as koi8-r",)),
        ("cp866", ("a.csv: it is not UTF-8 and was read as cp866",)),
    ],
)
def test_russian_is_read_in_the_encoding_it_is_in(look: Look, encoding: str, told: tuple[str, ...]) -> None:
    found = look("a.csv", "name,place\nАнна Белова,Новый Уренгой\nЁлкин,Ижевск\n".encode(encoding))
    assert found.rows == [("Анна Белова", "Новый Уренгой"), ("Ёлкин", "Ижевск")]
    assert found.notes == told


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("cp1252", ["Jörg Müller", "Éva", "10 €", "5 °C", "m²", "“so”", "it’s", "¿qué?", "Café®", "Nîmes"]),
        ("cp1250", ["Łukasz", "Łódź", "Žofie", "Kraków", "Gdańsk", "Śląsk"]),
    ],
)
def test_western_and_central_europe_are_told_apart(look: Look, encoding: str, words: list[str]) -> None:
    text = "name,n\n" + "".join(f"{word},{n}\n" for n, word in enumerate(words))
    found = look("a.csv", text.encode(encoding))
    assert found.column("name") == words
    assert found.notes[0] == f"a.csv: it is not UTF-8 and was read as {encoding}"


def test_a_spoilt_letter_does_not_change_the_encoding_of_the_others(look: Look) -> None:
    lines = [f"Jörg {n},Köln".encode() for n in range(12)]
    found = look("a.csv", b"name,city\n" + b"\n".join([*lines, b"J\xf6rg,K\xf6ln"]) + b"\n")
    assert found.column("city")[:12] == ["Köln"] * 12
    assert found.notes[0] == "a.csv: bytes that are no letters of UTF-8 stand in line 14"


PIECES = ["Köln", "Zoë", "garçon", "x", "B", ",", ";", "\t", "|", "'", '"', "\n", " "]
WORDS = st.lists(st.sampled_from(PIECES), max_size=5).map(lambda pieces: f"w{''.join(pieces)}w")
TABLES = st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=2, max_size=8)


@given(
    rows=TABLES,
    mark=st.sampled_from(",;\t|"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    end=st.sampled_from(["\n", "\r\n"]),
)
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_table_that_was_written_is_read_back(
    rows: list[tuple[str, str, str]], mark: str, encoding: str, quoting: int, end: str
) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=mark, quoting=quoting, lineterminator=end)
    writer.writerows([("first", "second", "third"), *rows])
    with tempfile.TemporaryDirectory() as folder:
        found = seen(Path(folder), "a.csv", text.getvalue().encode(encoding))
    assert [" ".join(found.columns)] == ["first second third"]
    assert [tuple(map(spelled, row)) for row in found.rows] == [tuple(map(spelled, row)) for row in rows]


def spelled(cell: str | None) -> str | None:
    """Labels that differ by capitals and inner space alone are read alike."""
    return cell and " ".join(cell.casefold().split())
