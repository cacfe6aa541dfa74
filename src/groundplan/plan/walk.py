"""In which order a plan runs, and which steps flow into which."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import REF, Plan, Step


def levels(plan: Plan) -> Iterator[tuple[Step, ...]]:
    """Steps that may run side by side, level by level. Steps of a cycle, or after one, are in no level."""
    done: set[str] = set()
    left = list(plan.steps)
    while ready := [step for step in left if set(step.needs) <= done]:
        yield tuple(ready)
        done |= {step.id for step in ready}
        left = [step for step in left if step not in ready]


def ordered(plan: Plan) -> tuple[Step, ...]:
    """Every step that can run, each after the steps it needs."""
    return tuple(step for level in levels(plan) for step in level)


def ancestors(plan: Plan, step: Step) -> tuple[Step, ...]:
    """All steps whose output flows into this one, nearest first."""
    found: dict[str, Step] = {}
    queue = list(step.needs)
    while queue:
        before = plan.step(queue.pop(0))
        if before and before.id not in found and before.id != step.id:
            found[before.id] = before
            queue.extend(before.needs)
    return tuple(found.values())


def ref(step: str, output: str) -> dict[str, str]:
    """A reference to another step's output."""
    return {REF: f"{step}.{output}"}
