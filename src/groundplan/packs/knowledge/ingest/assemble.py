"""All documents of a base -> one graph, record passages, and links from passages to nodes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from groundplan.packs.knowledge.domain.read import merged
from groundplan.packs.knowledge.graph.builder import Built, GraphBuilder
from groundplan.packs.knowledge.graph.names import Names
from groundplan.packs.knowledge.graph.quick import unwatched
from groundplan.packs.knowledge.ingest.base import read_nodes, tell, write_graph
from groundplan.packs.knowledge.ingest.linking import linker
from groundplan.packs.knowledge.ingest.node_passages import record_passages
from groundplan.packs.knowledge.ingest.pieces import RECORDS, mark, replace_records
from groundplan.packs.knowledge.ingest.records import Records
from groundplan.packs.knowledge.nouns import Domain

_DATA = "SELECT name, kind, data FROM documents WHERE data != '' ORDER BY id"


def rebuild(rows: sqlite3.Connection) -> bool:
    """The graph of all documents, in place of the one before; says whether names changed."""
    before = {(node.id, node.name, node.aliases) for node in read_nodes(rows)}
    with unwatched():
        built = _built(rows)
        write_graph(rows, built.domain, built.nodes, built.edges)
    tell(rows, "notes", json.dumps([f"{name}: {note}" for name, note in built.notes], ensure_ascii=False))
    declared = {row[0] for row in rows.execute("SELECT name FROM documents WHERE kind = 'records'")}
    replace_records(rows, record_passages(built.nodes, built.edges, built.domain, declared) if declared else ())
    return before != {(node.id, node.name, node.aliases) for node in built.nodes}


def _built(rows: sqlite3.Connection) -> Built:
    documents = [(name, kind, json.loads(data)) for name, kind, data in rows.execute(_DATA)]
    domain = merged(Domain.model_validate(data) for _, kind, data in documents if kind == "schema")
    builder = GraphBuilder(domain)
    for name, kind, data in documents:
        if kind == "records":
            records = Records(domain, name)
            for record in records.read(data):
                builder.add(record)
            for note in records.notes:
                builder.note(name, note)
        elif kind == "triples":
            builder.add_triples(data, name)
    return builder.build()


def link_all(rows: sqlite3.Connection, ids: Sequence[str] | None) -> None:
    """Links passages to the nodes they name: those of the ids, or all where names have changed."""
    waiting = list(_unlinked(rows, ids))
    if not waiting:
        return
    nodes = read_nodes(rows)
    found, names = linker(nodes), Names(nodes)
    changed: list[tuple[str, str]] = []
    for id, title, text, about, before in waiting:
        said = [node for word in (json.loads(about) if about else ()) for node in names.anywhere(word)]
        linked = tuple(dict.fromkeys((*said, *found(f"{title}\n{text}")))) if nodes else ()
        after = json.dumps(linked, ensure_ascii=False) if linked else ""
        if after != before:
            changed.append((after, id))
    rows.executemany("UPDATE passages SET nodes = ? WHERE id = ?", changed)
    mark(rows, (id for _, id in changed), gone=False)


def _unlinked(rows: sqlite3.Connection, ids: Sequence[str] | None) -> Iterable[tuple[str, str, str, str, str]]:
    query = "SELECT id, title, text, about, nodes FROM passages"
    if ids is None:
        return rows.execute(f"{query} WHERE document != ?", (RECORDS,)).fetchall()
    return [row for id in ids for row in rows.execute(f"{query} WHERE id = ?", (id,))]
