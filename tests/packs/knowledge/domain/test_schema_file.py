"""schema.yaml: what it may say, and how it is told that it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundplan.errors import SourceError
from groundplan.packs.knowledge.domain import domain_of, merged, read_schema

GOOD = """
name: library
types:
  book: {called: [book, books, книга, книги, книг], fields: [year, genre], category: genre}
  author:
    called: {en: [author, authors]}
relations:
  written_by: {source: book, target: author, says: written by, inverse: {en: [wrote]}}
intents:
  BOOKS_OF:
    patterns: [{start: author, path: -written_by}]
    examples: {en: ["What did {author} write?"]}
"""


@pytest.fixture
def write(tmp_path: Path):
    def write(text: str) -> Path:
        path = tmp_path / "schema.yaml"
        path.write_text(text, "utf-8")
        return path

    return write


def test_short_forms_are_read(write) -> None:
    domain = read_schema(write(GOOD))
    assert domain.types["book"].called == {"en": ("book", "books"), "ru": ("книга", "книги", "книг")}
    assert list(domain.types["book"].fields) == ["year", "genre"]
    assert domain.relations["written_by"].says == {"en": ("written by",)}
    assert domain.intents["BOOKS_OF"].patterns[0].path == ("-written_by",)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("called: {en", "caled: {en"),
            "'schema.yaml': in 'types.author' there is no key 'caled': did you mean 'called'?",
        ),
        (("target: author,", "taget: author,"), "'relations.written_by' lacks the key 'target'"),
        (("target: author", "target: autor"), "undeclared type 'autor': did you mean 'author'?"),
        (("path: -written_by", "path: -writen_by"), "undeclared relation '-writen_by': did you mean 'written_by'?"),
        (("start: author", "start: autor"), "starts from no declared type: did you mean 'author'?"),
        (("relations:", "relation:"), "there is no key 'relation': did you mean 'relations'?"),
        (("name: library", "name: [a"), "'schema.yaml' cannot be read"),
    ],
)
def test_a_fault_is_one_sentence(write, change: tuple[str, str], said: str) -> None:
    with pytest.raises(SourceError) as fault:
        read_schema(write(GOOD.replace(*change)))
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_list_is_no_schema() -> None:
    with pytest.raises(SourceError, match="is no schema"):
        domain_of([], "schema.yaml")


def test_of_two_domains_the_first_stands() -> None:
    one = domain_of({"name": "a", "types": {"x": {"says": "one"}}}, "a")
    two = domain_of({"name": "b", "types": {"x": {"says": "two"}, "y": {}}}, "b")
    both = merged([one, two])
    assert both.name == "a"
    assert both.types["x"].says == {"en": ("one",)}
    assert "y" in both.types


def test_the_example_is_sound() -> None:
    root = Path(__file__).parents[4] / "examples/portfolio/schema.yaml"
    assert {"CURRENT_JOB", "CONTACTS"} <= set(read_schema(root).intents)
