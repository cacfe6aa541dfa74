"""The value index of an opened source: columns whose values the profile does not keep, found by likeness."""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from groundplan.errors import SourceError
from groundplan.sources.shape import Cell, Column, Table
from groundplan.values.match import Match

if TYPE_CHECKING:
    from groundplan.values.index import ValueIndex

CAP = 1_000_000
"""Distinct values that are indexed; columns that do not fit are asked for whole values only."""
FETCHING = 20.0
"""Seconds after which no further column is fetched."""
KEPT = 24
"""Indexes kept in the cache; the oldest go first."""

Fetch = Callable[[str, str], Iterable[str]]
"""Table and column in; every distinct value out."""


class Linked:
    """Made when it is first asked for, kept in the cache, mapped from there the next time."""

    def __init__(self, tables: Sequence[Table], fetch: Fetch, folder: Path, stamp: Callable[[], str | None]) -> None:
        self.rich = [(table.name, column) for table in tables for column in table.columns if rich(column)]
        self.notes: tuple[str, ...] = ()
        self._tables = tables
        self._fetch = fetch
        self._folder = folder
        self._stamp = stamp
        self._lock = Lock()
        self._index: ValueIndex | None = None

    def find(self, text: str) -> Sequence[Match]:
        """Stretches of the text that are or nearly are values, the longest and best first."""
        index = self._opened()
        if index is None:
            return []
        if not any("Ѐ" <= letter <= "ӿ" for letter in text):
            return index.find(text)
        from groundplan.language.russian import keys, lemma  # loads a dictionary

        return index.find(text, lemma=lemma, keys=keys)

    def same(self, words: Sequence[str]) -> list[Cell]:
        """Values that are one of the words, compared without case."""
        index = self._opened()
        return [Cell(*cell) for cell in index.same(words)] if index else []

    def left(self) -> list[tuple[str, Column]]:
        """Rich columns that the index does not hold."""
        index = self._opened()
        held = set(index.columns) if index else set()
        return [(table, column) for table, column in self.rich if (table, column.name) not in held]

    def _opened(self) -> ValueIndex | None:
        if self._index is None and self.rich:
            with self._lock:
                self._index = self._index or self._made()
        return self._index

    def _made(self) -> ValueIndex:
        from groundplan.values.index import ValueIndex  # numpy and rapidfuzz, not needed for small tables

        folder = self._folder / self._key()
        with suppress(SourceError):  # there is none yet, or it is damaged: it is made below
            return self._noted(ValueIndex.open(folder))
        try:
            ValueIndex.write(self._cells(), folder)
            prune(self._folder, folder)
            return self._noted(ValueIndex.open(folder))
        except (OSError, SourceError):  # a cache that cannot be written costs memory, not the answer
            return self._noted(ValueIndex.of(self._cells()))

    def _key(self) -> str:
        """The same while the source is; one without a print of its own is believed for a day, if its profile holds."""
        stamp = self._stamp() or f"{datetime.now(UTC):%Y-%m-%d}"
        print = hashlib.sha256(stamp.encode())
        for table in self._tables:
            print.update(table.model_dump_json().encode("utf-8", "replace"))
        return print.hexdigest()[:40]

    def _cells(self) -> Iterator[tuple[str, str, str]]:
        """The values of the columns that fit, the poorest first, so that as many columns as possible do."""
        end, room = time.monotonic() + FETCHING, CAP
        for table, column in sorted(self.rich, key=lambda one: one[1].distinct):
            if column.role == "text" or column.distinct > room or time.monotonic() > end:
                continue
            room -= column.distinct
            for value in self._fetch(table, column.name):
                yield table, column.name, value

    def _noted(self, index: ValueIndex) -> ValueIndex:
        held = set(index.columns)
        missed = [c.name for t, c in self.rich if c.role != "text" and (t, c.name) not in held]
        if missed:
            names = ", ".join(map(repr, missed))
            self.notes = (f"values of {names} are too many to be found by likeness; they are found when written whole",)
        return index


def rich(column: Column) -> bool:
    """A text column with too many values for the profile to keep."""
    return column.type == "text" and bool(column.distinct) and not column.values


def prune(folder: Path, using: Path) -> None:
    """Removes the oldest indexes until few enough are left."""
    made = sorted((path for path in folder.glob("[!.]*") if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for path in made[:-KEPT]:
        if path != using:
            shutil.rmtree(path, ignore_errors=True)
