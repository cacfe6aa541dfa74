from __future__ import annotations

import pytest

from groundplan.packs.knowledge.search.search_terms import names, title_key, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Booking the flights", ["book", "flight"]),
        ("в отделах продаж", ["отдел", "продажа"]),
        ("C++ and C#, written in Go", ["c++", "c#", "written", "go"]),
        ("Ireland's coast", ["ireland", "coast"]),
        ("счёт из Kafka", ["счет", "kafka"]),
        ("", []),
        ("?! —", []),
    ],
)
def test_words_are_stems_and_lemmas(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_a_joined_word_is_found_whole_and_in_parts() -> None:
    assert set(words("postgresql")) <= set(words("PostgreSQL"))
    assert "sql" in words("PostgreSQL")


def test_a_title_is_a_name_without_its_brackets() -> None:
    assert title_key("Heat (1995 film)") == "heat"


def test_names_are_runs_of_capitals() -> None:
    found = names("Heat", "The film was shot by Dante Spinotti for the University of Oslo. Critics praised it.")
    assert {"heat", "dant_spinotti", "universiti_oslo"} <= found
    assert "critic" not in found  # it opens a sentence


def test_a_name_ends_with_its_sentence() -> None:
    assert "bergen_olaf" not in names("", "It was founded in Bergen. Olaf Brandt led it.")


def test_russian_names_are_lemmas() -> None:
    assert "большой_театр" in names("", "Он пел на сцене Большого Театра в Москве.")
