"""How much one word may stand for another: by typing errors, by a shared stem, as its short form."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from groundplan.values.match import How

VOWELS = frozenset("aeiouyаеиоуыэюя")
SHORT = range(3, 7)
"""Letters of a short form, unless a full stop follows it."""
AMBIGUOUS = 400
"""A short form of more words than this says nothing."""


class Alike(NamedTuple):
    """A word of the values that a word of the question may stand for."""

    token: int
    how: How
    score: float


class Shape(NamedTuple):
    """What a vocabulary keeps of each word so that most are ruled out without a look at their letters."""

    mask: int
    last: int
    size: int


class Shapes(NamedTuple):
    """The shapes of a sorted vocabulary, each kind in one array."""

    masks: npt.NDArray[np.uint32]
    lasts: npt.NDArray[np.uint8]
    sizes: npt.NDArray[np.uint8]


def edits(shorter: int) -> int:
    """How many typing errors are forgiven, by the length of the shorter word."""
    return 2 if shorter >= 8 else 1 if shorter >= 5 else 0


def misspelled(word: str, token: str, distance: int) -> float:
    """The score of a misspelling; the first letter is seldom wrong."""
    return round(0.9 - distance / min(len(word), len(token)) - (0.1 if word[0] != token[0] else 0), 3)


def kin(word: str, token: str) -> float:
    """The score of a shared stem, `withdrawing` and `withdrawn`, or 0."""
    shared = 0
    for one, other in zip(word, token, strict=False):
        if one != other:
            break
        shared += 1
    longest = max(len(word), len(token))
    near = shared >= 5 and longest - shared <= 4 and shared >= 0.6 * longest
    return round(0.5 + 0.2 * shared / longest, 3) if near else 0.0


def kin_stem(word: str) -> str:
    """What all kin of a word begin with."""
    return word[: max(5, len(word) - 4)]


def abbreviates(short: str, long: str, dotted: bool = False) -> float:
    """The score of a short form, or 0: `eng` and `engr` for engineer, `mktg` for marketing, `dept` for department."""
    if len(short) < 3 or len(long) < max(5, len(short) + 2) or short[0] != long[0]:
        return 0.0
    if long.startswith(short):
        if dotted:
            return 0.75
        return 0.55 if len(short) <= 5 and short[-1] not in VOWELS else 0.0
    if len(short) not in SHORT or short[-1] != last_consonant(long) or not _within(short, long):
        return 0.0
    return 0.65 if VOWELS.isdisjoint(short[:-1]) or long.startswith(short[:3]) else 0.0


def last_consonant(word: str) -> str:
    """`c` of service; `y` of quantity."""
    if word[-1] == "y":
        return "y"
    return next((letter for letter in reversed(word) if letter not in VOWELS), word[-1])


def _within(short: str, long: str) -> bool:
    letters = iter(long)
    return all(letter in letters for letter in short)


@lru_cache(maxsize=1 << 16)
def shape(word: str) -> Shape:
    """Its letters as bits, its last consonant, its length."""
    mask = 0
    for letter in word:
        mask |= 1 << (ord(letter) & 31)
    return Shape(mask, ord(last_consonant(word)) & 255, min(len(word), 255))


def shapes(words: list[str]) -> Shapes:
    """The shapes of all words."""
    found = [shape(word) for word in words]
    columns: tuple[tuple[int, ...], ...] = tuple(zip(*found, strict=True)) if found else ((), (), ())
    return Shapes(np.array(columns[0], np.uint32), np.array(columns[1], np.uint8), np.array(columns[2], np.uint8))


def may_be_long(word: str, known: Shapes, start: int, end: int) -> list[int]:
    """Places between two that may be what a word is short for, unless they are too many."""
    own = shape(word)
    there = np.uint32(own.mask)
    fits = (known.masks[start:end] & there == there) & (known.sizes[start:end] >= own.size + 2)
    fits &= known.lasts[start:end] == ord(word[-1]) & 255
    return _few(fits, start)


def may_be_short(word: str, known: Shapes, start: int, end: int) -> list[int]:
    """Places between two that may be short for a word, unless they are too many."""
    own = shape(word)
    sizes = known.sizes[start:end]
    fits = (known.masks[start:end] & np.uint32(own.mask ^ 0xFFFFFFFF) == 0) & (sizes >= SHORT.start)
    fits &= sizes <= min(own.size - 2, SHORT.stop - 1)
    return _few(fits, start)


def _few(fits: npt.NDArray[np.bool_], start: int) -> list[int]:
    places = np.flatnonzero(fits)
    return (places + start).tolist() if len(places) <= AMBIGUOUS else []
