"""Step -> result: one call of one tool, or one for every item, within its time, tried again where that helps."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from groundplan.contracts import INPUTS, ITEM, REF, SOURCE, Step, Tool
from groundplan.errors import PassingError, StepError
from groundplan.execute.limits import Budget
from groundplan.pack import Catalogue, Source

MAY_PASS = (PassingError, ConnectionError, TimeoutError)
"""Failures after which another try may succeed."""
_NO_ITEM = object()


class Several(dict[str, Any]):
    """The outputs of one call by name, told apart from a result that happens to be a mapping."""


class UnapprovedError(StepError):
    """A step would change the outside world, and nobody approved it."""


@dataclass(frozen=True)
class Reach:
    """What the calls of one run may use."""

    catalogue: Catalogue
    source: Source
    budget: Budget
    approved: bool = False
    inputs: Mapping[str, Any] = field(default_factory=dict)
    """What the caller hands over."""


async def called(step: Step, reach: Reach, results: Mapping[str, Any]) -> Any:
    """What the step gives: its tool's result, or a list of them where it is run for each of something."""
    tool = reach.catalogue.tools[step.tool]
    if tool.effect == "outside" and not reach.approved:
        raise UnapprovedError(f"stopped before step {step.id!r}: {step.tool} changes the outside world")
    if step.each is None:
        return await _tried(step, reach, Lookup(reach.source, results).arguments(step))
    items = Lookup(reach.source, results).value(step.each)
    if not isinstance(items, (list, tuple)):
        raise StepError(f"`each` of {step.id!r} is {type(items).__name__}, not a list")
    gate = asyncio.Semaphore(step.at_once)

    async def one(item: Any) -> Any:
        async with gate:
            return await _tried(step, reach, Lookup(reach.source, results, item).arguments(step))

    try:
        async with asyncio.TaskGroup() as group:  # the first failure ends the others
            tasks = [group.create_task(one(item)) for item in items]
    except BaseExceptionGroup as faults:
        raise faults.exceptions[0] from None
    return [task.result() for task in tasks]


async def _tried(step: Step, reach: Reach, args: dict[str, Any]) -> Any:
    """The call, and again after a failure that may pass; what changes the outside world is never done twice."""
    if not step.retry or reach.catalogue.tools[step.tool].effect == "outside":
        return await _timed(step, reach, args)
    import stamina  # only few plans try again

    logging.getLogger("stamina").addHandler(logging.NullHandler())  # it would print its tries amid the answer
    async for attempt in stamina.retry_context(
        on=MAY_PASS, attempts=1 + step.retry, timeout=None, wait_initial=0.1, wait_max=5.0, wait_jitter=0.1
    ):
        with attempt:
            result = await _timed(step, reach, args)
    return result


async def _timed(step: Step, reach: Reach, args: dict[str, Any]) -> Any:
    tool, done = reach.catalogue.tools[step.tool], reach.catalogue.implementations[step.tool]
    reach.budget.call()
    try:
        async with asyncio.timeout(step.timeout):
            result = await asyncio.to_thread(done, **args)
    except TimeoutError as fault:
        if step.timeout is None:
            raise
        raise PassingError(f"it took longer than {step.timeout:g} s") from fault
    if len(tool.outputs) > 1:
        result = _named(result, tool)
    reach.budget.keep(result)
    return result


def _named(result: Any, tool: Tool) -> Several:
    """The outputs of a tool that has several, by their names."""
    if not isinstance(result, Mapping) or not set(tool.outputs) <= set(result):
        raise StepError(f"{tool.name} gives {', '.join(tool.outputs)} by name, and gave {type(result).__name__}")
    return Several({name: result[name] for name in tool.outputs})


class Lookup:
    """What references stand for: sources, results of steps, the item that a call is made for."""

    def __init__(self, source: Source, results: Mapping[str, Any], item: Any = _NO_ITEM) -> None:
        self._source = source
        self._results = results
        self._item = item

    def arguments(self, step: Step) -> dict[str, Any]:
        """The step's arguments with every reference looked up."""
        return {name: self.value(value) for name, value in step.args.items()}

    def value(self, value: Any) -> Any:
        """The value with every reference in it looked up."""
        if isinstance(value, dict):
            if set(value) != {REF}:
                return {key: self.value(inner) for key, inner in value.items()}
            return self._referred(*str(value[REF]).partition(".")[::2])
        return [self.value(inner) for inner in value] if isinstance(value, (list, tuple)) else value

    def _referred(self, owner: str, name: str) -> Any:
        if owner == SOURCE:
            return self._source.get(name)
        if owner == ITEM:
            if self._item is _NO_ITEM:
                raise StepError("`$item` stands in a step that is run for no list; give it `each`")
            return _part(self._item, name, "the item")
        if owner == INPUTS:
            return _part(self._results.get(INPUTS, {}), name, "what was handed over")
        output, _, path = name.partition(".")
        return _part(_output(self._results[owner], output), path, f"{output!r} of {owner!r}")


def _part(value: Any, path: str, of: str) -> Any:
    """What stands at a path into a value; of nothing every part is nothing."""
    while path and value is not None:
        if not isinstance(value, Mapping):
            raise StepError(f"{of} is {type(value).__name__}, which has no {path!r}")
        name, _, rest = (path, "", "") if path in value else path.partition(".")
        if name not in value:
            raise StepError(f"{of} has no {name!r}; it has {', '.join(map(str, value)) or 'nothing'}")
        value, path, of = value[name], rest, repr(name)
    return value


def _output(result: Any, name: str) -> Any:
    """One output of a step; a step that has one only is that output, whatever it is called."""
    if isinstance(result, Several):
        return result[name]
    if isinstance(result, list) and result and all(isinstance(one, Several) for one in result):
        return [one[name] for one in result]
    return result
