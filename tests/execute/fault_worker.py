"""A worker process with tools that note down each call: `python fault_worker.py URL FOLDER`, until it is killed."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

from groundplan.contracts import Plan, Tool
from groundplan.execute.base import Executor
from groundplan.execute.durable import Host, Job, Store
from groundplan.pack import Catalogue
from groundplan.plan import read

PLAN = """goal "RUN"

start = work(run="RUN", step="start", after=0)
left = work(run="RUN", step="left", after=$start.v)
right = work(run="RUN", step="right", after=$start.v)
third = work(run="RUN", step="third", after=$start.v)
many = work(run="RUN", step="many", after=$item)
    each [1, 2, 3, 4, 5, 6]
    at_once 3
met = work(run="RUN", step="met", after=[{"$ref": "left.v"}, {"$ref": "right.v"}, {"$ref": "many.v"}])
paid = pay(run="RUN", step="paid", after=$met.v)
    when "met > 0"
told = work(run="RUN", step="told", after=[{"$ref": "paid.v"}, {"$ref": "third.v"}])
"""
TOLD = 1 + (2 + 2 + (2 + 3 + 4 + 5 + 6 + 7) + 1) + 1 + 2
"""What the last step gives where each step before it gave what it should, once."""
RISKY = """goal "RUN"

start = work(run="RUN", step="start", after=0)
paid = pay_once(run="RUN", step="paid", after=$start.v)
told = work(run="RUN", step="told", after=$paid.v)
"""


def catalogue(folder: Path, pause: float = 0.05) -> Catalogue:
    """Steps that add one to what came before, and payments that stand in a ledger by their keys."""

    def note(what: str, *words: str) -> None:
        line = " ".join([what, *words, repr(time.time()), str(os.getpid())]) + "\n"
        with (folder / "calls.log").open("a") as log:
            log.write(line)

    def work(run: str, step: str, after: Any) -> int:
        call = uuid4().hex
        note("began", run, step, str(after).replace(" ", ""), call)
        time.sleep(pause)
        note("ended", run, step, str(after).replace(" ", ""), call)
        return total(after) + 1

    def pay(run: str, step: str, after: Any, idempotency_key: str) -> int:
        (folder / f"paid-{idempotency_key.replace('/', '-')}").touch()
        return work(run, step, after)

    def pay_once(run: str, step: str, after: Any) -> int:
        return work(run, step, after)

    outside: Any = {"effect": "outside"}
    tools = {
        "work": Tool(name="work", description="", outputs=("v",)),
        "pay": Tool(name="pay", description="", outputs=("v",), idempotent=True, **outside),
        "pay_once": Tool(name="pay_once", description="", outputs=("v",), **outside),
    }
    return Catalogue(tools, {"work": work, "pay": pay, "pay_once": pay_once})


def total(after: Any) -> int:
    return sum(map(total, after)) if isinstance(after, list) else int(after)


def plan(run: str, text: str = PLAN) -> Plan:
    return read(text.replace("RUN", run))


def main() -> None:
    url, folder, pause = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    known, source = catalogue(folder, pause), SimpleNamespace(get=str)

    async def perform(job: Job, id: str, executor: Executor) -> dict[str, Any]:
        outcome = await executor.execute(job.plan, known, source, approved=job.approved)  # type: ignore[arg-type]
        findings = [finding.model_dump() for finding in outcome.findings]
        return {"results": dict(outcome.results), "findings": findings}

    with Host(Store(url), folder / "kept", perform, worker=True) as host:
        print(host.id, flush=True)
        time.sleep(600)


if __name__ == "__main__":
    main()
