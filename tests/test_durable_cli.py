"""Durable runs on the command line: started, left to workers, resumed, forgotten, and started from outside."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from command_line import Cli

EXAMPLES = Path(__file__).parent.parent / "examples"
SALES = str(EXAMPLES / "sales.csv")
PLAN = """goal "total revenue by region"
pack "tables"

totals = aggregate(df=$source.sales, group_by=["region"], metrics=["revenue"], agg_func="sum", names=["revenue"])
table = save_dataframe(df=$totals.df, file="result.csv")
"""
TOLD = "4 rows: East, 83,121.79; North, 92,123; South, 76,387.50; West, 60,197.26.\n"


@pytest.fixture
def plan(tmp_path: Path) -> str:
    (tmp_path / "plan.txt").write_text(PLAN, "utf-8")
    return str(tmp_path / "plan.txt")


def test_a_run_is_kept_told_again_listed_and_forgotten(cli: Cli, plan: str, tmp_path: Path) -> None:
    assert json.loads(cli("runs", "list", "--json").out) == [] and not (tmp_path / "groundplan-runs").exists()
    said = cli("run", plan, SALES, "--durable", "--id", "first")
    assert (said.code, said.out, said.err) == (0, TOLD, "files: groundplan-runs/first\n")
    assert (tmp_path / "groundplan-runs/first/result.csv").is_file()
    assert cli("run", plan, SALES, "--id", "first").out == TOLD
    left = cli("run", plan, SALES, "--submit", "--id", "second")
    assert (left.code, left.out) == (0, "second\n")
    listed = [(run["id"], run["status"]) for run in json.loads(cli("runs", "list", "--json").out)]
    assert listed == [("second", "queued"), ("first", "answered")]
    assert cli("runs", "cancel", "second").out == "second is cancelled\n"
    resumed = cli("runs", "resume", "second", "--json")
    assert resumed.code == 0 and json.loads(resumed.out)["answer"]["text"] + "\n" == TOLD
    assert cli("runs", "prune", "--older", "0m").out == "2 runs forgotten\n"


def test_what_cannot_be_done_is_told_in_a_sentence(cli: Cli, plan: str) -> None:
    broken = PLAN.replace('["revenue"], agg', '["turnover"], agg')
    Path(plan).write_text(broken, "utf-8")
    said = cli("run", plan, SALES, "--durable", "--id", "broken")
    assert said.code == 1 and "error[unknown-column]" in said.err
    gone = cli("run", plan, "gone.csv", "--pack", "tables", "--durable", "--id", "gone")
    assert gone.code == 2 and gone.err.startswith("error: run gone: ") and "gone.csv" in gone.err
    assert "no durable run named 'brokn'; did you mean 'broken'" in cli("runs", "resume", "brokn").err
    assert "--older is '30', which is no length of time" in cli("runs", "prune", "--older", "30").err
    assert "is no name for a trigger" in cli("triggers", "add", "a/b", plan, SALES).err
    assert "says no time" in cli("triggers", "add", "daily", plan, SALES, "--cron", "daily").err
    assert "set GROUNDPLAN_WEBHOOK_SECRET" in cli("worker", "--http", "0").err
    assert "leave out --out, and give --id" in cli("run", plan, SALES, "--durable", "--out", "here").err
    wrong = cli("run", plan, SALES, "--db", "mysql://here/there")
    assert wrong.code == 2 and "give sqlite:///FILE or postgresql://" in wrong.err


def test_without_the_extra_its_name_is_told(cli: Cli, plan: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dbos", None)
    said = cli("run", plan, SALES, "--durable")
    assert said.code == 3
    assert said.err == "error: durable runs need the extra `durable`; pip install 'groundplan[durable]'\n"


def test_a_worker_starts_a_saved_plan_when_its_webhook_is_called(cli: Cli, plan: str, tmp_path: Path) -> None:
    added = cli("triggers", "add", "daily", plan, SALES, "--cron", "0 7 * * 1-5")
    assert added.out.startswith("daily starts at '0 7 * * 1-5', and on POST /start/daily")
    assert json.loads(cli("triggers", "list", "--json").out) == [{"name": "daily", "cron": "0 7 * * 1-5"}]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = "from groundplan.cli import command; command()"
    command = [sys.executable, "-c", script, "worker", "--http", str(port)]
    environment = {**os.environ, "GROUNDPLAN_WEBHOOK_SECRET": "s3cret"}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as worker:
        sent = {"headers": {"Authorization": "Bearer s3cret"}, "json": {}, "timeout": 5}
        id = _answer(f"http://127.0.0.1:{port}/start/daily", sent)["run"]
        done = tmp_path / f"groundplan-runs/{id}/run.json"
        assert _until(done.is_file), id
        worker.terminate()
        worker.wait(20)
    assert cli("runs", "resume", id).out == TOLD
    assert cli("triggers", "remove", "daily").code == 0


def _answer(url: str, sent: dict[str, object]) -> dict[str, str]:
    """What the worker says, once it is there."""
    end = time.monotonic() + 40
    while True:
        try:
            return dict(httpx.post(url, **sent).json())  # type: ignore[arg-type]
        except httpx.ConnectError:
            assert time.monotonic() < end
            time.sleep(0.2)


def _until(true: object) -> bool:
    end = time.monotonic() + 40
    while time.monotonic() < end:
        if true():  # type: ignore[operator]
            return True
        time.sleep(0.1)
    return False
