"""Cells -> the arrays of an index; values go to the disk as they come, words and numbers stay in memory."""

from __future__ import annotations

import io
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np

from groundplan.values import deletions
from groundplan.values.arrays import U8, U32, U64, About, Arrays, ArrayStore, hashed
from groundplan.values.folder import saved
from groundplan.values.speech import Speech

BATCH = 50_000
"""Keys hashed at a time."""


@dataclass
class Gathered:
    """What one pass over the cells collects."""

    speech: Speech
    sink: IO[bytes]
    columns: dict[tuple[str, str], int] = field(default_factory=dict)
    vocabulary: dict[str, int] = field(default_factory=dict)
    ends: array[int] = field(default_factory=lambda: array("Q", [0]))
    value_columns: array[int] = field(default_factory=lambda: array("I"))
    value_words: array[int] = field(default_factory=lambda: array("I"))
    counts: array[int] = field(default_factory=lambda: array("I"))
    keys: list[str] = field(default_factory=list)
    hashes: list[U64] = field(default_factory=list)
    key_values: array[int] = field(default_factory=lambda: array("I"))
    longest: int = 0
    symbols: bool = False

    def add(self, cells: Iterable[tuple[str, str, str]]) -> None:
        """Takes every cell once."""
        seen: set[int] = set()
        for table, column, value in cells:
            place = self.columns.setdefault((table, column), len(self.columns))
            mark = hash((place, value))
            if mark not in seen:
                seen.add(mark)
                self._value(place, value)
        self._hash()

    def _value(self, column: int, value: str) -> None:
        number = len(self.value_columns)
        # Not through the cache of `parts`: a million values would push everything out of it.
        words, _, keys = self.speech.fresh(value)
        self.value_columns.append(column)
        self.ends.append(self.ends[-1] + self.sink.write(value.encode("utf-8", "surrogatepass")))
        for key in keys:
            self.keys.append(key)
            self.key_values.append(number)
        own = set(words) if len(words) > 1 else words
        for word in own:
            self.value_words.append(self.vocabulary.setdefault(word, len(self.vocabulary)))
        self.counts.append(len(own))
        self.longest = max(self.longest, len(words))
        self.symbols = self.symbols or not words
        if len(self.keys) >= BATCH:
            self._hash()

    @property
    def about(self) -> About:
        """What is known of all values together."""
        return About(self.longest, self.symbols)

    def _hash(self) -> None:
        self.hashes.append(hashed(self.keys))
        self.keys.clear()

    def arrays(self, values: U8) -> Arrays:
        """Everything sorted, once all is seen."""
        keys, key_values = _sorted_keys(np.concatenate(self.hashes), np.array(self.key_values, np.uint32))
        self.hashes.clear()
        words = sorted(self.vocabulary)
        owner_ends, owners = self._owned(words)
        self.vocabulary.clear()
        text, ends = _joined(words)
        alpha = np.array([at for at, word in enumerate(words) if deletions.spelled(word)], np.uint32)
        starts, places = deletions.table([words[at] for at in alpha.tolist()], alpha)
        return Arrays(
            values, np.array(self.ends, np.uint64), np.array(self.value_columns, np.uint32), keys, key_values,
            text, ends, _stems(words, self.speech), owner_ends, owners, starts, places,
        )  # fmt: skip

    def _owned(self, words: list[str]) -> tuple[U32, U32]:
        """For each word in sorted order, where its values end, and the values."""
        ranks = np.empty(len(words), np.uint32)
        ranks[[self.vocabulary[word] for word in words]] = np.arange(len(words), dtype=np.uint32)
        owned = ranks[np.array(self.value_words, np.uint32)] if words else np.empty(0, np.uint32)
        numbers = np.repeat(np.arange(len(self.counts), dtype=np.uint64), np.array(self.counts, np.intp))
        packed = owned.astype(np.uint64) << np.uint64(32) | numbers
        packed.sort()
        ends = np.zeros(len(words) + 1, np.uint32)
        np.cumsum(np.bincount(owned, minlength=len(words)), out=ends[1:])
        return ends, packed.astype(np.uint32)


def build(cells: Iterable[tuple[str, str, str]], speech: Speech) -> ArrayStore:
    """An index in memory."""
    sink = io.BytesIO()
    gathered = Gathered(speech, sink)
    gathered.add(cells)
    arrays = gathered.arrays(np.frombuffer(sink.getvalue(), np.uint8))
    return ArrayStore(arrays, list(gathered.columns), gathered.about, speech)


def write(cells: Iterable[tuple[str, str, str]], folder: Path, speech: Speech) -> None:
    """An index in a folder, whole or not at all."""
    with saved(folder) as (sink, finish):
        gathered = Gathered(speech, sink)
        gathered.add(cells)
        about = {
            "columns": list(gathered.columns),
            **gathered.about._asdict(),
            "lemma": speech.lemma is not None,
            "keys": speech.keys is not None,
        }
        finish(gathered.arrays(np.empty(0, np.uint8)), about)


def _sorted_keys(hashes: U64, numbers: U32) -> tuple[U64, U32]:
    order = np.argsort(hashes, kind="stable")
    return hashes[order], numbers[order]


def _joined(words: list[str]) -> tuple[U8, U32]:
    encoded = [word.encode("utf-8", "surrogatepass") for word in words]
    ends = np.zeros(len(words) + 1, np.uint32)
    np.cumsum([len(one) for one in encoded], out=ends[1:])
    return np.frombuffer(b"".join(encoded), np.uint8), ends


def _stems(words: list[str], speech: Speech) -> U64:
    """Half of the hash of each form of a word, and its place in the other half."""
    forms: list[str] = []
    places = array("I")
    for place, word in enumerate(words):
        for form in speech.fresh_forms(word):
            forms.append(form)
            places.append(place)
    packed = hashed(forms) >> np.uint64(32) << np.uint64(32) | np.array(places, np.uint64)
    packed.sort()
    return packed
