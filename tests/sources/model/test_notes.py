"""What was inferred is said with the share of rows for which it holds, and an example against it."""

from __future__ import annotations

import pytest

from groundplan.contracts.source_model import Note
from groundplan.sources.opened import open_sources


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> list[Note]:
    folder = tmp_path_factory.mktemp("notes")
    guests = "".join(f"G{at},Guest {at}\n" for at in range(1, 41))
    (folder / "guests.csv").write_text(f"guest_id,guest_name\n{guests}")
    rows = [
        f"S{at},G{1 + at % 40 if at else 99},2024-03-{1 + at % 28:02},{'' if at % 3 else '2024-04-02'},{at * 7}"
        for at in range(80)
    ]
    rows[5] = rows[5].rsplit(",", 1)[0] + ",a lot"
    (folder / "stays.csv").write_text("stay_id,guest_id,arrived,left_on,paid\n" + "\n".join(rows) + "\n")
    opened = open_sources((str(folder),), folder / "cache")
    opened.close()
    return list(opened.understood.notes)


def said(notes: list[Note], about: str) -> list[tuple[str, float | None, str]]:
    return [(note.text, note.share, note.against) for note in notes if note.about == about]


def test_a_relation_names_a_value_that_has_no_partner(notes: list[Note]) -> None:
    assert said(notes, "stays_guest") == [("stays.guest_id names a row of guests", 0.9875, "G99")]


def test_rows_are_told_apart_and_named(notes: list[Note]) -> None:
    assert ("'guest_id' tells the rows apart", 1.0, "") in said(notes, "guests")
    assert ("a row is called by 'guest_name'", None, "") in said(notes, "guests")


def test_times_say_how_often_they_are_filled(notes: list[Note]) -> None:
    stays = said(notes, "stays")
    assert ("its time is 'arrived', of 2 times", 1.0, "") in stays
    assert ("a row has ended where 'left_on' is filled", 0.3375, "") in stays


def test_odd_cells_are_an_example_against_the_type(notes: list[Note]) -> None:
    assert said(notes, "stays.paid") == [("holds integers; the rest is left out", 0.9875, "a lot")]
