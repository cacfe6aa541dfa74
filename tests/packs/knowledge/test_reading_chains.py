"""Chains of one to three hops, read by the words of a schema that nobody declared."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from groundplan.embed import best_embedder
from groundplan.packs.knowledge.domain.derive import derive_shape
from groundplan.packs.knowledge.graph.store import DictGraphStore
from groundplan.packs.knowledge.nouns import Domain, Edge, Node
from groundplan.packs.knowledge.reading import Interpretation, read
from groundplan.packs.knowledge.reading.paths import found
from groundplan.packs.knowledge.reading.reader import schema_of
from groundplan.packs.knowledge.registry import EntityRegistry

TRIPLES = [
    ("The Salt Road", "author", "Elena Marsh"),
    ("Winter Keys", "author", "Elena Marsh"),
    ("Paper Boats", "author", "David Okoro"),
    ("Stone Harbour", "author", "David Lindgren"),
    ("The Salt Road", "published_by", "Lumen House"),
    ("Winter Keys", "published_by", "Blue Door"),
    ("Paper Boats", "published_by", "Blue Door"),
    ("Stone Harbour", "published_by", "Lumen House"),
    ("The Salt Road", "publication_year", "1989"),
    ("Winter Keys", "publication_year", "1999"),
    ("Paper Boats", "publication_year", "1999"),
    ("Stone Harbour", "publication_year", "2007"),
    ("The Salt Road", "has_genre", "mystery"),
    ("Winter Keys", "has_genre", "memoir"),
    ("Paper Boats", "has_genre", "mystery"),
    ("Stone Harbour", "has_genre", "memoir"),
]


@dataclass(frozen=True)
class Shelf:
    """A base in memory."""

    domain: Domain
    graph: DictGraphStore
    registry: EntityRegistry


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    shape = derive_shape(TRIPLES)
    nodes: dict[str, Node] = {}
    for subject, relation, object in TRIPLES:
        for name, type in ((subject, shape.source[relation]), (object, shape.target[relation])):
            nodes.setdefault(name, Node(id=name, type=type, name=name))
    edges = [Edge(source=s, relation=r, target=o) for s, r, o in TRIPLES]
    return Shelf(shape.domain, DictGraphStore(nodes.values(), edges), EntityRegistry(nodes.values()))


def asked(shelf: Shelf, question: str) -> tuple[Interpretation, set[str]]:
    reading = read(question, shelf, best_embedder())
    schema = schema_of(shelf, best_embedder())
    return reading, {name for path in reading.paths for name in found(schema, path)}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("who wrote Winter Keys", {"Elena Marsh"}),
        ("what books did Elena Marsh write", {"The Salt Road", "Winter Keys"}),
        ("when was Paper Boats published", {"1999"}),
        ("what kind of book is The Salt Road", {"mystery"}),
        ("which genres does Elena Marsh write in", {"mystery", "memoir"}),
        ("in which years were the books of Elena Marsh published", {"1989", "1999"}),
        ("which books have the same author as Winter Keys", {"The Salt Road"}),
        ("what genres are the books that share an author with Winter Keys", {"mystery"}),
        ("кто автор книги Winter Keys", {"Elena Marsh"}),
    ],
)
def test_a_chain_is_read_by_the_words_of_the_schema(shelf: Shelf, question: str, names: set[str]) -> None:
    reading, got = asked(shelf, question)
    assert reading.intents[0][0] == "GRAPH_CHAIN"
    assert got == names


def test_further_names_narrow_what_is_found(shelf: Shelf) -> None:
    assert asked(shelf, "which books by Elena Marsh were published in 1999")[1] == {"Winter Keys"}


@pytest.mark.parametrize(
    ("question", "holds"), [("did Elena Marsh write Winter Keys", True), ("did David Okoro write Winter Keys", False)]
)
def test_a_closed_question_leads_to_the_other_name_or_nowhere(shelf: Shelf, question: str, holds: bool) -> None:
    reading, got = asked(shelf, question)
    assert reading.info_need == "yes_no"
    assert bool(got) == holds


def test_counting_is_an_information_need(shelf: Shelf) -> None:
    reading, got = asked(shelf, "how many books did Elena Marsh write")
    assert reading.info_need == "count"
    assert len(got) == 2


def test_what_no_base_is_asked_is_turned_down(shelf: Shelf) -> None:
    reading, _ = asked(shelf, "tell me a joke")
    assert reading.doubt is not None
    assert reading.doubt.kind == "refuse"


def test_a_name_without_a_relation_in_the_question_is_not_trusted(shelf: Shelf) -> None:
    assert asked(shelf, "is Lumen House far from the moon")[0].confidence < 0.6


def test_a_type_of_numbers_without_words_is_read_past() -> None:
    triples = [("Lumo", "launched_in", "2016"), ("Beam", "launched_in", "2022"), ("Stell", "makes", "Lumo")]
    shape = derive_shape([*triples, ("Stell", "makes", "Beam")])
    nodes = [Node(id=name, type="", name=name) for name in ("Lumo", "Beam", "Stell", "2016", "2022")]
    edges = [Edge(source=subject, relation=relation, target=object) for subject, relation, object in triples]
    base = Shelf(shape.domain, DictGraphStore(nodes, edges), EntityRegistry(nodes))
    assert read("when did Lumo launch", base, best_embedder()).paths[0].hops == ("launched_in",)


def test_documents_alone_are_searched_whatever_is_asked() -> None:
    base = Shelf(Domain(), DictGraphStore(), EntityRegistry([]))
    assert read("tell me a joke", base, best_embedder()).doubt is None
