"""The durable executor as any executor: each plan in a durable run of its own, on SQLite, in this process."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from groundplan.contracts import Plan, Question
from groundplan.execute import Outcome
from groundplan.execute.base import Executor
from groundplan.execute.durable import Host, Job, Runs, Store
from groundplan.pack import Catalogue, Source


class InDurableRuns:
    """Starts a durable run for each plan and waits for it; whoever has not approved declines when asked."""

    def __init__(self, folder: Path, url: str = "") -> None:
        self.store = Store(url or f"sqlite:///{folder}/runs.db")
        self.files = folder / "kept"
        self.host = Host(self.store, self.files, self._perform, worker=False)
        self.runs: Runs | None = None
        self._numbers = itertools.count()
        self._given: dict[str, tuple[Catalogue, Source]] = {}
        self._outcomes: dict[str, Outcome] = {}

    def __enter__(self) -> InDurableRuns:
        self.host.__enter__()
        self.runs = Runs(self.store, self.files)
        return self

    def __exit__(self, *_: object) -> None:
        if self.runs:
            self.runs.close()
        self.host.__exit__()
        self.store.close()

    async def execute(
        self, plan: Plan, catalogue: Catalogue, source: Source, *, approved: bool = False,
        inputs: Mapping[str, Any] | None = None,
    ) -> Outcome:  # fmt: skip
        assert self.runs
        id = f"run-{next(self._numbers)}"
        self._given[id] = catalogue, source
        job = Job(plan=plan, question=Question(text=plan.goal, inputs=dict(inputs or {})), approved=approved)
        await asyncio.to_thread(self.host.start, job, id)
        try:
            while not (standing := await asyncio.to_thread(self.runs.wait, id, 0.2, True)).over:
                if standing.waits:
                    self.store.decide(id, False)
        except asyncio.CancelledError:
            self.runs.cancel(id)
            raise
        return self._outcomes[id]

    async def _perform(self, job: Job, id: str, executor: Executor) -> dict[str, Any]:
        catalogue, source = self._given[id]
        self._outcomes[id] = await executor.execute(
            job.plan, catalogue, source, approved=job.approved, inputs=job.question.inputs
        )
        return {"findings": len(self._outcomes[id].findings)}
