"""Kept values, in memory or mapped from disk, and the search in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from groundplan.values.arrays import ArrayStore
from groundplan.values.build import build, write
from groundplan.values.find import find
from groundplan.values.folder import load
from groundplan.values.match import Match
from groundplan.values.speech import Keys, Lemma, Speech, asked, speech

Cell = tuple[str, str, str]
"""Table, column and value."""


@dataclass(frozen=True)
class ValueIndex:
    """Distinct values of any number of columns, ready to be found in questions."""

    store: ArrayStore
    speech: Speech

    @classmethod
    def of(cls, cells: Iterable[Cell], lemma: Lemma | None = None, keys: Keys | None = None) -> ValueIndex:
        """An index in memory of (table, column, value)."""
        own = speech(lemma, keys)
        return cls(build(cells, own), own)

    @classmethod
    def write(cls, cells: Iterable[Cell], folder: Path, lemma: Lemma | None = None, keys: Keys | None = None) -> None:
        """Writes the index of (table, column, value) into a folder, whole or not at all."""
        write(cells, folder, speech(lemma, keys))

    @classmethod
    def open(cls, folder: Path, lemma: Lemma | None = None, keys: Keys | None = None) -> ValueIndex:
        """Maps an index from disk; it needs the callables that it was written with."""
        own = speech(lemma, keys)
        return cls(load(folder, own), own)

    def find(
        self, text: str, limit_per_span: int = 8, lemma: Lemma | None = None, keys: Keys | None = None
    ) -> list[Match]:
        """Every stretch of the text that is or nearly is a value, the longest and best first.

        The callables help to read Cyrillic words of this text, whether or not the values were kept with any.
        """
        help = (lemma or keys) and not text.isascii()
        said = asked(self.speech, lemma, keys) if help else self.speech
        return find(self.store, said, text, limit_per_span)

    @property
    def columns(self) -> Sequence[tuple[str, str]]:
        """Table and column of every column that has values here."""
        return self.store.columns

    def same(self, texts: Sequence[str]) -> list[Cell]:
        """Values that are one of the texts, compared without case; by column, then by value."""
        wanted = {text.lower() for text in texts}
        keys = list({key for text in texts for key in self.speech.parts(text).keys[:1]})
        numbers = sorted({number for found in self.store.whole(keys) for number in found})
        cells = [cell for cell in map(self.store.value, numbers) if cell[2].lower() in wanted]
        places = {column: place for place, column in enumerate(self.columns)}
        return sorted(cells, key=lambda cell: (places[cell[0], cell[1]], cell[2]))
