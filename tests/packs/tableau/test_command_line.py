"""`groundplan lint-vizql` and `groundplan tableau serve`: what they print, and how they end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from conftest import SHOP
from groundplan.cli.app import app
from groundplan.errors import UsageError

SOUND = {"fields": [{"fieldCaption": "Region"}, {"fieldCaption": "Sales", "function": "SUM"}]}
WRONG = """{
  "datasource": {"datasourceLuid": "x"},
  "query": {"fields": [
    {"fieldCaption": "Region"},
    {"fieldCaption": "Sales", "function": "SUMM"}
  ]},
  "options": {"limit": 5}
}"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> CliRunner:
    monkeypatch.setenv("GROUNDPLAN_CACHE", str(tmp_path / "cache"))
    return CliRunner()


def _file(folder: Path, text: str) -> str:
    (folder / "query.json").write_text(text, "utf-8")
    return str(folder / "query.json")


def test_a_sound_query_ends_with_nothing_found(run: CliRunner, tmp_path: Path) -> None:
    ended = run.invoke(app, ["lint-vizql", _file(tmp_path, json.dumps(SOUND)), str(SHOP / "superstore.tds")])
    assert (ended.exit_code, ended.stdout) == (0, "sound: no findings\n")


def test_a_fault_is_told_with_line_and_column(run: CliRunner, tmp_path: Path) -> None:
    ended = run.invoke(app, ["lint-vizql", _file(tmp_path, WRONG)])
    assert ended.exit_code == 1
    assert "query.json:5:31  query.fields.1.function\n  help: did you mean 'SUM'?" in ended.stdout
    assert "query.json:7:15  options.limit\n  help: did you mean 'rowLimit'?" in ended.stdout


def test_json_holds_faults_fixes_and_suggestions(run: CliRunner, tmp_path: Path) -> None:
    ended = run.invoke(app, ["lint-vizql", _file(tmp_path, WRONG), "--json"])
    held = json.loads(ended.stdout)
    assert held["valid"] is False and held["validation_suggestions"] == [
        "did you mean 'rowLimit'?",
        "did you mean 'SUM'?",
    ]
    assert held["faults"][1]["fix"] == {"op": "replace", "where": "query.fields.1.function", "value": "SUM"}
    assert (held["faults"][1]["line"], held["faults"][1]["column"]) == (5, 31)


def test_a_warning_alone_is_no_fault(run: CliRunner, tmp_path: Path) -> None:
    query = json.dumps({"fields": [{"fieldCaption": "Region"}, {"fieldCaption": "Sales"}]})
    ended = run.invoke(app, ["lint-vizql", _file(tmp_path, query), str(SHOP / "superstore.tds")])
    assert ended.exit_code == 0 and ended.stdout.startswith("warning[bare-measure]")


@pytest.mark.parametrize(
    ("text", "more", "told"),
    [
        ("{", [], "is no JSON"),
        (json.dumps(SOUND), ["--version", "9"], "no version '9'"),
        (json.dumps(SOUND), ["none.tds"], "no file"),
    ],
)
def test_misuse_is_one_sentence(run: CliRunner, tmp_path: Path, text: str, more: list[str], told: str) -> None:
    ended = run.invoke(app, ["lint-vizql", _file(tmp_path, text), *more])
    assert isinstance(ended.exception, UsageError) and told in str(ended.exception)


def test_the_service_runs_as_a_process(tmp_path: Path) -> None:
    program = "from groundplan.cli import command; command()"
    command = [sys.executable, "-c", program, "tableau", "serve", str(SHOP / "orders.csv"), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr
        try:
            address = next(found[0] for line in process.stderr if (found := re.search(r"http://[\d.:]+", line)))
            assert httpx.get(f"{address}/api/v1/vizql-data-service/simple-request", timeout=20).text == "ok"
        finally:
            process.terminate()
            process.wait(20)


def test_it_is_open_to_others_only_with_credentials(run: CliRunner, tmp_path: Path) -> None:
    ended = run.invoke(app, ["tableau", "serve", str(SHOP / "orders.csv"), "--host", "0.0.0.0"])
    assert isinstance(ended.exception, UsageError) and "--credentials" in str(ended.exception)
