"""The real reader, with the bundled encoder."""

from __future__ import annotations

import pytest

from groundplan.embed import Embedder, best_embedder
from groundplan.reading.similarity import SimilarityReader


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The bundled encoder."""
    return best_embedder()


@pytest.fixture(scope="session")
def reader(embedder: Embedder) -> SimilarityReader:
    """One reader for all tests, as in a warm process."""
    return SimilarityReader(embedder)
