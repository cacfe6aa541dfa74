"""The base on disk: one SQLite file with documents, graph and passages, and room for indexes beside it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from groundplan.errors import SourceError
from groundplan.packs.knowledge.graph.store import quick
from groundplan.packs.knowledge.ingest.places import BASE
from groundplan.packs.knowledge.nouns import Domain, Edge, Node, Passage

VERSION = "2"
"""Raise it when reading changes: bases made before are then read anew from their sources."""
WAIT = 600.0
"""Seconds an ingest waits for another one into the same base."""

_TABLES = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS documents (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, name TEXT NOT NULL, sha TEXT NOT NULL, stamp TEXT NOT NULL,
    kind TEXT NOT NULL, failed INTEGER NOT NULL, notes TEXT NOT NULL, data TEXT NOT NULL, UNIQUE (source, name));
CREATE TABLE IF NOT EXISTS nodes (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, name TEXT NOT NULL, names TEXT NOT NULL,
    aliases TEXT NOT NULL, fields TEXT NOT NULL, document TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS edges (
    source INTEGER NOT NULL, relation TEXT NOT NULL, target INTEGER NOT NULL, fields TEXT NOT NULL,
    document TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS passages (
    id TEXT PRIMARY KEY, document INTEGER NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, kind TEXT NOT NULL,
    nodes TEXT NOT NULL, language TEXT NOT NULL, about TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS passages_of ON passages (document);
CREATE TABLE IF NOT EXISTS pending (id TEXT PRIMARY KEY, gone INTEGER NOT NULL);
"""
_PASSAGE = (
    "SELECT p.id, coalesce(d.name, p.about), p.title, p.text, p.kind, p.nodes, p.language "
    "FROM passages p LEFT JOIN documents d ON d.id = p.document"
)
_EMPTY: dict[str, Any] = {}


@contextmanager
def changing(folder: Path) -> Iterator[sqlite3.Connection]:
    """The base in one transaction: all of what is done inside, or nothing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(folder / BASE, timeout=WAIT, isolation_level=None)) as base:
            base.execute("PRAGMA synchronous = NORMAL")
            base.execute("BEGIN IMMEDIATE")
            try:
                make_tables(base)
                yield base
            except BaseException:
                base.execute("ROLLBACK")
                raise
            base.execute("COMMIT")
    except (OSError, sqlite3.Error) as error:
        raise SourceError(f"the base {str(folder)!r} cannot be written ({error}); check the folder.") from error


@contextmanager
def read_only(folder: Path) -> Iterator[sqlite3.Connection]:
    """The base, to be read only."""
    uri = f"{(folder / BASE).resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True, timeout=WAIT)) as base:
            yield base
    except sqlite3.Error as error:
        raise SourceError(f"the base {str(folder)!r} cannot be read ({error}); ingest its sources again.") from error


def make_tables(base: sqlite3.Connection) -> None:
    """The tables, where there are none."""
    for statement in _TABLES.split(";\n"):  # one by one: a script would end the transaction
        base.execute(statement)


def clear(base: sqlite3.Connection) -> None:
    """An empty base in place of one whose tables another version made; its passages are marked as gone."""
    ids = base.execute("SELECT id FROM passages").fetchall()
    for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        base.execute(f'DROP TABLE "{name}"')
    make_tables(base)
    base.executemany("INSERT INTO pending VALUES (?, 1)", ids)


def told(base: sqlite3.Connection, key: str) -> str | None:
    """Something the base says about itself."""
    row = base.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else None


def tell(base: sqlite3.Connection, key: str, value: str) -> None:
    """Writes what the base says about itself."""
    base.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (key, value))


def domain(base: sqlite3.Connection) -> Domain:
    """The domain of the base."""
    text = told(base, "domain")
    return Domain.model_validate_json(text) if text else Domain()


def write_graph(base: sqlite3.Connection, domain: Domain, nodes: Sequence[Node], edges: Iterable[Edge]) -> None:
    """The graph in place of the one before."""
    base.execute("DELETE FROM edges")
    base.execute("DELETE FROM nodes")
    base.executemany(
        "INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (n, one.id, one.type, one.name, _json(one.names), _json(one.aliases), _json(one.fields), one.document)
            for n, one in enumerate(nodes)
        ),
    )
    number = {node.id: n for n, node in enumerate(nodes)}
    base.executemany(
        "INSERT INTO edges VALUES (?, ?, ?, ?, ?)",
        ((number[e.source], e.relation, number[e.target], _json(e.fields), e.document) for e in edges),
    )
    tell(base, "domain", domain.model_dump_json(exclude_defaults=True))


def read_nodes(base: sqlite3.Connection) -> list[Node]:
    """Every node, in order."""
    rows = base.execute("SELECT id, type, name, names, aliases, fields, document FROM nodes ORDER BY number")
    kept: dict[str, str] = {}
    return [
        quick(Node, {
            "id": id, "type": kept.setdefault(type, type), "name": name,
            "names": json.loads(names) if names else _EMPTY, "aliases": tuple(json.loads(aliases)) if aliases else (),
            "fields": json.loads(fields) if fields else _EMPTY, "document": kept.setdefault(document, document),
        })
        for id, type, name, names, aliases, fields, document in rows
    ]  # fmt: skip


def read_edges(base: sqlite3.Connection, nodes: Sequence[Node]) -> Iterator[Edge]:
    """Every edge, in order; the ids are those of the nodes, so that they are kept once."""
    ids = [node.id for node in nodes]
    kept: dict[str, str] = {}
    for source, relation, target, fields, document in base.execute("SELECT * FROM edges ORDER BY rowid"):
        yield quick(Edge, {
            "source": ids[source], "relation": kept.setdefault(relation, relation), "target": ids[target],
            "fields": json.loads(fields) if fields else _EMPTY, "document": kept.setdefault(document, document),
        })  # fmt: skip


def read_passages(folder: Path, ids: Iterable[str] | None = None) -> Iterator[Passage]:
    """Passages of a base: all of them, or those of the ids, in their order; ids that are gone are passed by."""
    with read_only(folder) as base:
        if ids is None:
            yield from map(_passage, base.execute(f"{_PASSAGE} ORDER BY p.rowid"))
            return
        for id in ids:
            row = base.execute(f"{_PASSAGE} WHERE p.id = ?", (id,)).fetchone()
            if row:
                yield _passage(row)


def counts(base: sqlite3.Connection) -> dict[str, int]:
    """How many documents, nodes, edges and passages there are."""
    tables = ("documents", "nodes", "edges", "passages")
    return {name: int(base.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in tables}


def notes(base: sqlite3.Connection) -> list[str]:
    """What a person should know: of each document, then of how documents fit together."""
    found = [
        f"{name}: {note}"
        for name, listed in base.execute("SELECT name, notes FROM documents WHERE notes != '' ORDER BY id")
        for note in json.loads(listed)
    ]
    left = [row[0] for row in base.execute("SELECT value FROM about WHERE key LIKE 'left out of %' AND value != ''")]
    return [*found, *json.loads(told(base, "notes") or "[]"), *left]


def _passage(row: tuple[Any, ...]) -> Passage:
    id, document, title, text, kind, nodes, language = row
    return Passage(
        id=id, document=document, title=title, text=text, kind=kind, nodes=tuple(json.loads(nodes)) if nodes else (),
        language=language,
    )  # fmt: skip


def _json(value: Any) -> str:
    """JSON, or nothing where there is nothing: most nodes of a bare graph have only a name."""
    return json.dumps(value, ensure_ascii=False) if value else ""


def passage_kinds(base: sqlite3.Connection) -> tuple[str, ...]:
    """Every kind of passage there is."""
    return tuple(kind for (kind,) in base.execute("SELECT DISTINCT kind FROM passages ORDER BY kind"))
