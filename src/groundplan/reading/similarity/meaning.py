"""Meaning by vectors: phrases compared with names and examples, each text embedded once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from groundplan.embed import Embedder, Vectors

_KEPT = 20_000


class Meaning:
    """Sentence vectors with a memory; all new texts of a call go to the embedder in one batch."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    def learn(self, texts: Iterable[str]) -> None:
        """Embed the texts that are new."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if not new:
            return
        if len(self._known) + len(new) > _KEPT:
            self._known.clear()
        for text, vector in zip(new, self._embedder.embed(new), strict=True):
            self._known[text] = vector

    def compare(self, texts: Sequence[str], choices: Sequence[str]) -> Vectors:
        """Cosines: a row for each text, a column for each choice."""
        self.learn([*texts, *choices])
        left = np.stack([self._known[text] for text in texts])
        right = np.stack([self._known[choice] for choice in choices])
        return np.asarray(left @ right.T, dtype=np.float32)
