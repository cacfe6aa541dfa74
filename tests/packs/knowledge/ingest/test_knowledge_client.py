"""Sources of a question, opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundplan.errors import SourceError
from groundplan.packs.knowledge.client import open_sources
from groundplan.packs.knowledge.ingest import ingest

TRIPLES = "Up\tdirected_by\tPete\nUp\trelease_year\t2009\nSoul\tdirected_by\tPete\nSoul\trelease_year\t2020\n"


def test_raw_triples_are_read_once(write, tmp_path: Path) -> None:
    file = write({"films.tsv": TRIPLES}) / "films.tsv"
    opened = open_sources((str(file),), tmp_path / "cache")
    assert [edge.source for edge in opened.graph.edges("person:pete", "-directed_by")] == ["film:up", "film:soul"]
    (made,) = (tmp_path / "cache/knowledge").iterdir()
    before = (made / "base.db").stat().st_mtime_ns
    open_sources((str(file),), tmp_path / "cache")
    assert (made / "base.db").stat().st_mtime_ns == before
    file.write_text(TRIPLES + "Cars\tdirected_by\tJohn\n", "utf-8")
    assert open_sources((str(file),), tmp_path / "cache").graph.node("person:john")
    assert len(list((tmp_path / "cache/knowledge").iterdir())) == 1


def test_several_together(shop: Path, write, tmp_path: Path) -> None:
    more = write({"more.md": "# More\n\nThe Shop again.\n", "films.tsv": TRIPLES}, "more")
    opened = open_sources((str(shop), str(more)), tmp_path / "cache")
    assert opened.graph.node("project:shop") and opened.graph.node("film:up")
    assert opened.size["documents"] == 8
    ingest([shop], tmp_path / "base")
    with pytest.raises(SourceError, match="'base' is a base and asked alone"):
        open_sources((str(tmp_path / "base"), str(more)), tmp_path / "cache")


def test_a_lone_file_finds_the_schema_beside_it(shop: Path, tmp_path: Path) -> None:
    opened = open_sources((str(shop / "tools.yaml"),), tmp_path / "cache")
    assert [node.id for node in opened.graph.nodes("tool")] == ["tool:redis", "tool:kafka"]


def test_no_sources_are_an_empty_base(tmp_path: Path) -> None:
    opened = open_sources((), tmp_path)
    assert (list(opened.graph.nodes()), opened.search, opened.notes) == ([], None, ())
    assert (opened.names, opened.size["nodes"], opened.size["passages"]) == (("graph", "documents"), 0, 0)
    assert opened.passages("anything") == []
    opened.close()


def test_steps_read_the_graph_and_the_documents(shop: Path, tmp_path: Path) -> None:
    opened = open_sources((str(shop),), tmp_path)
    assert opened.get("graph") is opened.get("documents") is opened
    with pytest.raises(SourceError, match="no 'tables' in a base; there is graph, documents"):
        opened.get("tables")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("projcts.yaml", "did you mean"), ("qqq", "that folder has"), ("no/where", "and no folder"),
        ("data.xyz", "of no known kind"),
    ],
)  # fmt: skip
def test_what_cannot_be_opened(shop: Path, tmp_path: Path, name: str, said: str) -> None:
    (shop / "data.xyz").write_text("x", "utf-8")
    with pytest.raises(SourceError, match=said):
        open_sources((str(shop / name),), tmp_path)


def test_a_folder_with_nothing_to_ask(write, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nothing to ask in source: .*1 \.png"):
        open_sources((str(write({"a.png": "x"})),), tmp_path / "cache")


def test_the_registry_knows_the_names(shop: Path, tmp_path: Path) -> None:
    opened = open_sources((str(shop),), tmp_path)
    assert [link.node for link in opened.registry.link("what does The Shop use")] == ["project:shop"]
