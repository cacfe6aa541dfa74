"""The example portfolio, read once for all tests that ask it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from groundplan.planner import Planner
from groundplan.settings import Settings


@pytest.fixture(scope="session")
def knowing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planner]:
    """A planner with a cache of its own."""
    made = Planner(Settings(cache=tmp_path_factory.mktemp("knowledge")))
    yield made
    made.close()
