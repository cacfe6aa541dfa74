"""The seam: texts in, unit vectors out; and the vectors of the texts seen last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
"""One row for each text; every row has length one, so that a dot product is a cosine."""


class Embedder(Protocol):
    """Turns texts into vectors that lie close where meanings do."""

    @property
    def name(self) -> str:
        """Which weights these are; vectors of different names must never meet, so it is part of every cache key."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed each text; the same text gives the same vector, alone or in company."""


class Memory:
    """A bounded store from text to vector, safe to share between threads."""

    def __init__(self, capacity: int = 4096) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    def recall(self, texts: Sequence[str], compute: Callable[[Sequence[str]], Vectors]) -> Vectors:
        """Fetch the vector of each text, computing those not kept."""
        known = self._known(texts)
        fresh = [text for text in dict.fromkeys(texts) if text not in known]
        if fresh or not texts:
            computed = compute(fresh)
            if len(fresh) == len(texts):  # all new and none twice: a whole catalogue is not copied row by row
                self._keep(dict(zip(fresh, computed, strict=True)))
                return computed
            known.update(zip(fresh, computed, strict=True))
        self._keep(known)
        return np.stack([known[text] for text in texts])

    def _known(self, texts: Sequence[str]) -> dict[str, Vectors]:
        with self._lock:
            return {text: self._kept[text] for text in texts if text in self._kept}

    def _keep(self, vectors: dict[str, Vectors]) -> None:
        last = list(vectors.items())[-self._capacity :]
        with self._lock:
            for text, vector in last:
                self._kept[text] = vector.copy()  # a row of a batch would keep the whole batch alive
                self._kept.move_to_end(text)
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
