"""`groundplan ingest`."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import Cli


def test_reads_shows_and_reads_again(cli: Cli, shop: Path) -> None:
    said = cli("ingest", str(shop), "--into", "kb")
    assert said.code == 0
    assert said.out.startswith("6 added, 0 changed, 0 removed, 0 unchanged, 0 failed in ")
    assert "kb: 6 documents, 4 nodes, 3 edges" in said.out
    again = json.loads(cli("ingest", "--into", "kb", "--json").out)
    assert (again["unchanged"], again["nodes"]) == (6, 4)


def test_the_base_has_a_name_of_its_own(cli: Cli, shop: Path) -> None:
    cli("ingest", str(shop))
    shown = cli("ingest", "--show").out
    assert shown.startswith("groundplan-base: 6 documents")
    assert "type\ttool\t2" in shown
    assert "relation\tuses\t2" in shown
    assert "document\tnotes/why.md\t1" in shown
    assert json.loads(cli("ingest", "--show", "groundplan-base", "--json").out)["types"]["tool"] == 2


def test_notes_go_to_stderr(cli: Cli, shop: Path) -> None:
    (shop / "bad.pdf").write_bytes(b"nothing")
    said = cli("ingest", str(shop))
    assert said.code == 0
    assert "note: bad.pdf: not read" in said.err
    assert "1 failed" in said.out


def test_what_does_not_exist(cli: Cli, shop: Path) -> None:
    said = cli("ingest", str(shop / "project.yaml"))
    assert said.code == 2
    assert "did you mean" in said.err
    assert cli("ingest").code == 2
