"""What a search asks of kept values, whether they lie in dictionaries or in arrays on disk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Store(Protocol):
    """Kept values by number, their words in sorted order, and who has which."""

    @property
    def columns(self) -> Sequence[tuple[str, str]]:
        """Table and column of every column that has values here."""

    @property
    def longest(self) -> int:
        """Words of the longest value."""

    @property
    def symbols(self) -> bool:
        """Whether a value has no letter and no digit."""

    @property
    def acronyms(self) -> bool:
        """Whether a value is one word of a few capitals."""

    def begins(self, joined: str) -> bool:
        """Whether a key may begin with these three letters; if in doubt, yes."""

    def whole(self, keys: Sequence[str]) -> list[Sequence[int]]:
        """For each key, the values kept under it."""

    def alike(self, stems: Sequence[str]) -> list[Sequence[int]]:
        """For each stem, the words kept under it."""

    def close(self, words: Sequence[str]) -> list[list[tuple[int, int]]]:
        """For each word, the words within the edits that are forgiven, with their distance."""

    def prefixed(self, prefix: str) -> tuple[int, int]:
        """The words that begin so, from a place to a place."""

    def longer(self, word: str) -> list[int]:
        """Words that this one may be short for, unless they are too many."""

    def shorter(self, word: str) -> list[int]:
        """Words that may be short for this one, unless they are too many."""

    def token(self, place: int) -> str:
        """A word."""

    def shared(self, place: int) -> int:
        """How many values have a word."""

    def owners(self, place: int) -> Sequence[int]:
        """The values that have a word, in order."""

    def both(self, one: int, other: int) -> Sequence[int]:
        """The values that have two words, in order."""

    def value(self, number: int) -> tuple[str, str, str]:
        """Table, column and value."""
