"""Records, triples and ready passages as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundplan.packs.knowledge.domain import domain_of
from groundplan.packs.knowledge.graph import Record
from groundplan.packs.knowledge.ingest.parsed import Unreadable
from groundplan.packs.knowledge.ingest.records import Records
from groundplan.packs.knowledge.ingest.structured import read_passages, read_records, read_triples
from groundplan.packs.knowledge.nouns import Domain

DOMAIN = domain_of(
    {
        "types": {
            "project": {"called": {"en": ["project", "projects"]}, "fields": ["summary"]},
            "focus_area": {"called": {"en": ["focus area", "focus areas"]}},
            "tool": {},
        },
        "relations": {
            "uses": {"source": "project", "target": "tool"},
            "extends": {"source": "project", "target": "project"},
        },
    },
    "schema.yaml",
)


def read(data: object, name: str = "data.yaml", domain: Domain = DOMAIN) -> tuple[list[Record], list[str]]:
    records = Records(domain, name)
    return list(records.read(data)), records.notes


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ({"projects": [{"id": "shop", "name": "Shop"}]}, "data.yaml"),
        ({"project": {"id": "shop", "name": "Shop"}}, "data.yaml"),
        ({"project": {"shop": {"name": "Shop"}}}, "data.yaml"),
        ([{"type": "project", "slug": "shop", "name": "Shop"}], "data.json"),
        ([{"id": "shop", "name": "Shop"}], "projects.yaml"),
        ({"id": "project:shop", "name": "Shop"}, "projects/shop.yaml"),
    ],
)
def test_every_layout_gives_the_same_record(data: object, name: str) -> None:
    (record,), notes = read(data, name)
    assert (record.node.id, record.node.type, record.node.name) == ("project:shop", "project", "Shop")
    assert notes == []


def test_a_key_may_be_a_plural_of_two_words() -> None:
    records, _ = read({"focus_areas": ["Search", {"name": {"ru": "Поиск", "en": "Retrieval"}}]})
    assert [record.node.id for record in records] == ["focus_area:search", "focus_area:retrieval"]
    assert records[1].node.names == {"ru": "Поиск", "en": "Retrieval"}


def test_relations_with_fields_backwards_and_in_place() -> None:
    shop = {"id": "shop", "uses": ["redis", {"to": "kafka", "how": "queue"}, {"name": "New Tool", "kind": "x"}]}
    records, notes = read({"projects": [shop], "tools": [{"id": "redis", "uses": "shop"}]})
    assert [record.node.id for record in records] == [
        "tool:New Tool".lower().replace(" ", "-"),
        "project:shop",
        "tool:redis",
    ]
    said = [(one.relation, one.to, dict(one.fields), one.against) for one in records[1].references]
    assert said == [
        ("uses", "redis", {}, False), ("uses", "kafka", {"how": "queue"}, False), ("uses", "tool:new-tool", {}, False),
    ]  # fmt: skip
    assert records[2].references[0].against
    assert notes == []


def test_aliases_by_language_and_nested_fields() -> None:
    one = {"id": "x", "name": "X", "aliases": {"ru": ["икс"], "en": "ex"}, "fields": {"summary": "short"}}
    (record,), _ = read({"projects": [one]})
    assert record.node.aliases == ("икс", "ex")
    assert record.node.fields == {"summary": "short"}


@pytest.mark.parametrize(
    ("data", "note"),
    [
        ({"projcts": []}, "no type is called 'projcts': did you mean 'project'?"),
        (
            {"projects": [{"id": "a", "sumary": "x"}]},
            "which the schema does not declare for project; did you mean 'summary'?",
        ),
        ({"projects": [{"summary": "x"}]}, "has neither an id nor a name"),
        ({"projects": [3]}, "entry 1 of projects is no record"),
        ([{"id": "a"}], "'a' says no type"),
        ([{"id": "a", "type": "projet"}], "did you mean 'project'?"),
    ],
)
def test_what_is_odd_is_noted(data: object, note: str) -> None:
    assert note in " ".join(read(data)[1])


def test_a_registry_needs_no_schema_and_keeps_its_ids() -> None:
    data = [{"id": "Q298", "type": "country", "name": "Чили", "aliases": ["Chile"]}, {"id": "Q1", "name": "Вселенная"}]
    records, notes = read(data, "registry.json", Domain())
    assert [(record.node.id, record.node.type) for record in records] == [("Q298", "country"), ("Q1", "entity")]
    assert notes == []


def test_records_without_a_schema_are_told_of() -> None:
    assert "no schema.yaml" in read({"projects": []}, domain=Domain())[1][0]


def test_dates_become_text(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("projects: [{id: a, on: 2021-03-01}]", "utf-8")
    assert read_records(path).data == {"projects": [{"id": "a", "True": "2021-03-01"}]}  # YAML 1.1 reads `on` as a flag


def test_broken_yaml_says_where(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: [1,\nb: }", "utf-8")
    with pytest.raises(Unreadable, match="line 2"):
        read_records(path)


@pytest.mark.parametrize("head", ["", "subject\trelation\tobject\n", "head\tpredicate\ttail\r\n"])
def test_triples_with_and_without_a_header(tmp_path: Path, head: str) -> None:
    path = tmp_path / "t.tsv"
    path.write_bytes((head + "Up\trelease_year\t2009 \nUp\trelease_year\t2009\nbroken line\n# remark\n").encode())
    parsed = read_triples(path)
    assert parsed.data == [["Up", "release_year", "2009"]]
    assert "1 lines were left out" in parsed.notes[0]


def test_a_table_is_no_triples(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text("a\tb\n", "utf-8")
    with pytest.raises(Unreadable, match="no triples"):
        read_triples(path)


def test_passages(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"id": 7, "title": "Tea", "text": "Hot."}\nnot json\n{"id": "x"}\n', "utf-8")
    parsed = read_passages(path)
    assert [(piece.id, piece.title, piece.text) for piece in parsed.pieces] == [("7", "Tea", "Hot.")]
    assert parsed.notes == ("2 lines were left out, as they are not an object with a text: 2, 3",)
