"""Plan, Tools, Source -> Outcome: in this process, each step as soon as what it needs is there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from groundplan.contracts import REF, SOURCE, Finding, Plan, Step
from groundplan.errors import GroundplanError
from groundplan.execute.base import Outcome
from groundplan.execute.condition import holds
from groundplan.pack import Implementation, Source


class LocalExecutor:
    """A ready queue without step barriers; tools run in threads, so that independent steps overlap."""

    async def execute(self, plan: Plan, tools: Mapping[str, Implementation], source: Source) -> Outcome:
        results: dict[str, Any] = {}
        findings: list[Finding] = []
        seconds: dict[str, float] = {}
        waiting = {step.id: step for step in plan.steps}
        running: dict[asyncio.Task[Any], tuple[Step, float]] = {}
        try:
            while True:
                for step in [s for s in waiting.values() if set(s.needs) <= set(results)]:
                    del waiting[step.id]
                    running[asyncio.create_task(_call(step, tools, source, dict(results)))] = (step, perf_counter())
                if not running:
                    break
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    step, began = running.pop(task)
                    seconds[step.id] = perf_counter() - began
                    if fault := task.exception():
                        findings.append(_failed(step, fault))
                        _use_fallback(step, plan, waiting)
                    else:
                        results[step.id] = task.result()
        finally:
            for task in running:
                task.cancel()
        return Outcome(results, tuple(findings), seconds)


async def _call(step: Step, tools: Mapping[str, Implementation], source: Source, results: Mapping[str, Any]) -> Any:
    if step.when is not None and not holds(step.when, results):
        return None
    args = {name: _resolved(value, source, results) for name, value in step.args.items()}
    return await asyncio.to_thread(tools[step.tool], **args)


def _resolved(value: Any, source: Source, results: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        if set(value) != {REF}:
            return {k: _resolved(v, source, results) for k, v in value.items()}
        owner, _, rest = str(value[REF]).partition(".")
        return source.frame(rest) if owner == SOURCE else results[owner]
    if isinstance(value, (list, tuple)):
        return [_resolved(v, source, results) for v in value]
    return value


def _use_fallback(failed: Step, plan: Plan, waiting: dict[str, Step]) -> None:
    """Steps that need the failed one read its fallback instead, if it names one."""
    if failed.fallback is None or plan.step(failed.fallback) is None:
        return
    text = f"{failed.id}."
    for id, step in list(waiting.items()):
        if failed.id in step.needs:
            needs = tuple(failed.fallback if need == failed.id else need for need in step.needs)
            args = {name: _redirected(value, text, f"{failed.fallback}.") for name, value in step.args.items()}
            waiting[id] = step.model_copy(update={"needs": needs, "args": args})


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
