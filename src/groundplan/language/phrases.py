"""Label reading: example phrasings of every slot, found among the words of a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from groundplan.language.words import Word, split

NUMBER = "#"
"""Stands for any number inside a phrasing: `top #`."""
SHORTEST_TYPO = 5
ALIKE = 86.0

_SENTENCES = frozenset({"outside", "follow_up"})
"""Slots of whole utterances, whose words may be anything."""
_VERBATIM = _SENTENCES | {"sort", "revise", "as_written"}
"""Slots whose words count only as they are written: `order by` sorts, `orders by` does not."""

Labels = Mapping[str, Mapping[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Match:
    """A phrasing found: words `start` to `end` (excluded) say this label of this slot."""

    slot: str
    label: str
    start: int
    end: int
    number: int | None = None
    """Where the number stands that the phrasing has room for."""

    @property
    def size(self) -> int:
        """How many words it covers."""
        return self.end - self.start


class Phrasebook:
    """All phrasings of all slots, indexed by their first stem."""

    def __init__(self, labels: Labels) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        self.vocabulary: set[str] = set()
        for slot, label, phrasing in _flat(labels):
            pattern = tuple(word.lower if slot in _VERBATIM else word.stem for word in split(phrasing))
            self._by_first.setdefault(pattern[0], []).append((pattern, slot, label))
            if slot not in _SENTENCES:
                self.vocabulary.update(stem for stem in pattern if len(stem) > 1)
        self._typos = [word for word in sorted(self.vocabulary) if len(word) >= SHORTEST_TYPO - 1]
        self._nearest = lru_cache(maxsize=4_096)(self._hidden)  # the same words are met in question after question

    def find(
        self,
        words: tuple[Word, ...],
        known: frozenset[str],
        numbers: frozenset[int],
        masked: frozenset[int] = frozenset(),
    ) -> tuple[Match, ...]:
        """Every phrasing in the words; within one slot the longest wins.

        Stems that are `known` are never taken for typos; words that are `masked` say nothing but their own name.
        """
        return _found(self, words, known, numbers, masked)

    def spelled(self, word: Word, known: frozenset[str]) -> str:
        """The stem, or the vocabulary's stem that a slip of the keyboard hides."""
        if word.stem in self.vocabulary or word.stem in known or len(word.lower) < SHORTEST_TYPO or word.lower[0] > "я":
            return word.stem
        return self._nearest(word.stem)

    def _hidden(self, stem: str) -> str:
        hit = process.extractOne(stem, self._typos, scorer=fuzz.ratio, score_cutoff=ALIKE)
        return hit[0] if hit and hit[0][0] == stem[0] else stem

    def at(self, at: int, said: Sequence[str], written: Sequence[str], numbers: frozenset[int]) -> Iterable[Match]:
        """The phrasings that begin at a word."""
        firsts = {NUMBER} if at in numbers else {said[at], written[at]}
        for pattern, slot, label in (entry for first in firsts for entry in self._by_first.get(first, ())):
            if pattern[0] == NUMBER and slot == "operator" and at + len(pattern) in numbers:
                continue  # in `above 50 or below 46` each number has its own comparison
            if _fits(pattern, at, written if slot in _VERBATIM else said, numbers):
                number = next((at + i for i, part in enumerate(pattern) if part == NUMBER), None)
                yield Match(slot=slot, label=label, start=at, end=at + len(pattern), number=number)


@lru_cache(maxsize=256)
def _found(
    book: Phrasebook, words: tuple[Word, ...], known: frozenset[str], numbers: frozenset[int], masked: frozenset[int]
) -> tuple[Match, ...]:
    """Remembered, as many parts of a reading look into the words of the same question."""
    said = ["" if at in masked else book.spelled(word, known) for at, word in enumerate(words)]
    written = ["" if at in masked else word.lower for at, word in enumerate(words)]
    return _longest_per_slot([match for at in range(len(words)) for match in book.at(at, said, written, numbers)])


_BOOKS: list[tuple[Labels, Phrasebook]] = []
_KEPT = 4


def phrasebook(labels: Labels) -> Phrasebook:
    """The phrasebook of these labels, made once: a mapping cannot be hashed, so the very object is remembered."""
    book = next((book for known, book in _BOOKS if known is labels), None)
    if book is None:
        book = Phrasebook(labels)
        _BOOKS[:] = [(labels, book), *_BOOKS[: _KEPT - 1]]
    return book


def _flat(labels: Labels) -> Iterable[tuple[str, str, str]]:
    for slot, by_label in labels.items():
        for label, phrasings in by_label.items():
            for phrasing in phrasings:
                yield slot, label, phrasing


def _fits(pattern: Sequence[str], at: int, said: Sequence[str], numbers: frozenset[int]) -> bool:
    if at + len(pattern) > len(said):
        return False
    return all((at + i in numbers) if part == NUMBER else said[at + i] == part for i, part in enumerate(pattern))


def _longest_per_slot(found: list[Match]) -> tuple[Match, ...]:
    taken: dict[str, set[int]] = {}
    kept = []
    for match in sorted(found, key=lambda m: (-m.size, m.start)):
        span = set(range(match.start, match.end))
        if not span & taken.setdefault(match.slot, set()):
            taken[match.slot] |= span
            kept.append(match)
    return tuple(sorted(kept, key=lambda m: (m.start, -m.size)))
