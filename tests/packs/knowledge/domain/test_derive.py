"""A domain from bare triples."""

from __future__ import annotations

import pytest

from groundplan.packs.knowledge.domain import derive, derive_shape, domain_of
from groundplan.packs.knowledge.domain.relation_words import content, ends, pieces, plural, singular

CREW = [f"Person {n}" for n in range(40)]


def films() -> list[tuple[str, str, str]]:
    """Sixty films; some people act and direct, one film is called as a year, one as a genre."""
    names = ["1984", "Horror", *(f"Film {n}" for n in range(58))]
    triples = []
    for n, name in enumerate(names):
        triples += [
            (name, "directed_by", CREW[n % 12]), (name, "starred_actors", CREW[(n + 9) % 40]),
            (name, "release_year", str(1960 + n % 45)), (name, "has_genre", ("Horror", "Comedy", "Drama")[n % 3]),
            (name, "has_tags", f"tag {n % 30}"),
        ]  # fmt: skip
    return triples


def test_people_of_all_roles_are_one_type() -> None:
    relations = derive(films()).relations
    assert relations["directed_by"].target == relations["starred_actors"].target == "person"
    assert {relation.source for relation in relations.values()} == {"film"}


def test_values_and_rare_namesakes_stay_apart() -> None:
    relations = derive(films()).relations
    assert {relations[name].target for name in ("release_year", "has_genre", "has_tags")} == {"year", "genre", "tag"}


def test_a_name_becomes_words() -> None:
    directed = derive(films()).relations["directed_by"]
    assert {"directed by", "director"} <= set(directed.says["en"])
    assert "режиссёр" in directed.says["ru"]
    assert "directed" in directed.inverse["en"]


def test_a_chain_of_types_is_followed() -> None:
    triples = [("Ann", "lives_in", "Berlin"), ("Bob", "lives_in", "Paris"), ("Berlin", "located_in", "Germany")]
    relations = derive(triples).relations
    assert relations["lives_in"].target == relations["located_in"].source
    assert relations["lives_in"].source != relations["located_in"].target


def test_a_relation_may_lead_back_to_its_own_type() -> None:
    triples = [(f"Person {n}", "parent_of", f"Person {n + 1}") for n in range(8)]
    relation = derive(triples).relations["parent_of"]
    assert relation.source == relation.target == "person"


def test_unknown_words_still_make_types() -> None:
    triples = [("Zork", "glimbed_frobs", "Quux"), ("Zork", "weight_kg", "12"), ("Bork", "weight_kg", "13")]
    domain = derive(triples)
    assert domain.relations["glimbed_frobs"].target == "frob"
    assert domain.types["weight_kg"].called == {"en": ("weight kg", "weight kgs")}
    assert domain.types["item"].called["ru"][0] == "объект"


def test_what_is_declared_stands() -> None:
    told = {"types": {"movie": {}, "human": {}}, "relations": {"directed_by": {"source": "movie", "target": "human"}}}
    shape = derive_shape(films(), domain_of(told, "schema.yaml"))
    assert shape.source["starred_actors"] == "movie"
    assert shape.target["starred_actors"] == "human"


def test_no_triples_no_types() -> None:
    assert derive([]).types == {}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("starred_actors", ["starred", "actors"]), ("releaseYear", ["release", "year"]),
        ("http://example.org/has-genre", ["has", "genre"]), ("IMDBRating", ["imdb", "rating"]),
        ("снят_в", ["снят", "в"]),
    ],
)  # fmt: skip
def test_pieces(name: str, words: list[str]) -> None:
    assert pieces(name) == words


def test_small_words() -> None:
    assert content("has_genre") == ["genre"]
    assert content("is_in") == ["is", "in"]
    assert [singular(word) for word in ("tags", "countries", "glass", "classes")] == [
        "tag",
        "country",
        "glass",
        "class",
    ]
    assert [plural(word) for word in ("tag", "country", "day", "box")] == ["tags", "countries", "days", "boxes"]


@pytest.mark.parametrize(
    ("name", "target", "told"),
    [
        ("found_in_park", ("park",), True), ("uses_tool", ("tool",), True), ("managed_by", (), True),
        ("release_year", ("release", "year"), False), ("product_kind", ("kind",), False),
        ("работает_в_отделе", ("отдел",), True), ("год_начала", ("год", "начала"), False),
    ],
)  # fmt: skip
def test_what_a_relation_arrives_at(name: str, target: tuple[str, ...], told: bool) -> None:
    assert ends(name) == (target, told)


def test_a_type_is_called_as_relations_call_it() -> None:
    triples = [
        ("Ann", "works_in_team", "Red"), ("Bob", "works_in_team", "Blue"), ("Red", "city", "Oslo"),
        ("Oslo", "city_country", "Norway"), ("Анна", "работает_в_отделе", "Склад"),
    ]  # fmt: skip
    domain = derive(triples)
    arrived = [domain.relations[name].target for name in ("works_in_team", "city", "city_country")]
    assert arrived == ["team", "city", "country"]
    assert domain.types[domain.relations["работает_в_отделе"].target].called["ru"][0] == "отдел"
    assert "city" not in domain.relations["city_country"].says["en"]
