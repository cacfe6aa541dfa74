"""A durable run of a saved plan: checked again, carried out step by step, and saved like any other run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from groundplan.contracts import SOURCE
from groundplan.execute.base import Executor
from groundplan.execute.durable import Job, Store
from groundplan.pack import Awake, Pack
from groundplan.planner import Answered, Planner
from groundplan.settings import Settings
from groundplan.store import folder


def open_store(settings: Settings, db: str | None = None) -> Store:
    """The database of durable runs: the one that is named, the one that is set, or a file among the runs."""
    return Store(db or settings.durable_db or f"sqlite:///{settings.runs.absolute() / 'durable.db'}")


def kept_in(settings: Settings) -> Path:
    """The folder of results that are too big for the journal."""
    return Path(settings.durable_files) if settings.durable_files else settings.runs.absolute() / "kept"


class Performer:
    """Jobs -> saved runs, with one warm planner: what a host is given to perform."""

    def __init__(self, settings: Settings, packs: Sequence[Pack] = ()) -> None:
        self._settings = settings
        self._packs = packs
        self._planner: Planner | None = None
        self._awake: dict[str, Awake] = {}

    async def __call__(self, job: Job, id: str, executor: Executor) -> dict[str, Any]:
        """The run, saved in a folder of its id; what a caller may want of it as data."""
        if self._planner is None:
            self._planner = Planner(self._settings, self._packs, executor)
        question = job.question.model_copy(update={"id": id})
        answered = await self._planner.replay(job.plan, job.understanding, question, approve=job.approved or None)
        self._save(answered, self._settings.runs / id)
        data: dict[str, Any] = answered.run.model_dump(mode="json")
        return data

    def close(self) -> None:
        """Everything that is open, given back."""
        if self._planner:
            self._planner.close()
        for awake in self._awake.values():
            awake.close()

    def _save(self, answered: Answered, target: Path) -> None:
        folder.save(answered.run, target)
        telling, name = answered.pack.telling, answered.pack.name
        if telling.save and answered.run.status == "answered":
            if telling.wake and name not in self._awake:
                self._awake[name] = telling.wake()
            telling.save(answered.run, {SOURCE: answered.source, **answered.results}, target, self._awake.get(name))


def resolved(job: Job) -> Job:
    """The job with whole paths of its sources, so that another process finds them."""
    sources = tuple(str(Path(one).absolute()) if Path(one).exists() else one for one in job.question.sources)
    return job.model_copy(update={"question": job.question.model_copy(update={"sources": sources})})
