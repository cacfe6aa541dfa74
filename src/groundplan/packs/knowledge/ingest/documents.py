"""Documents in the base: read, added, dropped."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from dataclasses import dataclass, field
from pathlib import Path

from groundplan.errors import GroundplanError
from groundplan.packs.knowledge.domain.read import one_line
from groundplan.packs.knowledge.ingest.parsed import Parsed, Unreadable, whole
from groundplan.packs.knowledge.ingest.pieces import add_pieces, drop_pieces
from groundplan.packs.knowledge.ingest.places import Place


def written(path: Path, base: Path) -> str:
    """A source as the base keeps it: the way from the base to it, so that both may move together."""
    try:
        return Path(os.path.relpath(path, base.resolve())).as_posix()
    except ValueError:  # another drive
        return path.as_posix()


def root(source: str, base: Path) -> Path:
    """Where a kept source lies."""
    return Path(os.path.normpath(base.resolve() / source))


SETTLED = 2_000_000_000
"""Nanoseconds after which a time of change is trusted: within them a file may change again and show the same time."""


@dataclass(frozen=True)
class Print:
    """The SHA-256 of the content, and the stamp under which it was taken."""

    sha: str
    stamp: str


def print_of(path: Path, before: Print | None = None) -> Print:
    """The print of a file; the one before where its stamp still holds."""
    about = path.stat()
    settled = time.time_ns() - about.st_mtime_ns > SETTLED
    stamp = f"{about.st_size} {about.st_mtime_ns}" if settled else ""
    if before and stamp and stamp == before.stamp:
        return before
    with path.open("rb") as file:
        return Print(hashlib.file_digest(file, "sha256").hexdigest(), stamp)


GRAPH = ("schema", "records", "triples")
"""Kinds of documents that the graph is made of."""


@dataclass
class Tally:
    """What happened to the documents so far."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    graph: bool = False
    """Something that the graph is made of is not as it was."""
    fresh: list[str] = field(default_factory=list)
    """Ids of passages that came with new documents."""
    seen: set[tuple[str, str]] = field(default_factory=set)
    """Source and name of every document that is there."""


@dataclass(frozen=True)
class Before:
    """A document as the base knows it."""

    id: int
    print: Print
    kind: str
    failed: bool


def take(rows: sqlite3.Connection, base: Path, place: Place, tally: Tally) -> None:
    """Reads a file into the base, unless the base has it as it is."""
    key = (written(place.source, base), place.name)
    tally.seen.add(key)
    before = known(rows, key)
    try:
        print = print_of(place.path, before.print if before else None)
    except OSError as error:
        _settle(rows, key, before, Print("", ""), f"it cannot be opened ({error.strerror})", tally)
        return
    if before and before.print.sha == print.sha:
        tally.unchanged += not before.failed
        if before.print.stamp != print.stamp:
            rows.execute("UPDATE documents SET stamp = ? WHERE id = ?", (print.stamp, before.id))
        return
    _settle(rows, key, before, print, _read(place), tally)


def known(rows: sqlite3.Connection, key: tuple[str, str]) -> Before | None:
    """The document under that source and name, if the base has it."""
    query = "SELECT id, sha, stamp, kind, failed FROM documents WHERE source = ? AND name = ?"
    row = rows.execute(query, key).fetchone()
    return Before(row[0], Print(row[1], row[2]), row[3], bool(row[4])) if row else None


def drop(rows: sqlite3.Connection, id: int, kind: str, tally: Tally) -> None:
    """Drops a document with its passages; the graph is made anew without it."""
    drop_pieces(rows, id)
    rows.execute("DELETE FROM documents WHERE id = ?", (id,))
    tally.graph |= kind in GRAPH


def _settle(
    rows: sqlite3.Connection, key: tuple[str, str], before: Before | None, print: Print, read: Parsed | str,
    tally: Tally,
) -> None:  # fmt: skip
    """A document in place of the one before; `read` is what it holds, or why it cannot be read."""
    if before:
        drop(rows, before.id, before.kind, tally)
    failed = isinstance(read, str)
    tally.changed += bool(before) and not failed
    tally.added += not before and not failed
    parsed = Parsed("failed", notes=(f"not read: {read}",)) if isinstance(read, str) else read
    data = whole(json.dumps(parsed.data, ensure_ascii=False)) if parsed.data is not None else ""
    notes = json.dumps(parsed.notes, ensure_ascii=False) if parsed.notes else ""
    row = (*key, print.sha, print.stamp, parsed.kind, failed, notes, data)
    cursor = rows.execute("INSERT INTO documents VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    tally.graph |= parsed.kind in GRAPH
    tally.fresh += add_pieces(rows, cursor.lastrowid or 0, key[1], parsed.pieces)


def _read(place: Place) -> Parsed | str:
    """The document, or why it cannot be read; whatever a library stumbles over is a cause, not a crash."""
    try:
        return place.reader(place.path)
    except Unreadable as cause:
        return str(cause)
    except GroundplanError:  # a schema that is wrong, a library that is missing: for the person to mend
        raise
    except OSError as error:
        return f"it cannot be opened ({error.strerror or one_line(error)})"
    except Exception as error:  # five libraries and any file: what they may raise cannot be listed
        return f"it is broken: {type(error).__name__}: {one_line(error)}"
