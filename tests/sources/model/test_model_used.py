"""What is said of a source is used: codes, synonyms."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from command_line import Cli
from groundplan.sources.locked import write_lock
from groundplan.sources.opened import open_sources
from model_sources import RELATION, said, staff

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")


def test_codes_are_shown_and_found_by_what_they_mean(tmp_path: Path) -> None:
    (tmp_path / "groundplan.yaml").write_text(
        "datasets:\n- name: staff\n  fields:\n  - {name: gender, values: {1: male, 2: female}}\n", "utf-8"
    )
    (tmp_path / "staff.csv").write_text(staff(), "utf-8")
    tables = open_sources((str(tmp_path / "staff.csv"),), tmp_path / ".cache")
    try:
        column = tables.files[0].column("gender")
        assert (column.type, column.role, column.values) == ("text", "categorical", ("male", "female"))
        rows = tables.get("staff").arrow().column("gender").to_pylist()
        assert [rows.count("male"), rows.count("female"), len(rows)] == [15, 15, 30]
    finally:
        tables.close()


@pytest.mark.parametrize(
    ("cells", "book", "shown"),
    [
        ("10 20 10 30", "{10: new, '20': used}", ["new", "used", "new", "30"]),
        ("M F M F", "{M: man, F: woman}", ["man", "woman", "man", "woman"]),
        ("true false true false", "{1: active, 0: gone}", ["active", "gone", "active", "gone"]),
        ("1.0 2.5 2.5 1.0", "{1: low, 2.5: high}", ["low", "high", "high", "low"]),
        ("01 02 02 07", "{01: low, 02: high}", ["low", "high", "high", "07"]),
    ],
)
def test_codes_of_any_kind(tmp_path: Path, cells: str, book: str, shown: list[str]) -> None:
    rows = "".join(f"{7 + n * n},{cell}\n" for n, cell in enumerate(cells.split()))
    (tmp_path / "things.csv").write_text(f"at,kind\n{rows}", "utf-8")
    text = f"datasets:\n- name: things\n  fields:\n  - {{name: kind, values: {book}}}\n"
    (tmp_path / "groundplan.yaml").write_text(text, "utf-8")
    tables = open_sources((str(tmp_path / "things.csv"),), tmp_path / ".cache")
    try:
        assert tables.mistakes == ()
        assert tables.get("things").arrow().sort_by("at").column("kind").to_pylist() == shown
    finally:
        tables.close()


def test_a_database_that_stays_where_it_is_is_described_too(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "big.sqlite") as database:
        database.execute("CREATE TABLE sale (id INTEGER, buyer INTEGER, kind INTEGER)")
        database.execute("CREATE TABLE person (number INTEGER, label TEXT)")
        rows = ((n, 1 + n % 9, 1 + n % 3) for n in range(250_001))
        database.executemany("INSERT INTO sale VALUES (?, ?, ?)", rows)
        database.executemany("INSERT INTO person VALUES (?, ?)", [(n, f"P{n}") for n in range(1, 10)])
    database.close()
    (tmp_path / "sales.yaml").write_text(
        """
        datasets:
          - {name: sales, source: sale, fields: [{name: sort, expression: kind, values: {1: new, 2: used}}]}
          - {name: people, source: person}
        relationships:
          - {name: buyer, from: sales, to: people, from_columns: buyer, to_columns: number}
        """,
        "utf-8",
    )
    tables = open_sources((str(tmp_path / "sales.yaml"), str(tmp_path / "big.sqlite")), tmp_path / ".cache")
    try:
        assert tables.mistakes == () and set(tables.names) == {"sales", "people"}
        assert set(tables.get("sales").arrow().column("sort").to_pylist()) == {"new", "used", "3"}
        assert [(one.name, one.found) for one in tables.understood.relations] == [("buyer", 1.0)]
        write_lock(tables.found)
        assert "name: sort" in (tmp_path / "groundplan.lock").read_text("utf-8")
    finally:
        tables.close()


def test_codes_of_a_relation_stay_codes(tmp_path: Path) -> None:
    text = RELATION + "datasets:\n- name: orders\n  fields:\n  - {name: buyer, values: {1: Ann}}\n"
    tables = said(tmp_path, text)
    assert [one.split(": ", 1)[1] for one in tables.mistakes] == [
        "orders.buyer relates orders to people, so that its values stay codes; it was left out of account"
    ]
    assert tables.files[0].column("buyer").type == "integer"


def test_a_question_in_synonyms_and_meanings(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "staff.csv").write_text(staff(), "utf-8")
    (tmp_path / "groundplan.yaml").write_text(
        """
        datasets:
          - name: staff
            synonyms: [workers]
            fields:
              - {name: salary, synonyms: [gross pay, remuneration]}
              - {name: gender, values: {1: male, 2: female}}
        """,
        "utf-8",
    )
    plain = cli("ask", "average salary by gender", "staff.csv", "--out", "one")
    other = cli("ask", "average gross pay by gender", "staff.csv", "--out", "two")
    assert plain.code == other.code == 0
    assert plain.out.startswith("Average salary of staff rows by gender: female (1,576.14); male (1,592).")
    assert other.out.splitlines()[0] == plain.out.splitlines()[0]
    assert "note: 'gross pay' was read as salary" in other.err
    counted = cli("ask", "how many female workers", "staff.csv", "--out", "three")
    assert counted.code == 0 and "gender female: 15." in counted.out
    for query in ('gender = "female"', "gender = 2", 'gender in (2, "none")', "gender != 1"):
        asked = cli("ask", "--query", f"staff: count where {query}", "staff.csv", "--out", "by")
        assert asked.code == 0 and asked.out.splitlines()[0].endswith(": 15."), asked.out


def test_a_synonym_of_two_fields_is_asked_back(cli: Cli, tmp_path: Path) -> None:
    fields = "[{name: salary, synonyms: [pay]}, {name: level, synonyms: [pay]}]"
    (tmp_path / "staff.csv").write_text(staff(), "utf-8")
    (tmp_path / "groundplan.yaml").write_text(f"datasets:\n- name: staff\n  fields: {fields}\n", "utf-8")
    asked = cli("ask", "average pay by gender", "staff.csv", "--out", "one")
    assert asked.code == 1 and "'pay' may be level or salary; say which one is meant" in asked.out


def test_a_word_that_is_a_name_or_a_value_itself_is_no_synonym(cli: Cli, tmp_path: Path) -> None:
    fields = "[{name: salary, synonyms: [level, high]}]"
    (tmp_path / "staff.csv").write_text(staff(), "utf-8")
    (tmp_path / "groundplan.yaml").write_text(f"datasets:\n- name: staff\n  fields: {fields}\n", "utf-8")
    asked = cli("ask", "how many staff by level", "staff.csv", "--out", "one")
    assert asked.code == 0 and "low (20)" in asked.out and "note:" not in asked.err
    asked = cli("ask", "how many staff with level high", "staff.csv", "--out", "two")
    assert asked.code == 0 and "10" in asked.out and "note:" not in asked.err
