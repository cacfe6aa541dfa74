"""How many random queries are are held against the reference; fewer searches for garbage, of which there is little."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--queries 20000 --from-seed 1000`: as many, other ones, given with this folder or a file of it."""
    parser.addoption("--queries", type=int, default=120, help="random queries held against the reference interpreter")
    parser.addoption("--from-seed", type=int, default=0, help="the first seed of the random queries")


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
