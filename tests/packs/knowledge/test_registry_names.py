"""Names of nodes in questions: in any form, and never inside other names."""

from __future__ import annotations

import pytest

from groundplan.packs.knowledge.nouns import Node
from groundplan.packs.knowledge.registry import EntityRegistry

NODES = [
    Node(id="t:postgresql", type="technology", name="PostgreSQL", aliases=("Postgres", "Постгрес")),
    Node(id="t:kafka", type="technology", name="Apache Kafka", aliases=("Kafka", "Кафка")),
    Node(id="t:java", type="technology", name="Java"),
    Node(id="t:javascript", type="technology", name="JavaScript", aliases=("JS",)),
    Node(id="t:go", type="technology", name="Go", aliases=("Golang",)),
    Node(id="t:c", type="technology", name="C"),
    Node(id="t:cpp", type="technology", name="C++"),
    Node(id="t:redis", type="technology", name="Redis"),
    Node(id="t:spring", type="technology", name="Spring Boot"),
    Node(id="c:aston", type="company", name="Aston", aliases=("Астон",)),
    Node(id="c:alor", type="company", name="АЛОР Брокер", names={"en": "ALOR Broker"}, aliases=("АЛОР", "ALOR")),
    Node(id="p:alor", type="project", name="АЛОР Терминал", aliases=("АЛОР",)),
    Node(id="p:search", type="project", name="Умный поиск", names={"en": "Smart Search"}),
]


@pytest.fixture(scope="module")
def registry() -> EntityRegistry:
    return EntityRegistry(NODES)


def linked(registry: EntityRegistry, text: str) -> list[str]:
    return [link.node for link in registry.link(text)]


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("Что делал в Астоне?", ["c:aston"]),
        ("Работал с Постгресом и Кафкой?", ["t:postgresql", "t:kafka"]),
        ("Где применял Кафку?", ["t:kafka"]),
        ("опыт с Postgres'ом и Redis-е", ["t:postgresql", "t:redis"]),
        ("Какой стек у Умного поиска?", ["p:search"]),
        ("what did he do for smart search", ["p:search"]),
        ("Java, JavaScript или Go?", ["t:java", "t:javascript", "t:go"]),
        ("C++ or C?", ["t:cpp", "t:c"]),
        ("использовал go и rust?", ["t:go"]),
    ],
)
def test_names_are_found_in_any_form(registry: EntityRegistry, text: str, nodes: list[str]) -> None:
    assert linked(registry, text) == nodes


@pytest.mark.parametrize(
    "text",
    [
        "Знает PostHog?",
        "Does he use Google?",
        "where did he go last year?",
        "What did he reach with string theory?",
        "Какие языки он знает?",
        "Есть ли опыт с JavaFX?",
        "spring cleaning",
        "Расскажи про астрономию",
    ],
)
def test_other_words_are_no_names(registry: EntityRegistry, text: str) -> None:
    assert linked(registry, text) == []


def test_a_long_misspelled_name_is_guessed(registry: EntityRegistry) -> None:
    (link,) = registry.link("опыт с Posgres")
    assert (link.node, link.how) == ("t:postgresql", "fuzzy")


def test_the_words_of_a_link_stand_where_it_says(registry: EntityRegistry) -> None:
    text = "Что было на АЛОРе и с Redis'ом?"
    assert [text[link.start : link.end] for link in registry.link(text)] == ["АЛОРе", "Redis"]


def test_an_ambiguous_name_brings_its_rivals(registry: EntityRegistry) -> None:
    (link,) = registry.link("Какие проекты были на АЛОРе?")
    assert {link.node, *link.rivals} == {"c:alor", "p:alor"}
    assert {one.node for one in registry.lookup("АЛОР")} == {"c:alor", "p:alor"}


def test_an_unknown_name_is_cut_to_its_stem() -> None:
    registry = EntityRegistry(
        [Node(id="x:1", type="city", name="Тяньцзинь"), Node(id="x:2", type="land", name="Сычуань")]
    )
    assert linked(registry, "Кто живёт в Тяньцзине и в Сычуани?") == ["x:1", "x:2"]


def test_nothing_is_found_in_an_empty_registry() -> None:
    assert EntityRegistry([]).link("Что делал в Астоне?") == ()
    assert EntityRegistry([]).lookup("Астон") == ()
