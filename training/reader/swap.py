"""Examples in other words: those that nothing matches are swapped for words near them; a teacher says what is meant."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from groundplan.readers.trained.matches import MATCHES, NONE, unmarked
from groundplan.readers.trained.sheet import KINDS
from training.reader.model import WORDS
from training.reader.pack import Arrays

ROWS, BLIND, SHARE = 0.5, 0.3, 0.25
"""Of the examples that are said in other words, of those that lose their marks first, of the words that are swapped."""
_FIXED = [KINDS["before"], KINDS["cell"]]
_UNMARKED = np.array([unmarked(mark) for mark in range(MATCHES)], np.uint8)


@dataclass(frozen=True)
class Near:
    """What `near` wrote: other words for every word, and which numbers are parts of words."""

    words: np.ndarray
    inner: np.ndarray

    @classmethod
    def read(cls, path: Path) -> Near:
        """From its file."""
        with np.load(path) as kept:
            inner = np.zeros(WORDS, bool)
            inner[kept["inner"]] = True
            return cls(kept["near"], inner)


def swapped(one: Arrays, near: Near, chance: np.random.Generator) -> Arrays:
    """Some rows in other words; `swapped` says which, since their gold is no longer to be trusted."""
    count = len(one["ids"])
    rows = chance.random(count) < ROWS
    blind = rows & (chance.random(count) < BLIND)
    marks = np.where(blind[:, None], _UNMARKED[one["matches"]], one["matches"])
    free = rows[:, None] & (marks == NONE) & _words(one, near) & ~_said(one)
    free &= chance.random(free.shape) < SHARE
    return one | {"ids": _others(one["ids"], free, near, chance), "matches": marks, "swapped": rows.astype(np.uint8)}


def _words(one: Arrays, near: Near) -> np.ndarray:
    """Whole words of question, table and headers that have others near them."""
    ids = one["ids"]
    split = np.zeros(ids.shape, bool)
    split[:, :-1] = near.inner[ids[:, 1:]]
    return (near.words[ids, 0] > 0) & ~split & ~np.isin(one["kinds"], _FIXED)


def _said(one: Arrays) -> np.ndarray:
    """Words of the question that say a value or a number."""
    said = one["tags"].any(1) | one["numbers"].any(2)
    every = np.zeros(one["ids"].shape, bool)
    width = min(said.shape[1], every.shape[1])
    every[:, :width] = said[:, :width]
    return every


def _others(ids: np.ndarray, free: np.ndarray, near: Near, chance: np.random.Generator) -> np.ndarray:
    others = near.words[ids[free]]
    places = (chance.random(len(others)) * (others > 0).sum(1)).astype(int)
    new = ids.copy()
    new[free] = others[np.arange(len(others)), places]
    return new
