"""The journal of one run on dbos: each call of a tool is a durable step, at a place that is the same every time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from groundplan.contracts import Step, Tool
from groundplan.errors import GroundplanError, StepError
from groundplan.execute.call import Call, Entry, UnapprovedError
from groundplan.execute.durable.keep import Keep, UnkeptError
from groundplan.execute.durable.library import durable_library
from groundplan.execute.durable.store import Store
from groundplan.execute.limits import Budget, EndError, LimitError

LOOKED = 0.5
"""Seconds between two looks whether a run was approved."""
Record = dict[str, Any]
"""What became of a call: `value` or `file`, `failed`, `limit`, `again`, `unknown`; `calls` and `bytes` it used up."""


class JournalError(Exception):
    """The journal itself failed, so nothing is known of a step."""

    def __init__(self, fault: Exception) -> None:
        super().__init__(f"the journal cannot be written: {str(fault).splitlines()[0]}")
        self.fault = fault


@contextmanager
def journalled() -> Iterator[None]:
    """What goes wrong here is the journal's fault, and no finding about a step."""
    try:
        yield
    except JournalError:
        raise
    except Exception as fault:
        raise JournalError(fault) from fault


class UnknownOutcomeError(EndError):
    """A call that changes the outside world was begun, and nobody knows whether it was made."""

    code = "unknown-outcome"
    help = "look there whether it was done; then run the plan again, or a plan of the steps that are left"


@dataclass
class DurableJournal:
    """The places of one run's calls; taken over, those that are finished give what they gave."""

    run: str
    store: Store
    keep: Keep
    approved: bool
    attempt: str = field(default_factory=lambda: uuid4().hex)
    """Tells this process's calls from those that were begun by one that died."""
    asking: asyncio.Task[bool] | None = None

    def entries(self, step: Step, tool: Tool, budget: Budget, items: int | None) -> Sequence[Entry]:
        """Places drawn now, in the order in which steps start; the calls are made at them later."""
        outside = tool.effect == "outside"
        if outside and not self.approved and self.asking is None:
            place = durable_library().DBOS.reserve_step()
            self.asking = asyncio.ensure_future(self._asked(place, step, budget))
        names = [step.id] if items is None else [f"{step.id}.{item}" for item in range(items)]
        return [self._entry(step, tool, budget, name, outside) for name in names]

    def _entry(self, step: Step, tool: Tool, budget: Budget, name: str, outside: bool) -> Entry:
        dbos = durable_library().DBOS
        begun, done = dbos.reserve_step() if outside else None, dbos.reserve_step()
        key = f"{self.run}/{name}"

        async def made(call: Call) -> Any:
            if outside and self.asking is not None and not await self.asking:
                raise UnapprovedError(step)
            by = await _at(begun, f"begin {name}", self._begun) if begun else self.attempt
            again = tool.idempotent or by == self.attempt
            fresh: list[Any] = []
            record = await _at(done, name, lambda: self._made(call, key, tool, budget.part(), again, fresh))
            if fresh:
                return _told(record, fresh[0], step, name)
            if "again" in record:  # it changes nothing, and what it gave could not be kept
                return await call(budget, key)
            budget.spent(record["calls"], record["bytes"])
            value = self.keep.kept(record) if "value" in record or "file" in record else None
            return _told(record, value, step, name)

        return made

    async def _begun(self) -> str:
        return self.attempt

    async def _made(self, call: Call, key: str, tool: Tool, budget: Budget, again: bool, fresh: list[Any]) -> Record:
        """The call made, and what became of it; never an exception, so that it is written down in any case."""
        record: Record = {}
        value = None
        if not again:
            record = {"unknown": True}
        else:
            try:
                value = await call(budget, key)
                record = await asyncio.to_thread(self._kept, value, tool)
            except LimitError as fault:
                record = {"limit": str(fault)}
            except Exception as fault:
                told = str(fault) if isinstance(fault, GroundplanError) else f"{type(fault).__name__}: {fault}"
                record = {"failed": told}
        fresh.append(value)
        return {**record, "calls": budget.calls, "bytes": budget.bytes}

    def _kept(self, value: Any, tool: Tool) -> Record:
        try:
            return {**self.keep.keep(value)}
        except UnkeptError as fault:
            if tool.effect != "outside":
                return {"again": True}
            raise StepError(f"it was done, but what it gave cannot be kept: {fault}") from None

    async def _asked(self, place: Any, step: Step, budget: Budget) -> bool:
        with budget.paused():
            return bool(await _at(place, "approval", lambda: self._decided(step)))

    async def _decided(self, step: Step) -> bool:
        while (decided := await asyncio.to_thread(self._decision, step)) is None:
            await asyncio.sleep(LOOKED)
        return decided

    def _decision(self, step: Step) -> bool | None:
        try:
            self.store.ask(self.run, step.id)
            return self.store.decision(self.run)
        except self.store.sa.exc.OperationalError:  # the database is away: nothing is known yet
            return None


def _told(record: Record, value: Any, step: Step, name: str) -> Any:
    if "unknown" in record:
        raise UnknownOutcomeError(
            f"step {name!r} was cut off while it called {step.tool}, which changes the outside world and does not say "
            "that it may be called twice: whether it was done is not known"
        )
    if "limit" in record:
        raise LimitError(record["limit"])
    if "failed" in record:
        raise StepError(record["failed"])
    return value


async def _at(place: Any, name: str, work: Callable[[], Awaitable[Any]]) -> Any:
    """What the durable step at this place gave, or gives now."""

    async def step() -> Any:
        return await work()

    with journalled():
        return await place.run_async({"name": name, "preemptible": True}, step)
