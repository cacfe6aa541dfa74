"""Plan, Catalogue, Source -> Outcome: within a durable run, each call of a tool once."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from groundplan.contracts import Plan
from groundplan.errors import SetupError
from groundplan.execute.base import Outcome
from groundplan.execute.call import Reach
from groundplan.execute.durable.journal import DurableJournal, JournalError, journalled
from groundplan.execute.durable.keep import Keep
from groundplan.execute.durable.library import durable_library
from groundplan.execute.durable.store import Store
from groundplan.execute.limits import Budget
from groundplan.execute.local import Running, carried_out
from groundplan.pack import Catalogue, Source


class DurableExecutor:
    """The local executor with a journal: steps start in the same order every time, and finished ones are not repeated.

    Where nobody has approved what changes the outside world, the run waits before it until somebody decides.
    """

    def __init__(self, store: Store, files: Path) -> None:
        self._store = store
        self._files = files

    async def execute(
        self, plan: Plan, catalogue: Catalogue, source: Source, *, approved: bool = False,
        inputs: Mapping[str, Any] | None = None,
    ) -> Outcome:  # fmt: skip
        """What the steps gave, those of a process that died before among them."""
        run = durable_library().DBOS.workflow_id
        if run is None:
            raise SetupError("a durable plan runs within a durable run; start one with `groundplan run --durable`")
        try:
            plan = Plan.model_validate_json(await _first_written(plan))
            journal = DurableJournal(run, self._store, Keep(self._files / run), approved)
            reach = Reach(catalogue, source, Budget(plan.limits), True, inputs or {}, journal)
            return await carried_out(plan, reach, _over)
        except JournalError as fault:
            if isinstance(fault.fault, durable_library().error.DBOSException):  # cancelled, or another's: dbos knows
                raise fault.fault from None
            raise


async def _first_written(plan: Plan) -> str:
    """The plan as it was when the run began: its steps have their places in the journal, whatever came since."""

    async def written() -> str:
        return plan.model_dump_json()

    with journalled():
        text: str = await durable_library().DBOS.run_step_async({"name": "plan"}, written)
    return text


async def _over(running: Running) -> Collection[asyncio.Task[Any]]:
    """The steps that are over; which of several are over first is written down, so that it is the same every time."""
    if len(running) == 1:
        done, _ = await asyncio.wait(running)
    else:
        with journalled():
            wait = durable_library().DBOS.asyncio_wait
            done, _ = await wait(list(running), return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        if isinstance(fault := task.exception(), JournalError):
            raise fault
    return done
