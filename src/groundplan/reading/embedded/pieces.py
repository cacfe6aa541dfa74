"""Text to the words that the encoder reads, with their places; Russian is glossed into English word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from groundplan.language.names import fit
from groundplan.language.stems import stem
from groundplan.language.words import clean, split


@dataclass(frozen=True)
class Piece:
    """One word: as it is read, and where it stands in the text."""

    read: str
    said: str
    start: int
    end: int

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """What it may be matched by: as it was said, and as it is read."""
        said, read = stem(self.said.lower()), stem(self.read.lower())
        return (said,) if said == read else (said, read)


@lru_cache(maxsize=4_096)
def pieces(text: str) -> tuple[Piece, ...]:
    """The words and marks of a text, in order."""
    text = clean(text)
    if not cyrillic(text):
        return tuple(Piece(w.lower, w.text, w.start, w.end) for w in split(text))
    from groundplan.language.russian import gloss  # loads a dictionary

    out: list[Piece] = []
    for piece in gloss(text):
        words = [word.lower for word in split(piece.english)] or [piece.said]
        out += [Piece(word, piece.said, piece.start, piece.end) for word in words]
    return tuple(out)


def said_stems(text: str) -> frozenset[str]:
    """The stems of all words of a text."""
    return frozenset(one for piece in pieces(text) for one in piece.stems)


@lru_cache(maxsize=50_000)
def words_of(name: str) -> tuple[str, ...]:
    """A header or a cell as words to read."""
    return tuple(piece.read for piece in pieces(name.replace("_", " ")))


def fitting(said: Sequence[Piece], header: str) -> list[Piece]:
    """The words that may mean a header."""
    words = [word for word in words_of(header) if word[0].isalpha()]
    return [p for p in said if p.read[0].isalpha() and any(fit(p.read, p.stems[-1], w, stem(w)) for w in words)]


def cyrillic(text: str) -> bool:
    """Whether a letter of the text is Cyrillic."""
    return any("а" <= c <= "я" or c == "ё" for c in text.lower())
