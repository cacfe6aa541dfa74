"""Rehearsal: a plan run on stubs made from the schemas, to tell its calls, side effects, approvals and time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from threading import Lock
from typing import Any

from groundplan.checks import check_plan
from groundplan.contracts import Brief, Coverage, Finding, Plan, Step
from groundplan.contracts.noun import Noun
from groundplan.execute import Executor
from groundplan.pack import Catalogue
from groundplan.packs.workflows.catalogue.nodes import FILL, agent_that_writes, stubbed
from groundplan.packs.workflows.catalogue.opened import Opened
from groundplan.packs.workflows.catalogue.select import SELECT
from groundplan.packs.workflows.catalogue.stubs import stub
from groundplan.packs.workflows.catalogue.values import held_to
from groundplan.plan.walk import ordered

SHOWN = 3
"""Calls that are told of each step."""


class Rehearsed(Noun):
    """What one step would do."""

    step: str
    tool: str
    writes: bool = False
    pinned: bool = False
    skipped: bool = False
    calls: tuple[dict[str, Any], ...] = ()
    """The arguments of each."""
    gives: Any = None


class Rehearsal(Noun):
    """What a plan would do."""

    steps: tuple[Rehearsed, ...] = ()
    findings: tuple[Finding, ...] = ()
    seconds: float = 0.0
    """About how long its calls would take, one after the other where they wait for each other."""

    @property
    def approvals(self) -> tuple[str, ...]:
        """The steps that would have to be approved."""
        return tuple(one.step for one in self.steps if one.writes and one.calls)


async def rehearsed(
    plan: Plan, opened: Opened, executor: Executor, inputs: Mapping[str, Any], pinned: Mapping[str, Any],
    each: float = 0.5,
) -> Rehearsal:  # fmt: skip
    """The plan on stubs; `pinned` says what steps or operations give, by name; `each`: seconds of a call."""
    findings = check_plan(plan, _brief(plan, opened, inputs), (agent_that_writes,))
    if findings:
        return Rehearsal(findings=findings)
    calls: dict[str, list[dict[str, Any]]] = {step.id: [] for step in plan.steps}
    staged = plan.model_copy(update={"steps": tuple(_own(step) for step in plan.steps)})
    catalogue = _staged(plan, opened, pinned, calls)
    outcome = await executor.execute(staged, catalogue, opened, approved=True, inputs=inputs)
    steps = tuple(
        Rehearsed(
            step=step.id, tool=step.tool, writes=catalogue.tools[_name(step)].effect == "outside",
            pinned=step.id in pinned or step.tool in pinned, calls=tuple(calls[step.id]),
            skipped=step.id in outcome.results and outcome.results[step.id] is None and not calls[step.id],
            gives=outcome.results.get(step.id),
        )
        for step in ordered(plan)
    )  # fmt: skip
    return Rehearsal(steps=steps, findings=outcome.findings, seconds=_longest(plan, calls, opened, each))


def _brief(plan: Plan, opened: Opened, inputs: Mapping[str, Any]) -> Brief:
    tools = {name: opened.tools[name] for name in opened.tools}
    coverage = Coverage(version=1, needs={})
    return Brief(
        goal=plan.goal, tools=tools, catalogue=tools, coverage=coverage, inputs=tuple(inputs), asked=False,
        limits=plan.limits,
    )  # fmt: skip


def _name(step: Step) -> str:
    return f"{step.tool} of {step.id}"


def _own(step: Step) -> Step:
    """The step with a tool of its own, so that its calls are told apart."""
    return step.model_copy(update={"tool": _name(step)})


def _staged(
    plan: Plan, opened: Opened, pinned: Mapping[str, Any], calls: Mapping[str, list[dict[str, Any]]]
) -> Catalogue:
    """For each step its tool, done by a stub; what only computes is done as it is."""
    lock = Lock()

    def beside(step: Step, arguments: Mapping[str, Any]) -> Any:
        """What computes is done as it is; nobody is asked, and no address called."""
        if step.tool == SELECT.name:
            return opened.implementations[step.tool](**arguments)
        if step.tool != FILL:
            with lock:
                calls[step.id].append(dict(arguments))
        known = next((pinned[name] for name in (step.id, step.tool) if name in pinned), None)
        return known if known is not None else stubbed(step.tool, arguments)

    def done(step: Step) -> Callable[..., Any]:
        def call(**arguments: Any) -> Any:
            if step.tool not in opened.operations:
                return beside(step, arguments)
            operation = opened.operations[step.tool]
            taken = held_to(operation, arguments)
            with lock:
                calls[step.id].append(dict(arguments))
            known = next((pinned[name] for name in (step.id, step.tool) if name in pinned), None)
            return known if known is not None else stub(operation, taken)

        return call

    return Catalogue(
        {_name(step): opened.tools[step.tool] for step in plan.steps}, {_name(step): done(step) for step in plan.steps}
    )


def _longest(plan: Plan, calls: Mapping[str, list[dict[str, Any]]], opened: Opened, each: float) -> float:
    """The time of the longest way through the plan."""
    ends: dict[str, float] = {}
    for step in ordered(plan):
        own = ceil(len(calls[step.id]) / step.at_once) * each
        ends[step.id] = own + max((ends.get(need, 0.0) for need in step.needs), default=0.0)
    return max(ends.values(), default=0.0)
