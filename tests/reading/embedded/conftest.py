"""The trained reader with the bundled model, and the training scripts whose labels it is held against."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from groundplan.embed import Embedder
from groundplan.reading.embedded import Encoder, TrainedReader
from groundplan.reading.embedded.question_words import Tokens

sys.path.insert(0, str(Path(__file__).parents[3]))


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    """The bundled model, loaded once."""
    return Encoder()


@pytest.fixture(scope="session")
def tokens(encoder: Encoder) -> Tokens:
    """Its tokenizer."""
    return encoder.tokens


@pytest.fixture(scope="session")
def trained(encoder: Encoder, embedder: Embedder) -> TrainedReader:
    """One reader for all tests, as in a warm process."""
    return TrainedReader(encoder, embedder)
