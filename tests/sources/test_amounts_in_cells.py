"""Figures are read as people write them, and what is no figure stays what it is, told where it may mislead."""

from __future__ import annotations

import pytest

from files_seen import Look

READ = {
    "decimal points": (["1.5", "2.25", "10"], [1.5, 2.25, 10.0], ""),
    "decimal commas": (["1,5", "2,25", "10"], [1.5, 2.25, 10.0], ""),
    "thousands, English": (["1,234", "12", "5,678,901"], [1234, 12, 5678901], ""),
    "thousands, German": (["1.234,5", "12", "5.678.901"], [1234.5, 12, 5678901], ""),
    "thousands, Swiss": (["1'234.50", "12.00", "5'678.10"], [1234.5, 12, 5678.1], ""),
    "thousands, French": (["1 234,50", "12,00", "5 678,10"], [1234.5, 12, 5678.1], ""),
    "money before": (["$1,234.50", "$12.00", "$0.99"], [1234.5, 12, 0.99], "$"),
    "money behind": (["1.234,50 €", "12,00 €", "0,99 €"], [1234.5, 12, 0.99], "€"),
    "a code of money": (["EUR 1,234.50", "EUR 12.00", "EUR 7.25"], [1234.5, 12, 7.25], ""),
    "brackets for a minus": (["(12.50)", "13.00", "(1,000.00)"], [-12.5, 13, -1000], ""),
    "a minus behind": (["12.5-", "13.0", "7.0-"], [-12.5, 13, -7], ""),
    "a minus of printers": (["\u221212.5", "13.0", "\u22127.0"], [-12.5, 13, -7], ""),
    "per cent": (["5%", "7.5%", "12%"], [5, 7.5, 12], "%"),
    "powers of ten": (["1e5", "2.5E-3", "3"], [100000, 0.0025, 3], ""),
    "marks of footnotes": (["12*", "13[1]", "14"], [12, 13, 14], ""),
    "about": (["ca. 12", "~13", "14"], [12, 13, 14], ""),
    "large whole numbers": (["9007199254740993", "1", "2"], [9007199254740993, 1, 2], ""),
}


@pytest.mark.parametrize("case", READ)
def test_figures_are_read_as_they_were_meant(look: Look, case: str) -> None:
    cells, figures, unit = READ[case]
    found = look("a.csv", "who;what\n" + "".join(f"p{n};{cell}\n" for n, cell in enumerate(cells)))
    assert found.column("what") == figures
    (field,) = [field for field in found.model.datasets[0].fields if field.name == "what"]
    assert field.role == "measure" and field.unit in (unit, "EUR")


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("zip", ["01234", "99999", "00012"]),
        ("what", ["12345678901234567890", "12345678901234567891", "3"]),
        ("what", ["007", "012", "100"]),
        ("version", ["1.0", "1.10", "2.0"]),
        ("phone", ["+49 30 123", "+49 40 456", "+49 89 789"]),
        ("race", ["5 km", "10 km", "5 km", "10 km", "5 km", "10 km"]),
        ("time", ["10:15", "23:59", "00:01"]),
    ],
)
def test_codes_and_names_of_digits_keep_every_digit(look: Look, name: str, cells: list[str]) -> None:
    found = look("a.csv", f"who;{name}\n" + "".join(f"p{n};{cell}\n" for n, cell in enumerate(cells)))
    assert found.column(name) == cells
    assert found.notes == ()


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (["10 $", "20 €", "30 £"], "amounts in several currencies, such as '10 $' and '20 €', and is read as text"),
        (["12 kg", "7 lb", "9 kg"], "amounts in several units, kg, lbs, and is read as text"),
        (["5", "abc", "7", "8", "def"], "figures and words, such as '5' and 'abc', and is read as text"),
        (["1", "2", "INF", "4"], "figures and words, such as '1' and 'INF', and is read as text"),
    ],
)
def test_a_mixture_stays_text_and_is_told(look: Look, cells: list[str], told: str) -> None:
    found = look("a.csv", "who;what\n" + "".join(f"p{n};{cell}\n" for n, cell in enumerate(cells)))
    assert found.column("what") == cells
    assert found.notes == (f"a.csv: 'what' holds {told}",)


@pytest.mark.parametrize(
    ("cells", "figures", "told"),
    [
        (["1,500", "2,250", "3,125"], [1500, 2250, 3125], "such as '1,500' may be decimals, too; read as thousands"),
        (["1.500", "2.250", "3.125"], [1.5, 2.25, 3.125], "such as '1.500' may be thousands, too; read as decimals"),
    ],
)
def test_a_mark_that_may_be_either_is_told(look: Look, cells: list[str], figures: list[float], told: str) -> None:
    found = look("a.csv", "who;what\n" + "".join(f"p{n};{cell}\n" for n, cell in enumerate(cells)))
    assert found.column("what") == figures
    assert any(told in note for note in found.notes)


def test_another_column_tells_decimal_commas_from_thousands(look: Look) -> None:
    found = look("a.csv", "who;price;units\nA;1,5;1.500\nB;2,25;2.250\nC;3,75;12.000\n")
    assert found.column("price") == [1.5, 2.25, 3.75]
    assert found.column("units") == [1500, 2250, 12000]


def test_a_few_words_among_many_figures_are_left_out_and_told(look: Look) -> None:
    cells = [*map(str, range(20)), "much"]
    found = look("a.csv", "who,what\n" + "".join(f"p{n},{cell}\n" for n, cell in enumerate(cells)))
    assert found.column("what") == [*range(20), None]
    assert found.notes == ("a.csv: 1 cell of 'what' is no number and left out: 'much'",)
    assert found.model.datasets[0].fields[1].odd == {"much": 1}


def test_a_unit_in_the_cells_is_the_unit_of_the_column(look: Look) -> None:
    found = look("a.csv", "who;weight\nA;12 kg\nB;7.5 kg\nC;1,200 kg\n")
    assert found.columns["weight (kg)"] == "number"
    assert found.model.datasets[0].fields[1].unit == "kg"


def test_what_lasts_is_seconds(look: Look) -> None:
    found = look("a.csv", "who,duration\nA,1:10:15\nB,0:23:59\nC,12:00:01\n")
    assert found.column("duration (s)") == [4215, 1439, 43201]
