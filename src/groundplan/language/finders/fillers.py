"""Words that bear no meaning of their own."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

from groundplan.language.russian.heading import english_words
from groundplan.language.russian.lemmas import parses
from groundplan.language.words import Word
from groundplan.plan import folder

_CYRILLIC = re.compile("[а-яё]")
_SHORTEST_TYPO = 5
_SMALL_PARTS = frozenset({"PREP", "CONJ", "PRCL", "NPRO", "INTJ"})
"""Parts of speech of the Russian words that only hold others together."""


@cache
def _listed(section: str) -> frozenset[str]:
    return frozenset(folder.load(Path(__file__).parent.with_name("fillers.yaml"))[section])


def asks(word: Word) -> bool:
    """Whether a word asks after a person, a place, a time or a reason."""
    return word.lower in _listed("asking")


def opens(word: Word) -> bool:
    """Whether a word is a filler where a request opens with it."""
    return word.lower in _listed("opening")


def filler(word: Word) -> bool:
    """Whether a word may be passed over."""
    if not word.is_word:
        return True
    if _CYRILLIC.match(word.lower):
        return _russian(word.lower)
    return word.lower in _listed("english") or _mixed_up(word.lower)


@lru_cache(maxsize=4_096)
def _mixed_up(word: str) -> bool:
    """Two neighbouring letters changed places: `whcih`."""
    if len(word) < _SHORTEST_TYPO or word in english_words():
        return False
    swapped = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1))
    return any(way in _listed("english") for way in swapped)


@lru_cache(maxsize=4_096)
def _russian(word: str) -> bool:
    first = parses(word)[0]
    listed = {word, first.lemma} & _listed("russian")
    return bool(listed) or first.part in _SMALL_PARTS or (first.part == "ADJF" and "Apro" in first.marks)
