"""Workers that are killed, on SQLite and on a real Postgres: every run finishes, and no finished step is repeated."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fault_worker import RISKY
from killed_runs import Workers, killed_at_random, until

from postgres import postgres_server


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with postgres_server(tmp_path_factory.mktemp("run"), "faults-") as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def workers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workers]:
    """Nothing is begun yet; one database of its own."""
    if request.param == "sqlite":
        made = Workers(f"sqlite:///{tmp_path}/runs.db", tmp_path, pause=0.3)
    else:
        made = Workers(request.getfixturevalue("postgres").get_uri(), tmp_path, pause=0.3)
    yield made
    made.close()


def test_runs_whose_workers_are_killed_are_taken_over_within_ten_seconds(workers: Workers) -> None:
    told = killed_at_random(workers, 3, 4, random.Random(3))
    assert told["finished"] == told["right"] == told["runs"] == told["payments"], told
    assert (told["steps lost"], told["finished steps repeated"]) == (0, 0)
    assert told["killed"] >= 3 and told["taken over in"] < 10


def test_a_worker_that_froze_stops_and_its_write_is_told_and_never_made_twice(tmp_path: Path) -> None:
    workers = Workers(f"sqlite:///{tmp_path}/runs.db", tmp_path, pause=1.0)
    try:
        (frozen,) = workers.begin()
        workers.submit(["risky"], RISKY)
        log = tmp_path / "calls.log"
        assert until(lambda: log.exists() and "began risky paid" in log.read_text(), 15)
        workers.processes[frozen].send_signal(signal.SIGSTOP)  # it lives, and gives no sign of it
        workers.begin()
        assert workers.finished(["risky"], 20)
        workers.processes[frozen].send_signal(signal.SIGCONT)
        assert workers.processes.pop(frozen).wait(10) == 3
        (finding,) = (workers.runs.standing("risky").result or {})["findings"]
        assert (finding["code"], finding["final"]) == ("unknown-outcome", True)
        assert "step 'paid' was cut off while it called pay_once" in finding["message"]
        assert log.read_text().count("began risky paid") == 1 and "told" not in log.read_text()
    finally:
        workers.close()


def test_postgres_may_restart_in_the_middle(postgres: Any, tmp_path: Path) -> None:
    workers = Workers(postgres.get_uri(), tmp_path, pause=0.3)
    try:
        workers.begin(2)
        ids = [f"restarted-{n}" for n in range(4)]
        workers.submit(ids)
        assert workers.running()
        time.sleep(0.5)
        postgres._stop()
        time.sleep(1)
        postgres.ensure_postgres_running()
        assert workers.finished(ids, 40)
        told = workers.verdict(ids)
        assert told["finished"] == told["right"] == 4, told
        assert (told["steps lost"], told["finished steps repeated"]) == (0, 0)
        assert all(process.poll() is None for process in workers.processes.values())
    finally:
        workers.close()
