"""A process that carries durable runs: it takes them, keeps its lease, and goes on with those of the dead."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import sleep
from typing import Any
from uuid import uuid4

from groundplan.errors import GroundplanError
from groundplan.execute.base import Executor
from groundplan.execute.durable.executor import DurableExecutor
from groundplan.execute.durable.job import Job
from groundplan.execute.durable.journal import JournalError
from groundplan.execute.durable.lease import Lease
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

Perform = Callable[[Job, str, Executor], Awaitable[dict[str, Any]]]
"""A job, the run's id, and who runs its plan -> what it came to, as plain data."""
TAKES = 50
"""How often a run is taken over before it is given up: one that kills every worker must not do so for ever."""

logger = logging.getLogger(__name__)


class Host:
    """One process; it has an id of its own, so that nobody takes its runs while it lives."""

    def __init__(
        self, store: Store, files: Path, perform: Perform, *, worker: bool, at_once: int = 32,
        lost: Callable[[], None] = lambda: os._exit(3),
    ) -> None:  # fmt: skip
        self.id = f"{socket.gethostname()}-{os.getpid()}-{uuid4().hex[:8]}"
        self._store = store
        self._executor = DurableExecutor(store, files)
        self._perform = perform
        self._worker = worker
        """Whether it takes runs that wait for a worker; else it carries only those that it starts."""
        self._at_once = at_once
        self._lease = Lease(store, self.id, self._recover, lost)

    def __enter__(self) -> Host:
        self._lease.join()
        dbos = durable_library()
        self._dbos = dbos.DBOS(config=self._config(dbos))
        dbos.DBOS.listen_queues([QUEUE] if self._worker else [])
        self._register(dbos.DBOS)
        dbos.DBOS.launch()
        if self._worker:
            dbos.DBOS.register_queue(QUEUE, worker_concurrency=self._at_once, polling_interval_sec=LOOKS)
        self._lease.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Finished or not, its runs are left; those that are not are taken over."""
        durable_library().DBOS.destroy(destroy_registry=True)
        logging.getLogger("dbos").handlers.clear()  # they hold the stderr of now, and the next host has its own
        self._lease.leave()

    def start(self, job: Job, id: str) -> None:
        """The run, begun in this process; one of that id that is there already is left as it is."""
        dbos = durable_library()
        with dbos.SetWorkflowID(id):
            dbos.DBOS.start_workflow(self._run, job.model_dump(mode="json"))

    def _config(self, dbos: Any) -> dict[str, Any]:
        return {
            **({} if self._store.sqlite else {"db_engine_kwargs": {"creator": self._store.connect}}),
            "name": APPLICATION,
            "system_database_url": self._store.url,
            "executor_id": self.id,
            "application_version": VERSION,
            "serializer": dbos.DBOSPortableJSONSerializer(),
            "log_level": "CRITICAL",  # tracebacks help nobody: how a run ends is told where it stands
            "notification_listener_polling_interval_sec": LOOKS,
            "scheduler_polling_interval_sec": 5.0,
            "max_executor_threads": 256,
        }

    def _register(self, dbos: Any) -> None:
        async def run_plan(job: dict[str, Any]) -> dict[str, Any]:
            return await self._performed(Job.model_validate(job), str(dbos.workflow_id))

        async def start_plan(at: Any, name: str) -> None:
            text = await dbos.run_step_async({"name": "saved"}, asyncio.to_thread, self._store.job, name)
            if text is not None:  # else it was removed meanwhile
                id = f"{name}-{''.join(c for c in str(at)[:19] if c.isdigit())}"
                options = {"workflow_name": RUN, "queue_name": QUEUE, "workflow_id": id, "app_version": VERSION}
                await dbos.enqueue_workflow_with_options_async(options, json.loads(text))

        self._run = dbos.workflow(name=RUN, max_recovery_attempts=TAKES)(run_plan)
        dbos.workflow(name=START)(start_plan)

    async def _performed(self, job: Job, id: str) -> dict[str, Any]:
        """What the job came to; what stops it is told, since a traceback would help nobody who waits for it."""
        try:
            return await self._perform(job, id, self._executor)
        except GroundplanError as fault:
            return {"id": id, "status": "failed", "error": str(fault), "exit": fault.exit_code}
        except JournalError as fault:
            logger.warning("run %s waits for a worker again: %s", id, fault)
            await asyncio.to_thread(self._given_back, id)
            raise

    def _given_back(self, id: str) -> None:
        """The run waits for a worker again, once the database is there to be told."""
        while True:
            try:
                return hand_over(self._dbos, id, self.id)
            except self._store.sa.exc.SQLAlchemyError:
                sleep(LOOKS)

    def _recover(self, alive: frozenset[str]) -> None:
        """Runs whose process no longer lives wait for a worker again."""
        held = self._dbos.list_workflows(status="PENDING", name=[RUN, START], load_input=False, load_output=False)
        for run in held:
            if run.executor_id not in alive:
                hand_over(self._dbos, run.workflow_id, run.executor_id)
                logger.warning("run %s is taken over from %s", run.workflow_id, run.executor_id)
