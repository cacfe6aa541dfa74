"""`groundplan look`, the start of a chat, the report of a run, and `groundplan.look`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import groundplan
from command_line import Cli
from looked_at import hire, workshop

SHOP = str(Path(__file__).parents[2] / "examples/shop")
EVIL = "<img src=x onerror=alert(1)>"


def test_look_shows_a_screen_of_plain_text(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = cli("look", str(hire(tmp_path)))
    assert said.code == 0 and said.err == "" and "\x1b" not in said.out
    golden = (Path(__file__).parent / "golden/hire.txt").read_text("utf-8")
    assert said.out.startswith(golden) and said.out.removeprefix(golden).startswith("\nAsk\n  ")
    assert max(map(len, said.out.splitlines())) <= 80


def test_questions_are_left_out_when_nobody_wants_them(cli: Cli, tmp_path: Path) -> None:
    said = cli("look", str(workshop(tmp_path)), "--no-questions")
    assert "Worth a look" in said.out and "\nAsk\n" not in said.out


def test_a_picture_is_written(cli: Cli, tmp_path: Path) -> None:
    said = cli("look", SHOP, "--svg", "shop.svg")
    assert said.out == "" and said.err == "picture: shop.svg\n"
    assert ElementTree.parse(tmp_path / "shop.svg").getroot().tag.endswith("svg")
    lost = cli("look", SHOP, "--svg", "no/such/folder/shop.svg")
    assert lost.code == 2 and lost.err.startswith("error: 'no/such/folder/shop.svg' cannot be written")


def test_json_is_the_model_and_nothing_else(cli: Cli) -> None:
    said = cli("look", SHOP, "--json")
    assert json.loads(said.out)["semantic_model"][0]["datasets"][0]["name"] == "customers"


def test_a_chat_begins_with_what_there_is(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))
    said = cli("chat", SHOP)
    assert said.out == "" and said.err.startswith("shop: orders (600 rows), customers (60 rows), products (16 rows)\n")
    assert "ask, for example: " in said.err


def test_a_report_has_its_source(cli: Cli, tmp_path: Path) -> None:
    assert cli("ask", "total quantity by country", SHOP, "--out", "run").code == 0
    page = (tmp_path / "run/report.html").read_text("utf-8")
    assert "<h2>Source</h2>" in page and "<b>orders</b>: each row is an order, 600 rows" in page
    assert "orders.customer_id → customers.customer_id" in page


# ------------------------------------------------------------------ from Python


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDPLAN_CACHE", str(tmp_path / "cache"))


def test_python_looks_too(tmp_path: Path) -> None:
    found = groundplan.look(workshop(tmp_path))
    assert isinstance(found, groundplan.Look) and found.model.datasets[0].rows == 30
    assert str(found).startswith("workshop.csv · “Workshop log”") and found.questions
    assert repr(found) == "Look(name='workshop.csv', datasets=['workshop'])"
    page = found._repr_html_()
    assert "low &lt; medium &lt; high" in page and "10 % missing, as n/a" in page


def test_frames_are_looked_at_by_name_and_are_never_markup() -> None:
    import pandas as pd

    things = pd.DataFrame({"thing": [1, 2, 3, 4], EVIL: [EVIL, "b", EVIL, "b"]})
    uses = pd.DataFrame({"use": range(100, 120), "thing": [1, 2, 3, 4] * 5})
    found = groundplan.look({"uses": uses, "things": things}, questions=False)
    assert [one.name for one in found.datasets] == ["uses", "things"] and found.questions == ()
    page = found._repr_html_()
    assert EVIL not in page and "data:image/svg+xml;base64," in page


def test_a_look_at_nothing_is_told() -> None:
    with pytest.raises(groundplan.UsageError, match="no source was given"):
        groundplan.look()
    with pytest.raises(groundplan.SourceError, match="no file"):
        groundplan.look("not-there.csv")
