"""Marks that say "none", one label in several spellings, lists in cells: counted, told, and never a value."""

from __future__ import annotations

import pytest

from files_seen import Look

FIGURES = [str(n) for n in range(3, 15)]


@pytest.mark.parametrize("mark", ["", "n/a", "NULL", "-", "—", "?", "#N/A", "unknown", "k.A.", "нет", "None", "."])
def test_a_mark_among_figures_is_missing(look: Look, mark: str) -> None:
    found = look("a.csv", "who;what\n" + "".join(f"p{n};{cell}\n" for n, cell in enumerate([mark, *FIGURES, mark])))
    (field,) = [field for field in found.model.datasets[0].fields if field.name == "what"]
    assert (field.type, field.missing, field.odd) == ("integer", 2, {})
    assert found.column("what") == [None, *range(3, 15), None]
    told = [] if not mark else [f"a.csv: 2 cells of 'what' without a value, such as '{mark}', counted as missing"]
    assert list(found.notes) == told


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (["Gold", "NA", "Silver", "NA", "Bronze"], ["Gold", None, "Silver", None, "Bronze"]),
        (["DE", "NA", "FR", "NA", "US"], ["DE", "NA", "FR", "NA", "US"]),
        (["++", "+", "o", "-", "--"], ["++", "+", "o", "-", "--"]),
        (["Ann", "none", "Bob", "unknown", "Cid"], ["Ann", "none", "Bob", "unknown", "Cid"]),
        (["Ann", "n/a", "Bob", "", "Cid"], ["Ann", None, "Bob", None, "Cid"]),
    ],
    ids=["a medal", "a country", "a grade", "names", "nothing"],
)
def test_a_mark_among_words_is_missing_only_where_it_is_none_of_them(
    look: Look, cells: list[str], read: list[str | None]
) -> None:
    found = look("a.csv", "who;what\n" + "".join(f"p{n};{cell}\n" for n, cell in enumerate(cells)))
    assert found.column("what") == read


def test_a_word_that_comes_again_among_figures_is_a_mark(look: Look) -> None:
    cells = ["5", "6", "pending", "7", "pending", "8", "9"]
    found = look("a.csv", "who,what\n" + "".join(f"p{n},{cell}\n" for n, cell in enumerate(cells)))
    assert found.column("what") == [5, 6, None, 7, None, 8, 9]
    assert found.notes == ("a.csv: 2 cells of 'what' without a value, such as 'pending', counted as missing",)


def test_a_figure_far_outside_that_comes_again_is_a_mark(look: Look) -> None:
    cells = ["5", "6", "9999", "7", "9999", "8", "9"]
    found = look("a.csv", "who,what\n" + "".join(f"p{n},{cell}\n" for n, cell in enumerate(cells)))
    assert found.column("what") == [5, 6, None, 7, None, 8, 9]
    assert "far outside of all others" in found.notes[0]


@pytest.mark.parametrize(
    "cells", [["5", "9999", "7"], ["9990", "9999", "9985", "9999"], ["50000", "9999", "9999", "1"]]
)
def test_a_figure_that_may_be_one_stays(look: Look, cells: list[str]) -> None:
    found = look("a.csv", "who,what\n" + "".join(f"p{n},{cell}\n" for n, cell in enumerate(cells)))
    assert found.column("what") == [int(cell) for cell in cells]


def test_too_little_to_be_measured_is_neither_a_number_nor_missing(look: Look) -> None:
    found = look("a.csv", "who,rain\n" + "".join(f"p{n},{cell}\n" for n, cell in enumerate(["T", "<1", *FIGURES])))
    field = found.model.datasets[0].fields[1]
    assert (field.missing, dict(field.odd)) == (0, {"<1": 1, "T": 1})
    assert any("are no numbers and left out: '<1', 'T'" in note for note in found.notes)


def test_spellings_of_a_label_are_read_as_the_usual_one(look: Look) -> None:
    cells = ["Oslo", "oslo", "Oslo ", "New  York", "New York", "New York"]
    found = look("a.csv", "who,city\n" + "".join(f"p{n},{cell}\n" for n, cell in enumerate(cells)))
    assert found.column("city") == ["Oslo", "Oslo", "Oslo", "New York", "New York", "New York"]
    assert found.notes == ("a.csv: 2 spellings of labels of 'city' read as the usual one: 'New  York' as 'New York'",)


@pytest.mark.parametrize(
    ("cells", "separator"),
    [
        (["red|blue", "green", "red|green", "blue", "blue|red", "green|blue"], "|"),
        (["red; blue", "green", "red; green", "blue", "blue; red", "green; blue"], ";"),
        (["red, blue", "green", "red, green", "blue", "blue, red", "green, blue"], ","),
        (['["red", "blue"]', "[]", '["green"]', '["red"]', '["blue"]'], "json"),
        (["Paris, France", "Rome, Italy", "Lyon, France", "Bonn, Germany", "Nice, France"], ""),
        (["A/B test", "rollout", "A/B test", "rollout", "rollout"], ""),
    ],
)
def test_lists_in_cells_are_found_and_places_are_none(look: Look, cells: list[str], separator: str) -> None:
    found = look("a.csv", "who\tcolours\n" + "".join(f"p{n}\t{cell}\n" for n, cell in enumerate(cells)))
    field = found.model.datasets[0].fields[1]
    assert (field.separator, field.role == "list") == (separator, bool(separator))


def test_texts_of_records_are_read_without_their_quotes(look: Look) -> None:
    found = look("a.json", '[{"k": 1, "v": "x"}, {"k": "two"}, {"k": null, "v": "y"}]')
    assert found.column("k") == ["1", "two", None]
