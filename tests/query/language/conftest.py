"""Fewer searches for garbage: compiling a query makes very many small objects, of which few are any."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="package", autouse=True)
def seldom_collected() -> Iterator[None]:
    """As long as the tests of the language run."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()
