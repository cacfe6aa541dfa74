"""cycle: steps wait for each other, or fall back on each other.

Why it matters: none of them can ever start.

Instead: let each step read only what earlier steps give, and fall back on a step that stands by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from groundplan.contracts import Brief, Finding, Plan, Step


def cycle(plan: Plan, brief: Brief) -> Iterator[Finding]:
    yield from _cycles(plan, lambda s: s.needs, "wait for", "let each step read only what earlier steps give")
    yield from _cycles(plan, _fallback, "fall back on", "let the last of them have no fallback")


def _cycles(plan: Plan, edges: Callable[[Step], tuple[str, ...]], verb: str, help: str) -> Iterator[Finding]:
    told: set[str] = set()
    for step in plan.steps:
        way = _way_back(plan, step.id, edges) if step.id not in told else ()
        told |= set(way)
        if way:
            message = f"steps {verb} each other: {' -> '.join(way)}"
            yield Finding(code="cycle", step=step.id, message=message, help=help)


def _way_back(plan: Plan, start: str, edges: Callable[[Step], tuple[str, ...]]) -> tuple[str, ...]:
    """The shortest way from a step to itself; empty when there is none."""
    ways: list[tuple[str, ...]] = [(start,)]
    seen: set[str] = set()
    for way in ways:
        step = plan.step(way[-1])
        for next in edges(step) if step else ():
            if next == start:
                return (*way, next)
            if next not in seen:
                seen.add(next)
                ways.append((*way, next))
    return ()


def _fallback(step: Step) -> tuple[str, ...]:
    return (step.fallback,) if step.fallback else ()
