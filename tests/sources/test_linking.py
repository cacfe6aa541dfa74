"""Values of rich columns are found by likeness, from an index that is made once for each state of a source."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundplan.sources import linking
from groundplan.sources.opened import Tables, open_sources
from groundplan.tabular.reader import blank as blank_of

NAMES = [f"{first}{n} {last}" for n in range(1_000) for first, last in (("Alva", "Brun"), ("Cleo", "Dahl"))]
ROWS = ["Stephen Curry", "Zürich Süd", "Human Resources", *NAMES]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[object]:
    """Opens sources, and closes them after the test."""
    found: list[Tables] = []

    def open_(*sources: Path) -> Tables:
        found.append(open_sources(tuple(map(str, sources)), tmp_path / "cache"))
        return found[-1]

    yield open_
    for one in found:
        one.close()


def people(path: Path, rows: list[str] = ROWS) -> Path:
    lines = (f"{name},{n % 4},{'long text ' * 12}{n}" for n, name in enumerate(rows))
    path.write_text("name,team,remark\n" + "\n".join(lines) + "\n", "utf-8")
    return path


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / "values").glob("*"))


def test_a_question_is_linked_to_values_that_the_profile_does_not_keep(tmp_path, opened):
    blank = blank_of(opened(people(tmp_path / "people.csv")))
    found = {(m.table, m.column, m.value) for m in blank.linked("what did stephn curry do in zurich sud")}
    assert found == {("people", "name", "Zürich Süd"), ("people", "name", "Stephen Curry")}
    assert [m.how for m in blank.linked("HR people")] == ["abbreviation"]
    assert [cell.value for cell in blank.find(["STEPHEN CURRY", "curry"])] == ["Stephen Curry"]


def test_long_texts_are_not_indexed_but_found_whole(tmp_path, opened):
    tables = opened(people(tmp_path / "people.csv"))
    long = "long text " * 12 + "7"
    assert [(cell.column, cell.value) for cell in tables.find([long.upper()])] == [("remark", long)]
    assert {m.column for m in tables.linked(f"who wrote {long}")} <= {"name"}
    assert tables.notes == ()


def test_the_index_is_made_once_and_again_when_the_file_changes(tmp_path, opened):
    path = people(tmp_path / "people.csv")
    opened(path).linked("curry")
    (first,) = kept(tmp_path)
    made = (first / "values.bin").stat().st_mtime_ns
    again = opened(path)
    assert [m.value for m in again.linked("curry")] == ["Stephen Curry"]
    assert kept(tmp_path) == [first] and (first / "values.bin").stat().st_mtime_ns == made
    other = opened(people(path, [*ROWS, "Dell Curry"]))
    assert {m.value for m in other.linked("curry")} == {"Stephen Curry", "Dell Curry"}
    assert len(kept(tmp_path)) == 2


def test_nothing_is_made_for_small_tables(tmp_path, opened):
    tables = opened(people(tmp_path / "few.csv", ROWS[:50]))
    assert tables.linked("curry") == [] and tables.find(["Stephen Curry"]) == []
    assert not (tmp_path / "cache" / "values").exists()


def test_a_damaged_index_is_made_anew(tmp_path, opened):
    path = people(tmp_path / "people.csv")
    opened(path).linked("curry")
    (folder,) = kept(tmp_path)
    (folder / "values.bin").write_bytes(b"")
    assert [m.value for m in opened(path).linked("curry")] == ["Stephen Curry"]


@pytest.mark.skipif(os.name != "posix", reason="folders are made unwritable by a file in their place")
def test_a_cache_that_cannot_be_written_costs_memory_only(tmp_path, opened):
    path = people(tmp_path / "people.csv")
    tables = opened(path)
    (tmp_path / "cache" / "values").write_text("in the way")
    assert [m.value for m in tables.linked("curry")] == ["Stephen Curry"]


def test_columns_beyond_the_cap_are_told_and_still_found_whole(tmp_path, opened, monkeypatch):
    monkeypatch.setattr(linking, "CAP", 100)
    tables = opened(people(tmp_path / "people.csv"))
    assert tables.linked("curry") == []
    assert [cell.value for cell in tables.find(["stephen curry"])] == ["Stephen Curry"]
    assert tables.notes == ("values of 'name' are too many to be found by likeness; they are found when written whole",)


def test_the_oldest_indexes_go_first(tmp_path, monkeypatch):
    monkeypatch.setattr(linking, "KEPT", 2)
    for at, name in enumerate("abc"):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (at, at))
    linking.prune(tmp_path, tmp_path / "c")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "c"]
