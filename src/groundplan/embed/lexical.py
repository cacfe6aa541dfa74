"""Lexical scores: tf-idf cosine over an inverted index of plain arrays, so that it maps from disk without parsing.

Terms are words and pairs of words that stand side by side; letter n-grams, measured, add nothing beside vectors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt

from groundplan.embed.words import terms

PAIR_WEIGHT = 0.3
"""What a pair weighs beside a word. A whole weight gains in large catalogues and loses more in terse ones."""


@dataclass(frozen=True)
class Lexical:
    """For each term, the documents it stands in and its weight there."""

    documents: int
    hashes: npt.NDArray[np.uint64]
    """The hash of every term, sorted; 64 bits, so a vocabulary need not be kept as text."""
    starts: npt.NDArray[np.int64]
    """Where each term's postings begin; one more at the end."""
    postings: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]

    def scores(self, query: str) -> npt.NDArray[np.float32]:
        """Score every document against the query, 0 to 1."""
        said = _weighed(query)
        hashes = np.array([_hash(term) for term in said], dtype=np.uint64)
        rows = np.searchsorted(self.hashes, hashes)
        rows[rows == len(self.hashes)] = 0
        known = self.hashes[rows] == hashes if len(self.hashes) else np.zeros(len(rows), dtype=bool)
        rows = rows[known]
        if not len(rows):
            return np.zeros(self.documents, dtype=np.float32)
        often = np.array(list(said.values()), dtype=np.float64)[known]
        weights = often * _rarity(self.documents, self.starts[rows + 1] - self.starts[rows])
        return self._sum(rows, weights / np.linalg.norm(weights))

    def _sum(self, rows: npt.NDArray[np.int64], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
        total = np.zeros(self.documents, dtype=np.float32)
        for row, weight in zip(rows, weights, strict=True):
            part = slice(self.starts[row], self.starts[row + 1])
            # A document stands once in a term's postings, so that plain indexing adds every weight.
            total[self.postings[part]] += np.float32(weight) * self.weights[part]
        return total


def build_lexical(texts: Sequence[str]) -> Lexical:
    """Invert the texts."""
    weighed = [_weighed(text) for text in texts]
    hash_of = {term: _hash(term) for said in weighed for term in said}
    documents = np.repeat(np.arange(len(texts), dtype=np.int32), [len(said) for said in weighed])
    hashes = _array((hash_of[term] for said in weighed for term in said), np.uint64)
    often = _array((weight for said in weighed for weight in said.values()), np.float64)
    unique, rows, spread = np.unique(hashes, return_inverse=True, return_counts=True)
    weights = often * _rarity(len(texts), spread)[rows]
    lengths = np.sqrt(np.bincount(documents, weights**2, minlength=len(texts)))
    order = np.argsort(rows, kind="stable")
    return Lexical(
        documents=len(texts),
        hashes=unique,
        starts=np.concatenate([[0], np.cumsum(spread)]).astype(np.int64),
        postings=documents[order],
        weights=(weights / lengths[documents])[order].astype(np.float32),
    )


def _weighed(text: str) -> dict[str, float]:
    """Weigh the terms of a text: a word said again counts less each time."""
    words = terms(text)
    pairs = Counter(f"{one} {two}" for one, two in pairwise(words))
    once = {word: 1 + log(times) for word, times in Counter(words).items()}
    return once | {pair: PAIR_WEIGHT * (1 + log(times)) for pair, times in pairs.items()}


def _rarity(documents: int, spread: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Weigh a term by how few documents hold it (smoothed idf)."""
    return np.asarray(np.log((1 + documents) / (1 + spread)) + 1, dtype=np.float64)


def _hash(term: str) -> int:
    return int.from_bytes(blake2b(term.encode("utf-8", "replace"), digest_size=8).digest(), "little")


def _array(values: Iterable[float], dtype: type[np.generic]) -> npt.NDArray[Any]:
    return np.fromiter(values, dtype=dtype)
