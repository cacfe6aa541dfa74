"""A base on disk, from its first reading to its last change."""

from __future__ import annotations

import os
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from small_files import pdf

from groundplan.errors import SourceError
from groundplan.packs.knowledge.client import open_sources
from groundplan.packs.knowledge.ingest import Summary, ingest, read_passages, show
from groundplan.packs.knowledge.ingest.base import changing, read_only, tell


def figures(summary: Summary) -> tuple[int, int, int, int, int]:
    return summary.added, summary.changed, summary.removed, summary.unchanged, summary.failed


def pending(base: Path) -> dict[str, int]:
    with read_only(base) as rows:
        return dict(rows.execute("SELECT id, gone FROM pending").fetchall())


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tmp_path / "base"


def test_records_become_a_graph(shop: Path, base: Path) -> None:
    summary = ingest([shop], base)
    assert figures(summary) == (6, 0, 0, 0, 0)
    assert summary.notes == ()
    opened = open_sources((str(base),), base)
    graph = opened.graph
    shop_node = graph.node("project:shop")
    assert shop_node is not None
    assert (shop_node.called("ru"), shop_node.field("summary", "en")) == ("Лавка", "Sells bread and milk.")
    assert shop_node.fields["started"] == "2021-03-01"
    uses = graph.edges("project:shop", "uses")
    assert [(edge.target, edge.fields) for edge in uses] == [("tool:redis", {}), ("tool:kafka", {"how": "for orders"})]
    assert graph.linked("person:ann", "project:shop")
    assert opened.domain.name == "shop"


def test_passages_of_records_and_documents(shop: Path, base: Path) -> None:
    ingest([shop], base)
    found = {passage.id: passage for passage in read_passages(base)}
    record = found["project:shop@ru"]
    assert (record.title, record.kind, record.language) == ("Лавка", "record", "ru")
    assert "использует: Redis, Kafka" in record.text
    assert record.document == "projects.yaml"
    why = found["notes/why.md#1"]
    assert why.nodes == ("project:shop", "tool:redis")
    assert why.document == "notes/why.md"
    assert found["notes/who.txt#1"].language == "ru"
    assert list(read_passages(base, ["gone", "notes/why.md#1"])) == [why]


def test_nothing_changed_nothing_read(shop: Path, base: Path) -> None:
    ingest([shop], base)
    assert figures(ingest([shop], base)) == (0, 0, 0, 6, 0)
    assert figures(ingest([], base)) == (0, 0, 0, 6, 0)


def test_a_changed_document_is_replaced(shop: Path, base: Path) -> None:
    ingest([shop], base)
    (shop / "notes/why.md").write_text("# Why\n\nAll went to Kafka.\n", "utf-8")
    assert figures(ingest([shop], base)) == (0, 1, 0, 5, 0)
    (why,) = read_passages(base, ["notes/why.md#1"])
    assert (why.text, why.nodes) == ("All went to Kafka.", ("tool:kafka",))


def test_the_same_time_and_size_do_not_hide_a_change(shop: Path, base: Path) -> None:
    ingest([shop], base)
    path = shop / "notes/why.md"
    about = path.stat()
    path.write_text(path.read_text("utf-8").replace("Redis", "Kafka"), "utf-8")
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert ingest([shop], base).changed == 1


def test_a_vanished_document_goes_with_all_it_brought(shop: Path, base: Path) -> None:
    ingest([shop], base)
    (shop / "tools.yaml").unlink()
    (shop / "notes/why.md").unlink()
    summary = ingest([shop], base)
    assert (summary.removed, summary.edges) == (2, 1)
    graph = open_sources((str(base),), base).graph
    assert graph.node("tool:redis") is None
    assert graph.edges("project:shop", "uses") == ()
    assert "'redis': unknown" in " ".join(summary.notes)
    ids = {passage.id for passage in read_passages(base)}
    assert not ids & {"notes/why.md#1", "tool:redis@en"}


def test_a_renamed_node_is_linked_anew(shop: Path, base: Path) -> None:
    ingest([shop], base)
    tools = shop / "tools.yaml"
    tools.write_text(tools.read_text("utf-8").replace("Redis", "Valkey"), "utf-8")
    ingest([shop], base)
    (why,) = read_passages(base, ["notes/why.md#1"])
    assert why.nodes == ("project:shop",)


def test_two_sources_live_side_by_side(shop: Path, write, base: Path) -> None:
    ingest([shop], base)
    other = write({"more.md": "# More\n\nText.\n"}, "other")
    assert figures(ingest([other], base)) == (1, 0, 0, 0, 0)
    assert show(base).counts["documents"] == 7
    shutil.rmtree(other)
    assert figures(ingest([], base)) == (0, 0, 1, 6, 0)


def test_source_and_base_may_move_together(shop: Path, base: Path, tmp_path: Path) -> None:
    ingest([shop], base)
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    shutil.move(shop, moved / "source")
    shutil.move(base, moved / "base")
    assert figures(ingest([moved / "source"], moved / "base")) == (0, 0, 0, 6, 0)


def test_a_base_inside_its_source_is_not_read(shop: Path) -> None:
    ingest([shop], shop / "base")
    assert figures(ingest([shop], shop / "base")) == (0, 0, 0, 6, 0)


def test_broken_files_are_told_of_and_the_rest_is_read(write, base: Path) -> None:
    source = write(
        {
            "bad.pdf": b"%PDF-1.7 broken", "bad.docx": b"PK", "bad.yaml": "a: [", "bad.tsv": "one\ttwo\n",
            "bytes.txt": bytes(range(256)) * 8, "empty.md": "", "photo.png": b"\x89PNG", "good.pdf": pdf("Fine words."),
        }
    )  # fmt: skip
    summary = ingest([source], base)
    assert figures(summary) == (2, 0, 0, 0, 5)
    told = "\n".join(summary.notes)
    for said in ("bad.pdf: not read", "bad.docx: not read", "bad.yaml: not read", "bad.tsv: not read", "1 .png"):
        assert said in told
    assert "empty.md: it holds no text" in told
    assert ingest([source], base).notes == summary.notes
    (source / "bad.tsv").write_text("Up\trelease_year\t2009\n", "utf-8")
    assert figures(ingest([source], base)) == (0, 1, 0, 2, 4)


def test_hostile_files_do_no_harm(write, base: Path) -> None:
    laughs = [f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]" for before, name in pairwise("abcdefghi")]
    source = write(
        {
            "laughs.yaml": "\n".join(["a: &a [lol]", *laughs]), "deep.html": "<div>" * 20_000 + "text",
            "halves.jsonl": '{"id": "h", "title": "\\ud800", "text": "half \\ud83d left"}\n',
        }
    )  # fmt: skip
    (source / "loop").symlink_to(source)
    summary = ingest([source], base)
    assert "laughs.yaml: not read: its anchors" in " ".join(summary.notes)
    assert [passage.text for passage in read_passages(base, ["h"])] == ["half ? left"]


def test_a_broken_schema_stops_and_leaves_the_base(shop: Path, base: Path) -> None:
    ingest([shop], base)
    (shop / "schema.yaml").write_text("typs: {}", "utf-8")
    with pytest.raises(SourceError, match="did you mean 'types'"):
        ingest([shop], base)
    assert open_sources((str(base),), base).graph.node("project:shop")


def test_a_crash_leaves_the_old_base(shop: Path, base: Path) -> None:
    ingest([shop], base)
    before = show(base)
    (shop / "tools.yaml").unlink()
    (shop / "new.md").write_text("# New\n\nText.\n", "utf-8")

    def crash(name: str, done: int, total: int) -> None:
        if done == total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ingest([shop], base, crash)
    assert show(base) == before


def test_the_indexes_are_told_what_changed(shop: Path, base: Path) -> None:
    """Word is left with the base and taken away once the indexes have it; here it is only looked at."""
    with changing(base):
        pass
    ingest([shop], base)
    with changing(base) as rows:
        rows.execute("DELETE FROM pending")
    (shop / "notes/why.md").unlink()
    (shop / "notes/new.md").write_text("# New\n\nText.\n", "utf-8")
    from groundplan.packs.knowledge.ingest import update

    with changing(base) as rows:
        update._ingest(rows, base, [shop], None)
    assert pending(base) == {"notes/why.md#1": 1, "notes/new.md#1": 0}


def test_an_older_base_is_read_again(shop: Path, base: Path) -> None:
    ingest([shop], base)
    with changing(base) as rows:
        tell(rows, "version", "0")
    with pytest.raises(SourceError, match="groundplan ingest --into"):
        open_sources((str(base),), base)
    assert figures(ingest([], base)) == (6, 0, 0, 0, 0)
    assert open_sources((str(base),), base).graph.node("project:shop")


def test_ids_that_are_taken_get_the_documents_name(write, base: Path) -> None:
    line = '{"id": "p0", "title": "T", "text": "One."}\n'
    ingest([write({"a.jsonl": line, "b.jsonl": line})], base)
    assert [passage.id for passage in read_passages(base)] == ["p0", "b.jsonl#p0"]


def test_progress_is_told(shop: Path, base: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    ingest([shop], base, lambda *step: seen.append(step))
    assert seen[0] == ("schema.yaml", 0, 6)
    assert seen[-1] == ("", 6, 6)


def test_what_is_no_base(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is no base"):
        show(tmp_path)
    with pytest.raises(SourceError, match="no source was given"):
        ingest([], tmp_path / "none")
    with pytest.raises(SourceError, match="into itself"):
        ingest([tmp_path], tmp_path)
