"""What tells the intents apart, learned from the examples of a domain themselves: a kernel ridge over all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from groundplan.packs.knowledge.reading.schema_index import Floats

WORDS, TYPES = 0.3, 0.2
"""What shared words and the types of named nodes count in the likeness of two phrasings; the rest is meaning."""
TRUSTED, DRAWN = 0.1, 1.0
"""How far phrasings are doubted singly: examples, and what is drawn from the words of the schema."""


class IntentRegression:
    """For each intent, how much a phrasing leans towards it rather than to the others; about 0 to 1."""

    def __init__(self, intents: Sequence[str], drawn: Sequence[bool], likeness: tuple[Floats, Floats, Floats]) -> None:
        self.intents = tuple(dict.fromkeys(intents))
        owned = np.array([[one == name for name in self.intents] for one in intents], dtype=np.float64)
        self._usual = owned[~np.array(drawn)].mean(axis=0)
        doubt = np.where(drawn, DRAWN, TRUSTED)
        self._weights = np.linalg.solve(_alike(*likeness).astype(np.float64) + np.diag(doubt), owned - self._usual)

    def of(self, words: Floats, meaning: Floats, types: Floats) -> dict[str, float]:
        """By the likeness of a phrasing to every example."""
        found = _alike(words, meaning, types) @ self._weights + self._usual
        return dict(zip(self.intents, map(float, found), strict=True))


def _alike(words: Floats, meaning: Floats, types: Floats) -> Floats:
    return np.asarray(WORDS * words + (1 - WORDS) * meaning + TYPES * types)


def same_types(one: frozenset[str], other: frozenset[str]) -> float:
    """How far two phrasings name nodes of the same types."""
    return len(one & other) / len(one | other) if one or other else 1.0
