"""A few hundred values in dictionaries: made in about a millisecond."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from groundplan.values.likeness import (
    AMBIGUOUS,
    SHORT,
    Shapes,
    edits,
    last_consonant,
    may_be_long,
    may_be_short,
    shapes,
)
from groundplan.values.speech import DOT, SAME, Speech

NOBODY: tuple[int, ...] = ()


class SmallStore:
    """Dictionaries by key and by word; what only misspellings need is made when the first one is met."""

    def __init__(self, cells: Sequence[tuple[str, str, str]], speech: Speech) -> None:
        self._cells = cells
        self._speech = speech
        self._whole: dict[str, list[int]] = {}
        self._owners: dict[str, list[int]] = {}
        self._shorts: dict[str, list[tuple[int, str]]] = {}
        self.longest = 0
        self.symbols = False
        self.acronyms = False
        self._fill()

    def _fill(self) -> None:
        whole, owners, parts, longest = self._whole, self._owners, self._speech.parts, 0
        for number, (_, _, value) in enumerate(self._cells):
            words, _, keys, acronym = parts(value)
            longest = len(words) if len(words) > longest else longest
            for key in keys:
                if key in whole:
                    whole[key].append(number)
                else:
                    whole[key] = [number]
            for word in set(words) if len(words) > 1 else words:
                if word in owners:
                    owners[word].append(number)
                else:
                    owners[word] = [number]
            if acronym:
                self.acronyms = True
            elif not words:
                self.symbols = True
        self.longest = longest

    @cached_property
    def columns(self) -> Sequence[tuple[str, str]]:
        """Table and column of every column that has values here."""
        return list(dict.fromkeys((table, column) for table, column, _ in self._cells))

    @cached_property
    def _tokens(self) -> list[str]:
        return sorted(self._owners)

    @cached_property
    def _stems(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for place, word in enumerate(self._tokens):
            for form in self._speech.forms(word):
                found.setdefault(form, []).append(place)
        return found

    @cached_property
    def _spelled(self) -> list[int]:
        return [place for place, word in enumerate(self._tokens) if len(word) > 4 and word.isalpha()]

    @cached_property
    def _spellings(self) -> list[str]:
        return [self._tokens[place] for place in self._spelled]

    @cached_property
    def _shapes(self) -> Shapes:
        return shapes(self._tokens)

    @cached_property
    def _heads(self) -> set[str]:
        return {key[:3] for key in self._whole}

    def begins(self, joined: str) -> bool:
        """Whether a key begins with these three letters."""
        return joined[:3] in self._heads

    def whole(self, keys: Sequence[str]) -> list[Sequence[int]]:
        """For each key, the values kept under it."""
        found = [self._whole.get(key, NOBODY) for key in keys]
        return [NOBODY if len(one) > SAME and key[0] == DOT else one for key, one in zip(keys, found, strict=True)]

    def alike(self, stems: Sequence[str]) -> list[Sequence[int]]:
        """For each stem, the words kept under it."""
        return [self._stems.get(form, NOBODY) for form in stems]

    def close(self, words: Sequence[str]) -> list[list[tuple[int, int]]]:
        """All words are compared: they are few."""
        found: list[list[tuple[int, int]]] = [[] for _ in words]
        if not words or not self._spelled:
            return found
        tokens = self._spellings
        table = process.cdist(words, tokens, scorer=OSA.distance, score_cutoff=2, dtype=np.uint8)
        for row, column in zip(*(places.tolist() for places in np.nonzero(table <= 2)), strict=True):
            distance = int(table[row, column])
            if distance <= edits(min(len(words[row]), len(tokens[column]))):
                found[row].append((self._spelled[column], distance))
        return found

    def prefixed(self, prefix: str) -> tuple[int, int]:
        """The words that begin so, from a place to a place."""
        return bisect_left(self._tokens, prefix), bisect_left(self._tokens, prefix + "\U0010ffff")

    def longer(self, word: str) -> list[int]:
        """Words that this one may be short for, unless they are too many."""
        start, end = self.prefixed(word[0])
        if end - start > AMBIGUOUS:
            return may_be_long(word, self._shapes, start, end)
        least, second, last = len(word) + 2, word[1], word[-1]
        named = enumerate(self._tokens[start:end], start)
        return [place for place, token in named if len(token) >= least and second in token and last in token]

    def shorter(self, word: str) -> list[int]:
        """Words that may be short for this one, unless they are too many."""
        if len(self._tokens) > AMBIGUOUS:
            start, end = self.prefixed(word[0])
            if end - start > AMBIGUOUS:
                return may_be_short(word, self._shapes, start, end)
        last = last_consonant(word)
        return [place for place, token in self._short(word[0]) if token[-1] == last or word.startswith(token)]

    def _short(self, letter: str) -> list[tuple[int, str]]:
        if letter not in self._shorts:
            start, end = self.prefixed(letter)
            named = enumerate(self._tokens[start:end], start)
            self._shorts[letter] = [(place, token) for place, token in named if len(token) in SHORT]
        return self._shorts[letter]

    def token(self, place: int) -> str:
        """A word."""
        return self._tokens[place]

    def shared(self, place: int) -> int:
        """How many values have a word."""
        return len(self._owners[self._tokens[place]])

    def owners(self, place: int) -> Sequence[int]:
        """The values that have a word, in order."""
        return self._owners[self._tokens[place]]

    def both(self, one: int, other: int) -> Sequence[int]:
        """The values that have two words, in order."""
        return sorted(set(self.owners(one)) & set(self.owners(other)))

    def value(self, number: int) -> tuple[str, str, str]:
        """Table, column and value."""
        return self._cells[number]
