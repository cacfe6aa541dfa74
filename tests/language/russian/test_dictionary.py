"""The dictionary files: size, form, no entry twice."""

from __future__ import annotations

from importlib.resources import files

import pytest

from groundplan.language.russian.dictionary import expressions, listed, neighbours, words
from groundplan.language.russian.english import more, most, past, plural

FILES = ("gloss.txt", "expressions.txt", "neighbours.txt", "abbreviations.txt")


def _entries(name: str) -> list[str]:
    lines = files("groundplan.language.russian").joinpath(name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_an_entry_and_none_is_there_twice(name: str) -> None:
    entries = _entries(name)
    said = [line.partition(":")[0].replace("ё", "е") for line in entries]
    assert all(":" in line for line in entries)
    assert all(key == key.strip().lower() for key in said)
    assert len(said) == len(set(said))
    assert all(line.partition(":")[2].isascii() for line in entries)


def test_sizes() -> None:
    assert len(words()) > 3000
    assert sum(len(same) for same in expressions().values()) > 300
    assert len(neighbours()) > 500
    assert files("groundplan.language.russian").joinpath("neighbours.txt").read_bytes().__len__() < 400_000


def test_neighbours_never_stand_against_the_dictionary() -> None:
    assert not set(words()) & set(neighbours())


def test_listed() -> None:
    assert "май" in listed("when")
    assert "тысяча" in listed("amount")


def test_english_forms() -> None:
    assert [plural(word) for word in ("order", "category", "box", "child", "sales", "pay day")] == [
        "orders", "categories", "boxes", "children", "sales", "pay days",
    ]  # fmt: skip
    assert [past(word) for word in ("pay", "cancel", "deliver", "carry", "write off")] == [
        "paid", "cancelled", "delivered", "carried", "written off",
    ]  # fmt: skip
    assert (more("cheap"), more("expensive"), most("heavy"), most("good")) == (
        "cheaper", "more expensive", "heaviest", "best",
    )  # fmt: skip
