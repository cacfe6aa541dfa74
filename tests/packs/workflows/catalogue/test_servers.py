"""MCP servers as catalogues: real ones, over standard streams and over HTTP."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from groundplan.errors import GroundplanError, SourceError, StepError
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.settings import CatalogueSettings

SERVER = Path(__file__).parents[1] / "shop_server.py"
SETTINGS = CatalogueSettings(call_timeout=20.0, secret={})


def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The server over HTTP, once it listens."""
    chosen = port()
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([sys.executable, str(SERVER), str(chosen)], **quiet)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with socket.socket() as tried:
            if not tried.connect_ex(("127.0.0.1", chosen)):
                break
        time.sleep(0.05)
    yield f"mcp:http://127.0.0.1:{chosen}/mcp"
    process.terminate()
    process.wait(10)


@pytest.fixture(scope="module", params=["stdio", "http"])
def shop(request: pytest.FixtureRequest, address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    folder = tmp_path_factory.mktemp("shop")
    sources = {"stdio": f"mcp:{sys.executable} {SERVER}", "http": address}
    opened = open_catalogue((sources[request.param],), folder, SETTINGS)
    yield opened
    opened.close()


def test_tools_are_operations_with_shapes(shop: Opened) -> None:
    find, sell = shop.operations["find_articles"], shop.operations["sell"]
    assert (find.writes, sell.writes, shop.tools["sell"].effect) == (False, True, "outside")
    assert find.told == "Find articles of a kind."
    assert find.params["kind"].choices == ("fruit", "bread") and find.params["kind"].required
    assert find.params["most"].type == "integer" and not find.params["most"].required
    article = find.returns.items
    assert article and article.fields["price"].type == "number" and article.fields["tags"].type == "array"


def test_calls_give_structured_results(shop: Opened) -> None:
    do = shop.implementations
    found = do["find_articles"](kind="fruit", most="2")
    assert [one["name"] for one in found] == ["fruit 1", "fruit 2"]
    assert do["sell"](article="fruit 1", customer={"name": "Ada"})["to"] == "Ada"
    total = do["select"](rows=found, of="find_articles", query='articles: sum(price) where tags = "new"')
    assert total["value"] == 1.5


def test_faults_are_told_in_words(shop: Opened) -> None:
    with pytest.raises(StepError, match=r"look failed: .*nothing can be seen there"):
        shop.implementations["look"](where="there")
    with pytest.raises(StepError, match=r"'cake', which is no value of it; .*there are fruit, bread"):
        shop.implementations["find_articles"](kind="cake")


def test_a_tool_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    opened = open_catalogue((f"mcp:{sys.executable} {SERVER}",), tmp_path, SETTINGS)
    patient = opened._providers["mcp"]
    patient._settings = CatalogueSettings(call_timeout=0.3, secret={})  # type: ignore[attr-defined]
    with pytest.raises(GroundplanError, match="whether it was carried out is not known"):
        opened.implementations["wait"](seconds=2.0)
    opened.close()


def test_a_command_ends_with_its_catalogue(tmp_path: Path) -> None:
    before = {one.pid for one in psutil.Process().children(recursive=True)}
    said = {"mcpServers": {"shop": {"command": sys.executable, "args": [str(SERVER)]}}}
    (tmp_path / "servers.json").write_text(json.dumps(said), "utf-8")
    opened = open_catalogue((str(tmp_path / "servers.json"),), tmp_path, SETTINGS)
    assert "sell" in opened.operations
    begun = [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
    assert begun
    opened.close()
    assert not psutil.wait_procs(begun, timeout=10)[1]


@pytest.mark.parametrize("server", ["/no/such/command", "http://127.0.0.1:9/mcp", f"{sys.executable} -c 0"])
def test_a_server_that_does_not_answer(tmp_path: Path, server: str) -> None:
    source = f"mcp:{server}"
    with pytest.raises(SourceError, match="does not answer"):
        open_catalogue((source,), tmp_path, SETTINGS)


def test_a_file_whose_server_cannot_be_reached_says_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "servers.json").write_text('{"mcpServers": {"shop": {"type": "stdio"}}}', "utf-8")
    with pytest.raises(SourceError, match="'shop' has neither a `command` nor a `url`"):
        open_catalogue((str(tmp_path / "servers.json"),), tmp_path, SETTINGS)
