"""All documents of a base -> one graph, record passages, and links from passages to nodes."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from groundplan.packs.knowledge.domain.read import merged
from groundplan.packs.knowledge.graph.builder import Built, GraphBuilder, Names
from groundplan.packs.knowledge.graph.store import unwatched
from groundplan.packs.knowledge.ingest.base import read_nodes, tell, write_graph
from groundplan.packs.knowledge.ingest.pieces import RECORDS, mark, replace_records
from groundplan.packs.knowledge.ingest.records import Records
from groundplan.packs.knowledge.nouns import Domain, Edge, Node, Passage, language_of

Linker = Callable[[str], tuple[str, ...]]
"""A passage's title and text -> ids of nodes."""

_WORD = re.compile(r"\w+(?:[.+#]+\w+)*[+#]*|[^\w\s]")
LONGEST = 8
MOST = 40
"""Nodes one passage may be linked to."""


def linker(nodes: Iterable[Node]) -> Linker:
    """Links by exact names and aliases. One word must have a capital, a digit or a sign: `Go`, not `go`."""
    names: dict[tuple[str, ...], list[str]] = {}
    first: dict[str, int] = {}
    for node in nodes:
        for name in {node.name, *node.names.values(), *node.aliases}:
            words = tuple(_WORD.findall(name))
            if words and len(words) <= LONGEST and _telling(words):
                names.setdefault(words, []).append(node.id)
                first[words[0]] = max(first.get(words[0], 0), len(words))
    return lambda text: _linked(text, names, first)


def _telling(words: tuple[str, ...]) -> bool:
    name = "".join(words)
    return len(name) > 1 and not (len(words) == 1 and name.islower()) and not name.isdigit()


def _linked(text: str, names: dict[tuple[str, ...], list[str]], first: dict[str, int]) -> tuple[str, ...]:
    words = _WORD.findall(text)
    found: dict[str, None] = {}
    at = 0
    while at < len(words):
        size = first.get(words[at], 0)
        while size and tuple(words[at : at + size]) not in names:
            size -= 1
        if size:
            found |= dict.fromkeys(names[tuple(words[at : at + size])])
        at += size or 1
    return tuple(found)[:MOST]


_LANGUAGES = ("ru", "en")


def record_passages(
    nodes: Iterable[Node], edges: Iterable[Edge], domain: Domain, documents: Collection[str]
) -> Iterator[Passage]:
    """A passage for each node of the documents that has more than a name, in each language it speaks."""
    known = {node.id: node for node in nodes}
    out: dict[str, dict[str, list[str]]] = {}
    for edge in edges:
        out.setdefault(edge.source, {}).setdefault(edge.relation, []).append(edge.target)
    for node in (node for node in known.values() if node.document in documents):
        for language in _spoken(node):
            lines = [*_fields(node, domain, language), *_relations(out.get(node.id, {}), known, domain, language)]
            if lines:
                yield Passage(
                    id=f"{node.id}@{language}", document=node.document, title=node.called(language),
                    text="\n".join(lines), kind="record", nodes=(node.id,), language=language,
                )  # fmt: skip


def _spoken(node: Node) -> tuple[str, ...]:
    """The languages a node has any text in; without a choice, the one it is written in."""
    said = set(node.names).union(*(value for value in node.fields.values() if _by_language(value)))
    found = tuple(language for language in _LANGUAGES if language in said)
    return found or (language_of(" ".join([node.name, *map(str, node.fields.values())])),)


def _fields(node: Node, domain: Domain, language: str) -> Iterator[str]:
    declared = domain.types[node.type].fields if node.type in domain.types else {}
    for name in node.fields:
        value = node.field(name, language)
        label = (declared.get(name, {}).get(language) or (name.replace("_", " "),))[0]
        if isinstance(value, list):
            yield "\n".join([f"{label}:", *(f"- {one}" for one in value)])
        elif value is not None and not isinstance(value, bool | Mapping):
            yield f"{label}: {value}"


def _relations(out: Mapping[str, list[str]], known: Mapping[str, Node], domain: Domain, language: str) -> Iterator[str]:
    for relation, targets in out.items():
        words = domain.relations[relation].says.get(language) or (relation.replace("_", " "),)
        yield f"{words[0]}: {', '.join(known[id].called(language) for id in targets if id in known)}"


def _by_language(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and set(value) <= set(_LANGUAGES)


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
