"""Plan, Catalogue, Source -> Outcome: in this process, each step as soon as what it needs is there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from groundplan.contracts import INPUTS, REF, RESERVED, Finding, Plan, Step, refs
from groundplan.errors import GroundplanError
from groundplan.execute.base import Outcome
from groundplan.execute.call import Reach, UnapprovedError, called
from groundplan.execute.condition import holds
from groundplan.execute.limits import Budget, LimitError
from groundplan.pack import Catalogue, Source

_SKIPPED = object()


class LocalExecutor:
    """A ready queue without step barriers; tools run in threads, so that independent steps overlap."""

    async def execute(
        self, plan: Plan, catalogue: Catalogue, source: Source, *, approved: bool = False,
        inputs: Mapping[str, Any] | None = None,
    ) -> Outcome:  # fmt: skip
        """What the steps gave. When cancelled, no further step is started."""
        state, budget = _State(plan), Budget(plan.limits)
        running: dict[asyncio.Task[Any], tuple[Step, float]] = {}
        try:
            async with asyncio.timeout(plan.limits.seconds):
                while not state.ended:
                    for step in state.ready():
                        reach = Reach(catalogue, source, budget, approved, inputs or {})
                        call = _call(step, reach, dict(state.results), frozenset(state.skipped))
                        running[asyncio.create_task(call)] = (step, perf_counter())
                    if not running:
                        break
                    done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                    for task in done:
                        step, began = running.pop(task)
                        state.seconds[step.id] = perf_counter() - began
                        state.settle(step, task)
        except TimeoutError:
            told = f"the plan may take {plan.limits.seconds:g} s, and is not done"
            state.end("over-limit", told, "raise `seconds` of its limits, or ask for less")
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        return state.outcome()


class _State:
    """What is waiting, what is done, and what went wrong."""

    def __init__(self, plan: Plan) -> None:
        self.waiting = {step.id: step for step in plan.steps}
        self.held = {step.fallback for step in plan.steps if step.fallback in self.waiting}
        """Fallbacks, which wait until what they stand in for has failed."""
        self.results: dict[str, Any] = {}
        self.skipped: set[str] = set()
        self.failed: dict[str, Finding] = {}
        self.stands_in: dict[str, str] = {}
        self.seconds: dict[str, float] = {}
        self.ended: Finding | None = None
        """Why the run ended before its time."""

    def ready(self) -> list[Step]:
        """The steps that can start now, taken off the list."""
        found = [s for s in self.waiting.values() if s.id not in self.held and set(s.needs) <= set(self.results)]
        return [self.waiting.pop(step.id) for step in found]

    def settle(self, step: Step, task: asyncio.Task[Any]) -> None:
        """One step is over: its result stands, or its fallback is let go."""
        fault = task.exception()
        if isinstance(fault, LimitError):
            self.end("over-limit", str(fault), "raise the plan's limits, or ask for less")
        elif isinstance(fault, UnapprovedError):
            self.end("needs-approval", str(fault), "run it with --approve, which shows the plan and asks")
        elif fault:
            self._replace(step, fault)
        else:
            result = task.result()
            if result is _SKIPPED:
                self.skipped.add(step.id)
            self.results[step.id] = None if result is _SKIPPED else result

    def end(self, code: str, message: str, help: str) -> None:
        """No further step is started: no other plan would do better."""
        self.ended = self.ended or Finding(code=code, message=message, help=help, final=True)

    def outcome(self) -> Outcome:
        """Everything, with the failures that a fallback made good apart."""
        rescued = tuple(finding for id, finding in self.failed.items() if self._rescued(id))
        lost = tuple(finding for id, finding in self.failed.items() if not self._rescued(id))
        ended = (self.ended,) if self.ended else ()
        return Outcome(self.results, (*ended, *lost), self.seconds, rescued)

    def _replace(self, step: Step, fault: BaseException) -> None:
        self.failed[step.id] = _failed(step, fault)
        if step.fallback in self.waiting:
            self.held.discard(step.fallback)
            self.stands_in[step.id] = step.fallback
            _redirect(self.waiting, step.id, step.fallback)

    def _rescued(self, id: str) -> bool:
        while id in self.stands_in:
            id = self.stands_in[id]
        return id in self.results


async def _call(step: Step, reach: Reach, results: Mapping[str, Any], skipped: frozenset[str]) -> Any:
    results = {INPUTS: reach.inputs, **results}
    read = {ref.split(".")[0] for ref in refs([step.args, step.each])} - {*RESERVED}
    if read and read <= skipped:  # it has nothing to read; a step that joins two branches has
        return _SKIPPED
    if step.when is not None and not holds(step.when, results):
        return _SKIPPED
    return await called(step, reach, results)


def _redirect(waiting: dict[str, Step], failed: str, fallback: str) -> None:
    """Steps that need the failed one read its fallback instead."""
    for id, step in list(waiting.items()):
        if failed in step.needs and id != fallback:
            needs = tuple(fallback if need == failed else need for need in step.needs)
            old, new = f"{failed}.", f"{fallback}."
            args = {name: _redirected(value, old, new) for name, value in step.args.items()}
            changed = {"needs": needs, "args": args, "each": _redirected(step.each, old, new)}
            waiting[id] = step.model_copy(update=changed)


def _redirected(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        if set(value) == {REF} and str(value[REF]).startswith(old):
            return {REF: new + str(value[REF])[len(old) :]}
        return {k: _redirected(v, old, new) for k, v in value.items()}
    return [_redirected(v, old, new) for v in value] if isinstance(value, (list, tuple)) else value


def _failed(step: Step, fault: BaseException) -> Finding:
    told = str(fault) if isinstance(fault, GroundplanError) else f"{type(fault).__name__}: {fault}"
    return Finding(
        code="failed-step", step=step.id, message=f"{step.tool} failed: {told}", help="another plan is tried"
    )
