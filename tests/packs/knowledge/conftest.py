"""The example portfolio, read once for all tests that ask it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from groundplan.packs.knowledge.client import KnowledgeSource, open_sources
from groundplan.planner import Planner
from groundplan.settings import Settings


@pytest.fixture(scope="session")
def knowing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planner]:
    """A planner with a cache of its own."""
    made = Planner(Settings(cache=tmp_path_factory.mktemp("knowledge")))
    yield made
    made.close()


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeSource]:
    """The portfolio, opened."""
    opened = open_sources((str(Path(__file__).parents[3] / "examples" / "portfolio"),), tmp_path_factory.mktemp("base"))
    yield opened
    opened.close()
