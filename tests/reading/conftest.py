"""The bundled encoder, loaded once."""

from __future__ import annotations

import pytest

from groundplan.embed import Embedder, best_embedder


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The bundled encoder."""
    return best_embedder()
