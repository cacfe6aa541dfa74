"""Durable runs whose workers are killed: what finished, what was lost, and what was done twice."""

from __future__ import annotations

import json
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fault_worker import PLAN, TOLD, plan

from groundplan.contracts import Question
from groundplan.execute.durable import Job, Runs, Store

WORKER = Path(__file__).with_name("fault_worker.py")


@dataclass
class Workers:
    """Worker processes on one database, and their runs."""

    url: str
    folder: Path
    pause: float = 0.05
    """Seconds that each step takes."""
    processes: dict[str, subprocess.Popen[str]] = field(default_factory=dict)
    killed: set[str] = field(default_factory=set)
    """Runs that were killed at least once."""

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.runs = Runs(Store(self.url), self.folder / "kept")

    def begin(self, count: int = 1) -> list[str]:
        """That many more workers; their ids once they are there."""
        command = [sys.executable, str(WORKER), self.url, str(self.folder), str(self.pause)]
        with (self.folder / "errors.log").open("a") as errors:
            begun = [subprocess.Popen(command, stdout=-1, stderr=errors, text=True) for _ in range(count)]
        ids = []
        for process in begun:
            assert process.stdout
            with process.stdout as told:
                ids.append(told.readline().strip())
        self.processes.update(zip(ids, begun, strict=True))
        return ids

    def kill(self, id: str) -> None:
        """The worker, at once; its unfinished runs are noted."""
        process = self.processes.pop(id)
        process.send_signal(signal.SIGKILL)
        process.wait()
        found = self.runs._client.list_workflows(status="PENDING", executor_id=id, load_input=False, load_output=False)
        self.killed |= {one.workflow_id for one in found}

    def submit(self, ids: list[str], text: str = PLAN) -> None:
        """A run of each id, approved."""
        for id in ids:
            self.runs.submit(Job(plan=plan(id, text), question=Question(text=id), approved=True), id)

    def finished(self, ids: list[str], seconds: float) -> bool:
        """Whether every run is over within that time."""
        return until(lambda: not any(one.id in ids for one in self.runs.listed(over=False)), seconds)

    def running(self, seconds: float = 30) -> bool:
        """Whether every run has been taken by a worker within that time."""
        return until(lambda: not any(one.status == "queued" for one in self.runs.listed(over=False)), seconds)

    def close(self) -> None:
        """Every worker, ended."""
        for id in list(self.processes):
            self.kill(id)
        self.runs.close()
        self.runs.store.close()

    def verdict(self, ids: list[str]) -> dict[str, Any]:
        """Finished runs, steps lost, finished steps that were done again, and payments that were not made once."""
        calls = [line.split() for line in (self.folder / "calls.log").read_text().splitlines()]
        standings = {id: self.runs.standing(id) for id in ids}
        right = [id for id, one in standings.items() if (one.result or {}).get("results", {}).get("told") == TOLD]
        return {
            "runs": len(ids),
            "killed": len(self.killed & set(ids)),
            "finished": sum(one.status == "finished" for one in standings.values()),
            "right": len(right),
            "steps lost": sum(self._missing(id) for id in ids),
            "finished steps repeated": sum(self._repeated(id, calls) for id in ids),
            "interrupted calls made again": len([c for c in calls if c[0] == "began"]) - self._steps(ids),
            "payments": len(list(self.folder.glob("paid-*"))),
        }

    def _steps(self, ids: list[str]) -> int:
        return sum(len(self._journal(id)) for id in ids)

    def _missing(self, id: str) -> int:
        return 13 - len(self._journal(id))

    def _repeated(self, id: str, calls: list[list[str]]) -> int:
        """Calls that began after the journal said that this very call had ended."""
        ended = {name.split(".")[0]: at for name, at in self._journal(id).items() if "." not in name}
        ended |= {f"many.{n}": at for n in range(6) if (at := self._journal(id).get(f"many.{n}"))}
        again = 0
        for what, run, step, after, _, at, _ in calls:
            name = f"many.{int(after) - 1}" if step == "many" else step
            again += what == "began" and run == id and name in ended and float(at) * 1000 > ended[name] + 1
        return again

    def _journal(self, id: str) -> dict[str, int]:
        """When each call of a tool was written down."""
        steps = self.runs._client.list_workflow_steps(id)
        named = {step["function_name"]: step["completed_at_epoch_ms"] for step in steps}
        return {n: at for n, at in named.items() if not n.startswith(("begin ", "DBOS.", "plan", "approval"))}


def until(true: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.1)
    return true()


def killed_at_random(workers: Workers, count: int, at_once: int, chance: random.Random) -> dict[str, Any]:
    """So many runs, in rounds, on two workers, of which one after the other is killed while they are at work."""
    every: list[str] = []
    alive = workers.begin(2)
    takeovers: list[float] = []
    while len(workers.killed) < count:
        ids = [f"run-{len(every) + n}" for n in range(at_once)]
        every += ids
        workers.submit(ids)
        assert workers.running()
        for _ in range(2):
            time.sleep(chance.uniform(0, 12 * workers.pause))
            dead = alive.pop(0)
            began, held = time.monotonic(), set(workers.killed)
            workers.kill(dead)
            orphans = sorted(workers.killed - held)
            assert until(lambda o=orphans, d=dead: not _held(workers, o, d), 30)
            if orphans:
                takeovers.append(time.monotonic() - began)
            alive += workers.begin(1)
        assert workers.finished(ids, 60), [workers.runs.standing(id) for id in ids]
    told = workers.verdict(every)
    return {**told, "taken over in": statistics.median(takeovers), "at most": max(takeovers)}


def _held(workers: Workers, ids: list[str], worker: str) -> bool:
    """Whether a run is still a dead worker's, or waits."""
    found = workers.runs._client.list_workflows(workflow_ids=ids, load_input=False, load_output=False) if ids else []
    return any(one.executor_id == worker or one.status == "ENQUEUED" for one in found if one.status != "SUCCESS")


def main() -> None:
    """`python tests/execute/killed_runs.py URL FOLDER [RUNS]`: the long form of the suite's test."""
    workers = Workers(sys.argv[1], Path(sys.argv[2]))
    try:
        print(json.dumps(killed_at_random(workers, int((sys.argv[3:] or ["100"])[0]), 10, random.Random(7))))
    finally:
        workers.close()


if __name__ == "__main__":
    main()
