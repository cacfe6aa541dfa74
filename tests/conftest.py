"""Fixtures that several rooms share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefs import SALES, brief_of
from command_line import cli
from groundplan.contracts import Brief
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.sources.shape import Table
from llm_server import unruly, weak_model

__all__ = ["cli", "unruly", "weak_model"]

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def sales() -> Table:
    """The profile of examples/sales.csv, written down."""
    return SALES


@pytest.fixture
def brief() -> Brief:
    """A small one: total revenue by region, as a table."""
    form = {"metrics": [{"column": "revenue"}], "group_by": ["region"], "analysis": ["total"], "outputs": ["table"]}
    return brief_of(form)


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Source]]:
    """Every example source, really opened: `sales`, `shop`, `weather`."""
    cache = tmp_path_factory.mktemp("cache")
    opened: dict[str, Source] = {
        name: pack.sources.open((str(EXAMPLES / file),), cache, None)
        for name, file in {"sales": "sales.csv", "shop": "shop", "weather": "weather.csv"}.items()
    }
    yield opened
    for source in opened.values():
        source.close()
