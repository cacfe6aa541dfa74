"""The small shop: opened, served, and as plain tables of DuckDB that independent SQL is asked of."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import duckdb
import pytest

from groundplan.packs.tableau.described.opened import Opened, open_sources
from groundplan.packs.tableau.service.serve import published, server
from groundplan.packs.tableau.service.sessions import Sessions

SHOP = Path(__file__).parents[3] / "examples/superstore"


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    source = open_sources(str(SHOP / "superstore.tds"), tmp_path_factory.mktemp("cache"))[0]
    yield source
    source.close()


@pytest.fixture(scope="session")
def plain() -> Iterator[duckdb.DuckDBPyConnection]:
    """The same files as DuckDB reads them by itself."""
    connection = duckdb.connect()
    for name, table in (("orders", "o"), ("people", "p"), ("returns", "r")):
        types = "{'Postal Code': 'VARCHAR'}" if name == "orders" else "{}"
        given = f", types = {types}" if name == "orders" else ""
        connection.execute(f"CREATE TABLE {table} AS FROM read_csv('{SHOP / name}.csv', header = true{given})")
    yield connection
    connection.close()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Starts the service with these sessions, on a port of its own; gives its address."""
    running = []

    def start(sessions: Sessions | None = None, version: str = "2026.1", source: str | None = None) -> str:
        service = published([source or str(SHOP / "superstore.tds")], tmp_path, {}, version)
        listening = socket.create_server(("127.0.0.1", 0))
        made = server(service, sessions or Sessions(), "127.0.0.1", 0)
        thread = Thread(target=made.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        running.append((made, thread, service))
        until = monotonic() + 20
        while not made.started and monotonic() < until:
            sleep(0.01)
        return f"http://127.0.0.1:{listening.getsockname()[1]}"

    yield start
    for made, thread, service in running:
        made.should_exit = True
        thread.join(10)
        for one in service.sources:
            one.source.close()
