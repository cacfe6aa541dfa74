"""Datasets and columns that people call otherwise than the data do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from groundplan.sources.model.model_file import write_model
from groundplan.sources.opened import Tables, open_sources
from model_sources import again, opened

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")
BOOKED = "ref,When was it?,room_no,Weight\n" + "".join(
    f"R{n:03},2024-02-{1 + n % 28:02},{10 + n % 6},{n % 7 + 1} kg\n" for n in range(1, 60)
)
ROOMS = "room_no,label\n" + "".join(f"{10 + n},Room {chr(65 + n)}\n" for n in range(6))
CALLED = """
datasets:
  - name: visits
    source: booked_2024.csv
    row_is: visit
    fields:
      - {name: day, column: When was it?}
      - {name: room, expression: room_no}
  - {name: Rooms, source: rooms, synonyms: [chambers], name_field: label}
"""


def beside(folder: Path, text: str) -> Tables:
    """The bookings under other names."""
    (folder / "groundplan.yaml").write_text(text, "utf-8")
    return opened(folder, booked_2024=BOOKED, rooms=ROOMS)


def test_datasets_and_fields_are_called_so_from_the_start(tmp_path: Path) -> None:
    tables = beside(tmp_path, CALLED)
    model = tables.understood
    visits = model.dataset("visits")
    assert tables.mistakes == () and set(tables.names) == {"visits", "rooms"}
    assert [field.name for field in visits.fields][:3] == ["ref", "day", "room"]
    assert (visits.main_time, visits.source, visits.row_is) == ("day", "booked_2024.csv", "visit")
    assert [field.column for field in visits.fields][:3] == ["", "When was it?", "room_no"]
    assert [(one.many, one.columns, one.path, one.back) for one in model.relations] == [
        ("visits", ("room",), "room", "visits")
    ]
    assert model.dataset("rooms").synonyms == ("chambers",)


def test_rows_have_the_names_and_what_was_kept_has_them_again(tmp_path: Path) -> None:
    for _ in range(2):
        (tmp_path / "groundplan.yaml").write_text(CALLED, "utf-8")
        (tmp_path / "booked_2024.csv").write_text(BOOKED, "utf-8")
        tables = open_sources((str(tmp_path),), tmp_path / ".cache")
        try:
            rows = tables.get("visits").arrow()
        finally:
            tables.close()
        assert rows.column_names[:3] == ["ref", "day", "room"] and rows.num_rows == 59
    plain = beside(tmp_path, "datasets: []\n")
    assert set(plain.names) == {"booked_2024", "rooms"}


def test_a_model_with_other_names_is_read_back_and_a_copy_of_it_changes_nothing(tmp_path: Path) -> None:
    model = beside(tmp_path, CALLED).understood
    assert again(model) == model
    write_model(model, "copied", tmp_path / "copy.yaml")
    copied = beside(tmp_path, (tmp_path / "copy.yaml").read_text("utf-8"))
    unnoted = {"notes": ()}
    assert copied.mistakes == ()
    assert copied.understood.model_copy(update=unnoted) == model.model_copy(update=unnoted)
    given = opened(tmp_path, "copy.yaml").understood
    assert [field.name for field in given.dataset("visits").fields][:3] == ["ref", "day", "room"]
    assert given.dataset("visits").field("day").column == "When was it?"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "{name: visits, source: boked_2024.csv}",
            "no dataset or file 'boked_2024.csv'; did you mean 'booked_2024.csv'?",
        ),
        (
            "{name: booked_2024, fields: [{name: day, column: When is it?}]}",
            "no field 'When is it?' in booked_2024; did you mean 'When was it?'?",
        ),
        (
            "{name: booked_2024, fields: [{name: REF, column: room_no, unit: x}]}",
            "'room_no' of booked_2024 cannot be called 'REF': another field is;",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_called_so_is_told(tmp_path: Path, said: str, told: str) -> None:
    tables = beside(tmp_path, f"datasets:\n- {said}\n")
    assert tables.mistakes == (f"groundplan.yaml line 2: {told} it was left out of account",)
    assert set(tables.names) == {"booked_2024", "rooms"}


def test_what_was_found_inside_a_file_keeps_its_name(tmp_path: Path) -> None:
    lines = "order_id,customer_id,customer_name,customer_city,amount\n" + "".join(
        f"{1000 + n},{500 + n % 12},Name {n % 12},{['Ulm', 'Bern', 'Graz'][n % 3]},{n * 3.5 + 1}\n"
        for n in range(1, 120)
    )
    before = opened(tmp_path, orders=lines).understood
    assert {one.name for one in before.datasets} == {"customers", "orders"}
    text = """
datasets:
- {name: clients, source: customers}
- {name: customers, fields: [{name: town, column: customer_city}]}
"""
    (tmp_path / "groundplan.yaml").write_text(text, "utf-8")
    tables = opened(tmp_path)
    assert tables.mistakes == (
        "groundplan.yaml line 3: 'customers' cannot be called 'clients': it was found inside of orders.csv;"
        " say `synonyms` of it; it was left out of account",
        "groundplan.yaml line 4: 'customer_city' of customers cannot be called 'town': it was found inside of"
        " orders.csv; it was left out of account",
    )
    assert tables.understood == before


def test_of_files_that_were_not_opened_other_names_may_be_said(tmp_path: Path) -> None:
    beside(tmp_path, CALLED)
    tables = opened(tmp_path, "rooms.csv")
    assert tables.names == ("rooms",) and tables.mistakes == ()


@pytest.mark.parametrize("rows", [40, 251_000], ids=["copied", "left where it is"])
def test_a_database_keeps_its_keys_under_other_names(tmp_path: Path, rows: int) -> None:
    connection = sqlite3.connect(tmp_path / "club.sqlite")
    connection.executescript(
        f"""
        CREATE TABLE members (mno INTEGER PRIMARY KEY, full_name TEXT);
        CREATE TABLE paid (id INTEGER PRIMARY KEY, who INTEGER REFERENCES members (mno), euro REAL);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
        INSERT INTO members SELECT i, 'Member ' || i FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})
        INSERT INTO paid SELECT i, 1 + i % 20, i % 90 + 0.5 FROM n;
        """
    )
    connection.close()
    (tmp_path / "groundplan.yaml").write_text(
        "datasets:\n"
        "- {name: fees, source: paid, fields: [{name: member, column: who}]}\n"
        "- {name: members, fields: [{name: number, column: mno}]}\n",
        "utf-8",
    )
    tables = open_sources((str(tmp_path / "club.sqlite"),), tmp_path / ".cache")
    try:
        assert tables.mistakes == ()
        (relation,) = tables.understood.relations
        assert (relation.many, relation.columns, relation.one, relation.others) == (
            "fees",
            ("member",),
            "members",
            ("number",),
        )
        assert relation.declared and relation.path == "member"
        assert tables.get("fees").columns == ("id", "member", "euro")
        assert tables.understood.dataset("members").field("number").column == "mno"
    finally:
        tables.close()
