"""The seam: texts in, unit vectors out."""

from __future__ import annotations

from collections.abc import Sequence
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
