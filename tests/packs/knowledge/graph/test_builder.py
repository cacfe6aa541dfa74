"""Records and triples -> one graph."""

from __future__ import annotations

from groundplan.packs.knowledge.domain import domain_of
from groundplan.packs.knowledge.graph import GraphBuilder, Record, Reference
from groundplan.packs.knowledge.graph.store import quick
from groundplan.packs.knowledge.nouns import Edge, Node

DOMAIN = domain_of(
    {
        "types": {"project": {}, "tool": {}},
        "relations": {"uses": {"source": "project", "target": "tool"}},
    },
    "schema.yaml",
)


def node(type: str, slug: str, name: str, **more: object) -> Node:
    return Node(id=f"{type}:{slug}", type=type, name=name, document=f"{type}s.yaml", **more)


def test_references_are_followed_by_id_name_alias_and_case() -> None:
    builder = GraphBuilder(DOMAIN)
    said = [Reference("uses", to) for to in ("redis", "tool:kafka", "PostgreSQL", "ПОСТГРЕС")]
    builder.add(Record(node("project", "shop", "Shop"), tuple(said)))
    builder.add(Record(node("tool", "redis", "Redis")))
    builder.add(Record(node("tool", "kafka", "Kafka")))
    builder.add(Record(node("tool", "postgres", "PostgreSQL", aliases=("Постгрес",))))
    built = builder.build()
    assert [edge.target for edge in built.edges] == ["tool:redis", "tool:kafka", "tool:postgres"]
    assert built.notes == ()
    assert [edge.source for edge in built.store().edges("tool:redis", "-uses")] == ["project:shop"]


def test_an_unknown_reference_is_noted_with_the_nearest() -> None:
    builder = GraphBuilder(DOMAIN)
    builder.add(Record(node("project", "shop", "Shop"), (Reference("uses", "rediss"),)))
    builder.add(Record(node("tool", "redis", "Redis")))
    built = builder.build()
    assert built.edges == ()
    assert "did you mean 'redis'?" in built.notes[0][1]
    assert built.notes[0][0] == "projects.yaml"


def test_a_name_of_two_nodes_is_not_guessed() -> None:
    builder = GraphBuilder(DOMAIN)
    builder.add(Record(node("project", "shop", "Shop"), (Reference("uses", "Spark"),)))
    builder.add(Record(node("tool", "spark-mail", "Spark")))
    builder.add(Record(node("tool", "spark-jobs", "Spark")))
    built = builder.build()
    assert built.edges == ()
    assert "several are called so, tool:spark-mail, tool:spark-jobs" in built.notes[0][1]


def test_a_node_declared_twice_is_one() -> None:
    builder = GraphBuilder(DOMAIN)
    builder.add(Record(node("tool", "redis", "Redis", fields={"kind": "store"})))
    builder.add(Record(node("tool", "redis", "Redis", fields={"kind": "cache", "since": 2015}, aliases=("Редис",))))
    built = builder.build()
    assert len(built.nodes) == 1
    assert built.nodes[0].fields == {"kind": "store", "since": 2015}
    assert built.nodes[0].aliases == ("Редис",)
    assert "declared before with another kind" in built.notes[0][1]


def test_triples_meet_declared_nodes_and_make_new_ones() -> None:
    builder = GraphBuilder(DOMAIN)
    builder.add(Record(node("tool", "redis", "Redis")))
    builder.add_triples([("Shop", "uses", "Redis"), ("Shop", "uses", "Kafka"), ("Shop", "uses", "Kafka")], "more.tsv")
    built = builder.build()
    assert [edge.target for edge in built.edges] == ["tool:redis", "tool:kafka"]
    assert built.store().node("project:shop") == Node(
        id="project:shop", type="project", name="Shop", document="more.tsv"
    )


def test_names_that_differ_in_case_or_signs_only_are_two_nodes() -> None:
    builder = GraphBuilder()
    builder.add_triples([("It", "release_year", "1990"), ("IT", "release_year", "2001"), ("$", "release_year", "1971")])
    ids = [node.id for node in builder.build().nodes if node.type == "item"]
    assert ids == ["item:it", "item:it~2", "item:u24"]


def test_a_film_called_as_its_year_is_another_node() -> None:
    builder = GraphBuilder()
    builder.add_triples(
        [("1984", "release_year", "1984"), ("Alien", "release_year", "1979"), ("Up", "release_year", "2009")]
    )
    built = builder.build()
    assert {node.type for node in built.nodes if node.name == "1984"} == {"item", "year"}


def test_types_used_by_a_registry_are_declared() -> None:
    builder = GraphBuilder()
    builder.add(Record(Node(id="Q1", type="entity", name="Чили")))
    assert builder.build().domain.types["entity"].called == {"en": ("entity", "entities")}


def test_a_quick_value_is_like_any_other() -> None:
    values = {"source": "a", "relation": "r", "target": "b", "fields": {}, "document": "d"}
    made = quick(Edge, dict(values))
    assert made == Edge(**values)
    assert made.model_dump() == values
    assert made.model_copy(update={"target": "c"}).target == "c"
