"""Which passages have vectors, and of which text: what is left after a stop is made by the next call."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

from groundplan.errors import SourceError
from groundplan.packs.knowledge.nouns import Passage

WAIT = 600.0
_TABLES = (
    "CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS vectors (id TEXT PRIMARY KEY, print TEXT NOT NULL, done INTEGER NOT NULL)",
    "CREATE INDEX IF NOT EXISTS left_over ON vectors (id) WHERE NOT done",
    "CREATE TABLE IF NOT EXISTS gone (id TEXT PRIMARY KEY)",
)
# The same text again keeps its vector: an update that was stopped halfway starts over, but not the vectors.
_NOTE = (
    "INSERT INTO vectors VALUES (?, ?, 0) ON CONFLICT (id) DO UPDATE "
    "SET done = done AND print = excluded.print, print = excluded.print"
)


class VectorRecord:
    """The record of vectors, in a file of its own."""

    def __init__(self, rows: sqlite3.Connection) -> None:
        self._rows = rows

    def note(self, passages: Iterable[Passage], removed: Iterable[str]) -> None:
        """Write down what came and what went."""
        with self._rows:
            for id in removed:
                self._rows.execute("DELETE FROM vectors WHERE id = ?", (id,))
                self._rows.execute("INSERT OR IGNORE INTO gone VALUES (?)", (id,))
            self._rows.executemany(_NOTE, ((passage.id, print_of(passage)) for passage in passages))

    def model(self) -> str:
        """The model whose vectors are accounted for."""
        told = self._rows.execute("SELECT value FROM about WHERE key = 'model'").fetchone()
        return str(told[0]) if told else ""

    def start(self, model: str) -> str:
        """The folder for the vectors of a model; a new one, to be filled from the start, for another than before."""
        told = dict(self._rows.execute("SELECT key, value FROM about"))
        return told["folder"] if told.get("model") == model else self.again(model)

    def again(self, model: str) -> str:
        """A new folder, for which every vector has to be made."""
        folder = f"vectors-{uuid4().hex[:12]}"
        with self._rows:
            about = (("model", model), ("folder", folder))
            self._rows.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", about)
            self._rows.execute("UPDATE vectors SET done = 0")
            self._rows.execute("DELETE FROM gone")
        return folder

    def left(self) -> list[str]:
        """The ids of passages without a vector."""
        return [row[0] for row in self._rows.execute("SELECT id FROM vectors WHERE NOT done ORDER BY rowid")]

    def gone(self) -> list[str]:
        """The ids of passages whose vectors have to go, unless they came back."""
        query = "SELECT id FROM gone WHERE id NOT IN (SELECT id FROM vectors)"
        return [row[0] for row in self._rows.execute(query)]

    def counts(self) -> tuple[int, int]:
        """How many passages have a vector, and how many there are."""
        done, every = self._rows.execute("SELECT coalesce(sum(done), 0), count(*) FROM vectors").fetchone()
        return int(done), int(every)

    def done(self, ids: Iterable[str]) -> None:
        """These have their vectors now."""
        with self._rows:
            self._rows.executemany("UPDATE vectors SET done = 1 WHERE id = ?", ((id,) for id in ids))

    def forgotten(self) -> None:
        """What was to go is gone."""
        with self._rows:
            self._rows.execute("DELETE FROM gone")


@contextmanager
def open_record(folder: Path) -> Iterator[VectorRecord]:
    """The record of a search folder."""
    try:
        with closing(sqlite3.connect(folder / "vectors.db", timeout=WAIT)) as rows:
            for statement in _TABLES:
                rows.execute(statement)
            yield VectorRecord(rows)
    except sqlite3.Error as error:
        raise SourceError(f"{str(folder)!r} cannot be written ({error}); check the folder.") from error


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Only one process at a time makes vectors: Chroma cannot bear two that write. The other waits."""
    try:
        with closing(sqlite3.connect(folder / "vectors.lock", timeout=WAIT, isolation_level=None)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            yield
    except sqlite3.Error as error:
        raise SourceError(f"vectors are being made in {str(folder)!r} ({error}); wait until they are done.") from error


def print_of(passage: Passage) -> str:
    """What a vector is made of, as a short print."""
    told = "\0".join((passage.title, passage.text))
    return hashlib.blake2b(told.encode("utf-8", "replace"), digest_size=12).hexdigest()
