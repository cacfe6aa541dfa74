"""Passages in the base: added and dropped, with word left for the indexes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from groundplan.packs.knowledge.ingest.parsed import Piece, whole
from groundplan.packs.knowledge.nouns import Passage, language_of

RECORDS = 0
"""The document number of passages that are made of records, not read from a document."""
_ADD = "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


def add_pieces(rows: sqlite3.Connection, document: int, name: str, pieces: Sequence[Piece]) -> list[str]:
    """Adds the pieces of a document; ids of their own are kept as long as they are free."""
    made: list[str] = []
    for number, piece in enumerate(pieces, start=1):
        id = _free(rows, whole(piece.id or "") or f"{name}#{number}", name)
        language = piece.language or language_of(f"{piece.title} {piece.text}")
        about = json.dumps(piece.about, ensure_ascii=False) if piece.about else ""
        rows.execute(_ADD, (id, document, whole(piece.title), whole(piece.text), piece.kind, "", language, about))
        made.append(id)
    mark(rows, made, gone=False)
    return made


def drop_pieces(rows: sqlite3.Connection, document: int) -> None:
    """Drops the passages of a document."""
    mark(rows, [row[0] for row in rows.execute("SELECT id FROM passages WHERE document = ?", (document,))], gone=True)
    rows.execute("DELETE FROM passages WHERE document = ?", (document,))


def replace_records(rows: sqlite3.Connection, passages: Iterable[Passage]) -> None:
    """The passages made of records: only those that differ are touched."""
    query = "SELECT id, title, text, nodes FROM passages WHERE document = ?"
    before = {row[0]: row[1:] for row in rows.execute(query, (RECORDS,))}
    fresh: list[str] = []
    for one in passages:
        nodes = json.dumps(one.nodes, ensure_ascii=False)
        if before.pop(one.id, None) != (one.title, one.text, nodes):
            row = (one.id, RECORDS, one.title, one.text, one.kind, nodes, one.language, one.document)
            rows.execute(_ADD.replace("INSERT", "INSERT OR REPLACE"), row)
            fresh.append(one.id)
    rows.executemany("DELETE FROM passages WHERE id = ?", ((id,) for id in before))
    mark(rows, before, gone=True)
    mark(rows, fresh, gone=False)


def mark(rows: sqlite3.Connection, ids: Iterable[str], gone: bool) -> None:
    """Leaves word for the indexes; the latest word counts."""
    rows.executemany("INSERT OR REPLACE INTO pending VALUES (?, ?)", ((id, gone) for id in ids))


def _free(rows: sqlite3.Connection, id: str, name: str) -> str:
    """The id, with the document's name before it, and a number after it, when it is taken."""
    tried, number = id, 1
    while rows.execute("SELECT 1 FROM passages WHERE id = ?", (tried,)).fetchone():
        tried = f"{name}#{id}" if number == 1 else f"{name}#{id}~{number}"
        number += 1
    return tried
