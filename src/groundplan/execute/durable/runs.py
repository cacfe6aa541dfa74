"""The durable runs of one database, looked at from outside: listed, submitted, decided, cancelled, pruned."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from groundplan.errors import UsageError
from groundplan.execute.durable.job import Job
from groundplan.execute.durable.library import (
    APPLICATION,
    LOOKS,
    QUEUE,
    RUN,
    START,
    VERSION,
    durable_library,
    hand_over,
)
from groundplan.execute.durable.store import Store
from groundplan.plan.nearest import did_you_mean

OVER = ("SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED")
_TOLD = {
    "ENQUEUED": "queued",
    "DELAYED": "queued",
    "PENDING": "running",
    "SUCCESS": "finished",
    "ERROR": "failed",
    "CANCELLED": "cancelled",
    "MAX_RECOVERY_ATTEMPTS_EXCEEDED": "given up",
}
_AT_ONCE = 500


@dataclass(frozen=True)
class Standing:
    """How a run stands."""

    id: str
    status: str
    """queued, running, waiting, interrupted, finished, failed, cancelled, given up."""
    goal: str = ""
    waits: str = ""
    """The step before which it waits for approval."""
    result: dict[str, Any] | None = None
    """What it came to, once it is finished."""

    @property
    def over(self) -> bool:
        """Whether nothing more will come of it by itself."""
        return self.status in ("finished", "failed", "cancelled", "given up")


class Runs:
    """What anybody may do who can reach the database; nothing is run here."""

    def __init__(self, store: Store, files: Path) -> None:
        dbos = durable_library()
        self.store = store
        self._files = files
        self._client = dbos.DBOSClient(
            system_database_url=store.url,
            system_database_engine=None if store.sqlite else store.engine,
            serializer=dbos.DBOSPortableJSONSerializer(),
            application_name=APPLICATION,
        )
        dbos.DBOS.migrate(store.url)  # a run may be submitted before there ever was a worker
        self._client.register_queue(QUEUE, polling_interval_sec=LOOKS, on_conflict="never_update")

    def close(self) -> None:
        """Give the connections back."""
        self._client.destroy()

    def submit(self, job: Job, id: str) -> None:
        """Left for a worker; a run of that id that is there already is that run."""
        options = {"workflow_name": RUN, "queue_name": QUEUE, "workflow_id": id, "app_version": VERSION}
        self._client.enqueue(options, job.model_dump(mode="json"))

    def listed(self, limit: int | None = None, over: bool = True) -> list[Standing]:
        """Runs, the newest first; those that are over among them or not."""
        status = None if over else ["ENQUEUED", "DELAYED", "PENDING"]
        found = self._client.list_workflows(name=RUN, status=status, sort_desc=True, limit=limit, load_output=False)
        return self._standings(found)

    def known(self, id: str) -> bool:
        """Whether there is a run of that id."""
        return bool(self._client.list_workflows(workflow_ids=[id], load_input=False, load_output=False))

    def standing(self, id: str) -> Standing:
        """How one run stands."""
        found = self._client.list_workflows(workflow_ids=[id])
        if not found:
            known = [one.id for one in self.listed(_AT_ONCE)]
            raise UsageError(f"no durable run named {id!r}; {did_you_mean(id, known)}")
        return self._standings(found)[0]

    def wait(self, id: str, seconds: float | None = None, approval: bool = False) -> Standing:
        """How it stands when it is over, when the time is up or, with `approval`, when it waits for that."""
        end = None if seconds is None else monotonic() + seconds
        pause = 0.05
        while True:
            now = self.standing(id)
            if now.over or (approval and now.waits) or (end is not None and monotonic() > end):
                return now
            sleep(pause)
            pause = min(pause * 1.5, 0.5)

    def cancel(self, id: str) -> None:
        """No further step is begun; finished ones stay finished."""
        if not self.standing(id).over:
            self._client.cancel_workflow(id)

    def resume(self, id: str) -> None:
        """Waits for a worker again, where it was cancelled, given up, or its process is dead."""
        found = self._client.list_workflows(workflow_ids=[id], load_input=False, load_output=False)[0]
        if found.status in ("CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"):
            self._client.resume_workflow(id, queue_name=QUEUE)
        elif found.status == "PENDING" and found.executor_id not in self.store.alive():
            hand_over(self._client, id, found.executor_id)

    def prune(self, older: timedelta) -> int:
        """Forgets runs that have been over for so long, and what was kept of them; how many."""
        before = (datetime.now(UTC) - older).isoformat()
        gone = 0
        while found := self._client.list_workflows(
            name=[RUN, START], status=list(OVER), completed_before=before, limit=_AT_ONCE,
            load_input=False, load_output=False,
        ):  # fmt: skip
            ids = [one.workflow_id for one in found]
            for id in ids:
                shutil.rmtree(self._files / id, ignore_errors=True)
            self.store.forget(ids)
            self._client.delete_workflows(ids)
            gone += sum(one.name == RUN for one in found)
        return gone

    # -------------------------------------------------------------- saved plans

    def save(self, name: str, job: Job, cron: str = "") -> None:
        """A plan that is started by its name: by a webhook, and by the clock where `cron` says when."""
        self._unschedule(name)
        if cron:
            self._schedule(name, cron)
        self.store.save(name, cron, job.model_dump_json())

    def remove(self, name: str) -> None:
        """Nothing starts that plan any more."""
        self._unschedule(name)
        if not self.store.remove(name):
            raise UsageError(self._unsaved(name))

    def start_saved(self, name: str, inputs: dict[str, Any], id: str) -> None:
        """A saved plan, submitted with these inputs."""
        if (text := self.store.job(name)) is None:
            raise UsageError(self._unsaved(name))
        job = Job.model_validate_json(text)
        asked = job.question.model_copy(update={"inputs": {**job.question.inputs, **inputs}})
        self.submit(job.model_copy(update={"question": asked}), id)

    def _unsaved(self, name: str) -> str:
        return f"no plan is saved as {name!r}; {did_you_mean(name, [one for one, _ in self.store.plans()])}"

    def _unschedule(self, name: str) -> None:
        if self._client.get_schedule(name):
            self._client.delete_schedule(name)

    def _schedule(self, name: str, cron: str) -> None:
        from croniter import croniter  # comes with dbos

        if len(cron.split()) != 5 or not croniter.is_valid(cron):
            raise UsageError(f"{cron!r} says no time; write minute, hour, day, month, weekday, such as '0 7 * * 1-5'")
        self._client.create_schedule(
            schedule_name=name, workflow_name=START, schedule=cron, context=name, queue_name=QUEUE
        )

    def _standings(self, found: Sequence[Any]) -> list[Standing]:
        waiting, alive = self.store.waiting(), self.store.alive()
        return [_standing(one, waiting, alive) for one in found]


def _standing(found: Any, waiting: dict[str, str], alive: frozenset[str]) -> Standing:
    status, result = _TOLD[found.status], found.output
    waits = waiting.get(found.workflow_id, "") if status == "running" else ""
    if status == "running":
        status = "waiting" if waits else "running" if found.executor_id in alive else "interrupted"
    if found.error is not None:
        result = {"error": f"{type(found.error).__name__}: {found.error}", "exit": 1}
    return Standing(found.workflow_id, status, _goal(found), waits, result)


def _goal(found: Any) -> str:
    given: list[Any] = list((found.input or {}).get("args") or ())
    return str(given[0].get("plan", {}).get("goal", "")) if given and isinstance(given[0], dict) else ""
