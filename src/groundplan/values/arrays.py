"""Values in sorted arrays, in memory or mapped from disk."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import OSA

from groundplan.values.deletions import deletions, edits, slots
from groundplan.values.speech import DOT, SAME, Speech

U8 = npt.NDArray[np.uint8]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]
Places = npt.NDArray[np.intp]

NOBODY: tuple[int, ...] = ()


class Arrays(NamedTuple):
    """Everything that a folder holds but the names of the columns; each field is one section of the file."""

    values: U8
    value_ends: U64
    value_columns: U32
    keys: U64
    key_values: U32
    words: U8
    word_ends: U32
    stems: U64
    owner_ends: U32
    owners: U32
    deletion_starts: U32
    deletions: U32


class About(NamedTuple):
    """What is known of all values together."""

    longest: int
    symbols: bool


class ArrayStore:
    """Lookups by binary search; every hash is held against the text behind it."""

    def __init__(self, arrays: Arrays, columns: Sequence[tuple[str, str]], about: About, speech: Speech) -> None:
        self.arrays = arrays
        self.columns = columns
        self.longest = about.longest
        self.symbols = about.symbols
        self._speech = speech
        self._values = arrays.values.data
        self._words = arrays.words.data
        self._bits = (len(arrays.deletion_starts) - 1).bit_length() - 1

    def whole(self, keys: Sequence[str]) -> list[Sequence[int]]:
        """For each key, the values kept under it."""
        if not keys:
            return []
        first, last = _ranges(self.arrays.keys, hashed(keys))
        found: list[Sequence[int]] = [NOBODY] * len(keys)
        for at in np.flatnonzero(last > first).tolist():
            if keys[at][0] == DOT and last[at] - first[at] > SAME:
                continue
            numbers = self.arrays.key_values[first[at] : last[at]].tolist()
            found[at] = [one for one in numbers if keys[at] in self._speech.parts(self.value(one)[2]).keys]
        return found

    def alike(self, stems: Sequence[str]) -> list[Sequence[int]]:
        """For each stem, the words kept under it."""
        if not stems:
            return []
        asked = hashed(stems) >> np.uint64(32) << np.uint64(32)
        first = np.searchsorted(self.arrays.stems, asked)
        last = np.searchsorted(self.arrays.stems, asked | np.uint64(0xFFFFFFFF), side="right")
        found: list[Sequence[int]] = [NOBODY] * len(stems)
        for at in np.flatnonzero(last > first).tolist():
            places = self.arrays.stems[first[at] : last[at]].astype(np.uint32).tolist()
            found[at] = [place for place in places if stems[at] in self._speech.forms(self.token(place))]
        return found

    def close(self, words: Sequence[str]) -> list[list[tuple[int, int]]]:
        """Words that share a deletion, compared in full."""
        near: list[list[U32]] = [[] for _ in words]
        for chosen, hashes in deletions(words) if words else ():
            cut = slots(hashes, self._bits)
            starts, ends = self.arrays.deletion_starts[cut], self.arrays.deletion_starts[cut + 1]
            for at, start, end in zip(chosen.tolist(), starts.tolist(), ends.tolist(), strict=True):
                if end > start:
                    near[at].append(self.arrays.deletions[start:end])
        return [self._compared(word, found) for word, found in zip(words, near, strict=True)]

    def _compared(self, word: str, near: list[U32]) -> list[tuple[int, int]]:
        if not near:
            return []
        places = np.unique(np.concatenate(near))
        tokens = [self.token(place) for place in places.tolist()]
        scored = process.extract(word, tokens, scorer=OSA.distance, score_cutoff=2, limit=None)
        good = [(places[at], distance) for token, distance, at in scored if _forgiven(word, token, distance)]
        return sorted((int(place), int(distance)) for place, distance in good)

    def _bytes(self, place: int) -> bytes:
        ends = self.arrays.word_ends
        return self._words[int(ends[place]) : int(ends[place + 1])].tobytes()

    def token(self, place: int) -> str:
        """A word."""
        return self._bytes(place).decode("utf-8", "surrogatepass")

    def shared(self, place: int) -> int:
        """How many values have a word."""
        return int(self.arrays.owner_ends[place + 1]) - int(self.arrays.owner_ends[place])

    def owners(self, place: int) -> Sequence[int]:
        """The values that have a word, in order."""
        found: list[int] = self._owners(place).tolist()
        return found

    def _owners(self, place: int) -> U32:
        return self.arrays.owners[int(self.arrays.owner_ends[place]) : int(self.arrays.owner_ends[place + 1])]

    def value(self, number: int) -> tuple[str, str, str]:
        """Table, column and value."""
        ends = self.arrays.value_ends
        text = self._values[int(ends[number]) : int(ends[number + 1])].tobytes().decode("utf-8", "surrogatepass")
        table, column = self.columns[self.arrays.value_columns[number]]
        return table, column, text


def hashed(texts: Sequence[str]) -> U64:
    """The same numbers for the same texts on every machine."""
    digests = [blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest() for text in texts]
    return np.frombuffer(b"".join(digests), np.dtype("<u8"))


def _ranges(known: U64, asked: U64) -> tuple[Places, Places]:
    return np.searchsorted(known, asked), np.searchsorted(known, asked, side="right")


def _forgiven(word: str, token: str, distance: float) -> bool:
    return distance <= edits(min(len(word), len(token)))
