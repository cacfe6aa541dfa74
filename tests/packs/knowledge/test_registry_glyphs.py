"""Names with letters of the wrong alphabet, and misspelled ones with an ending."""

from __future__ import annotations

import pytest

from groundplan.packs.knowledge.nouns import Node
from groundplan.packs.knowledge.registry import EntityRegistry
from groundplan.packs.knowledge.registry.glyphs import untangled

REGISTRY = EntityRegistry(
    [
        Node(id="t:kafka", type="technology", name="Apache Kafka", aliases=("Kafka", "Кафка")),
        Node(id="t:kubernetes", type="technology", name="Kubernetes", aliases=("Кубернетес",)),
        Node(id="t:elastic", type="technology", name="Elasticsearch"),
        Node(id="t:cpp", type="technology", name="C++"),
        Node(id="t:bm25", type="technology", name="BM25"),
        Node(id="t:java", type="technology", name="Java"),
        Node(id="t:javascript", type="technology", name="JavaScript"),
        Node(id="t:postgres", type="technology", name="PostgreSQL", aliases=("Postgres", "Постгрес")),
        Node(id="t:go", type="technology", name="Go"),
        Node(id="c:aston", type="company", name="Aston", aliases=("Астон",)),
    ]
)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("Kafkа где использовалась?", "t:kafka"),  # a Cyrillic а at the end
        ("Где применял Kаfka?", "t:kafka"),
        ("Проекты Астoна", "c:aston"),  # a Latin o
        ("Где применял С++?", "t:cpp"),
        ("Где нужен ВМ25?", "t:bm25"),
        ("Что крутилось в Кубернетисе?", "t:kubernetes"),
        ("Что лежит в Эластиксёрче?", "t:elastic"),
        ("Что хранит в Postgres'е?", "t:postgres"),
    ],
)
def test_a_name_is_found(text: str, node: str) -> None:
    assert [link.node for link in REGISTRY.link(text)] == [node]


@pytest.mark.parametrize("text", ["Работал в Google?", "в Гугле", "Где PostHog?", "Где Постхог?", "Работал в Яндексе?"])
def test_another_name_is_not(text: str) -> None:
    assert REGISTRY.link(text) == ()


def test_short_and_long_names_stay_apart() -> None:
    assert [link.node for link in REGISTRY.link("Java и JavaScript")] == ["t:java", "t:javascript"]


def test_every_letter_keeps_its_place() -> None:
    text = "Kafkа и Астoн, а также С++ в Postgresом"
    assert len(untangled(text)) == len(text)
    assert untangled("обычный русский текст and plain English") == "обычный русский текст and plain English"
