"""What the commands of durable runs share: the database, this process as one that carries runs, how a run is told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

from groundplan.cli.show import say, show_findings, talk
from groundplan.contracts import Plan, Question, Run, Understanding, run_id
from groundplan.errors import GroundplanError
from groundplan.execute.durable import Host, Job, Runs, Standing
from groundplan.planner import Approve
from groundplan.settings import Settings
from groundplan.worker import Performer, kept_in, open_store, resolved


@contextmanager
def durable_runs(db: str | None, settings: Settings) -> Iterator[Runs]:
    """The durable runs of the database that is named, or set."""
    store = open_store(settings, db)
    runs = Runs(store, kept_in(settings))
    try:
        yield runs
    finally:
        runs.close()
        store.close()


@contextmanager
def hosting(runs: Runs, settings: Settings, *, worker: bool, at_once: int = 32) -> Iterator[Host]:
    """A process that carries runs: its own, or as a worker those that wait."""
    perform = Performer(settings)
    try:
        with Host(runs.store, kept_in(settings), perform, worker=worker, at_once=at_once, lost=_lost) as host:
            yield host
    finally:
        perform.close()


def _lost() -> None:
    """Somebody else has its runs now: it must not go on with them for another moment."""
    talk().print("error: this process gave no sign of life for too long, and its runs were taken over", markup=False)
    os._exit(3)


def run_durably(
    plan: Plan, understood: Understanding | None, asked: Question, approve: Approve | None, *, db: str | None,
    id: str | None, submit: bool, json: bool,
) -> int:  # fmt: skip
    """Runs the plan here or leaves it to a worker; a run of that id that is there already is gone on with."""
    settings = Settings.from_environment()
    name = id or f"{run_id(asked)}-{uuid4().hex[:6]}"
    with durable_runs(db, settings) as runs:
        if runs.known(name):
            if submit:
                say(name)
            return 0 if submit else resume(runs, settings, name, None, json=json)
        if callable(approve) and not approve(plan):
            talk().print("not run")
            return 1
        job = resolved(Job(plan=plan, understanding=understood, question=asked, approved=bool(approve)))
        if approve is False:
            runs.store.decide(name, False)
        if submit:
            runs.submit(job, name)
            say(name)
            return 0
        with hosting(runs, settings, worker=False) as host:
            host.start(job, name)
            standing = runs.wait(name, approval=True)
        return tell(standing, settings, json=json)


def resume(runs: Runs, settings: Settings, id: str, approved: bool | None, *, json: bool) -> int:
    """Goes on with a run where it stands, in this process or in the one that has it."""
    if approved is not None:
        runs.store.decide(id, approved)
    standing = runs.standing(id)
    if not standing.waits and standing.status not in ("finished", "failed"):
        runs.resume(id)
        with hosting(runs, settings, worker=True):
            standing = runs.wait(id, approval=True)
    return tell(standing, settings, json=json)


def tell(standing: Standing, settings: Settings, *, json: bool) -> int:
    """The answer on stdout, what else there is to say on stderr; the code to end with."""
    if standing.waits:
        talk().print(
            f"run {standing.id} waits for approval before step {standing.waits!r}; "
            f"`groundplan runs resume {standing.id} --yes` approves it, --no ends it", markup=False,
        )  # fmt: skip
        return 1
    if standing.result is not None and "error" in standing.result:
        raise _error(standing)
    if standing.result is None:
        talk().print(f"run {standing.id} is {standing.status}", markup=False)
        return 1
    run = Run.model_validate(standing.result)
    show_findings(run.findings, run.plan)
    say(run.model_dump_json() if json else run.answer.text if run.answer else "no answer")
    if not json:
        talk().print(f"files: {settings.runs / run.id}", style="dim", markup=False)
    return 0 if run.status == "answered" else 1


def _error(standing: Standing) -> GroundplanError:
    told = standing.result or {}
    fault = GroundplanError(f"run {standing.id}: {told['error']}")
    fault.exit_code = int(told.get("exit", 1))
    return fault
