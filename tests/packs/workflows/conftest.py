"""Fixtures of the tests of catalogues."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from workshop import Workshop, serving

from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.settings import CatalogueSettings


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    with serving() as service:
        yield service


@pytest.fixture
def catalogue(workshop: Workshop, tmp_path: Path) -> Iterator[Opened]:
    """The workshop's catalogue; its address is set, so that loopback may be called."""
    settings = CatalogueSettings(base_url=workshop.base, call_timeout=5.0, secret={})
    opened = open_catalogue((str(workshop.document(tmp_path)),), tmp_path, settings)
    yield opened
    opened.close()
