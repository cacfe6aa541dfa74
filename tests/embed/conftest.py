"""The real model, opened once."""

from __future__ import annotations

import pytest

from groundplan.contracts import Param, Tool
from groundplan.embed import BundledEmbedder


@pytest.fixture(scope="session")
def embedder() -> BundledEmbedder:
    return BundledEmbedder()


@pytest.fixture
def tools() -> dict[str, Tool]:
    given = (
        Tool(name="send_email", description="Send a message to a recipient.", params={"recipient": Param()}),
        Tool(name="getAirQuality", description="Read the air pollution index of a city.", capabilities=("weather",)),
        Tool(name="book_flight", description="Reserve a seat on a plane between two cities."),
        Tool(name="moving_average", description="Smooth a series over a window of periods.", outputs=("df",)),
    )
    return {tool.name: tool for tool in given}
