"""Which requirements a step covers: the one place where the coverage mapping is read."""

from __future__ import annotations

from typing import Any

from groundplan.contracts import Brief, Coverage, Requirement, Step, Tool


def groups_met(tool: Tool, requirement: Requirement, coverage: Coverage) -> frozenset[int]:
    """Which of the requirement's capability groups the tool serves, by its metadata alone."""
    need = coverage.needs.get(requirement.label)
    if need is None:
        return frozenset()
    can = abilities(tool, coverage)
    return frozenset(i for i, any_of in enumerate(need.all_of) if can & set(any_of))


def abilities(tool: Tool | None, coverage: Coverage) -> frozenset[str]:
    """The tool's capabilities by their canonical names; none for a tool that does not exist."""
    return frozenset(coverage.canonical(c) for c in tool.capabilities) if tool else frozenset()


def covers(step: Step, requirement: Requirement, brief: Brief) -> bool:
    """Whether the step serves the requirement, its arguments included."""
    tool = brief.catalogue.get(step.tool)
    if tool is None or not groups_met(tool, requirement, brief.coverage):
        return False
    holding = brief.coverage.needs[requirement.label].holding
    params = [p for p in holding if p in tool.params]
    return not params or any(_holds(step.args.get(p), requirement.value) for p in params)


def missing_groups(steps: tuple[Step, ...], requirement: Requirement, brief: Brief) -> tuple[tuple[str, ...], ...]:
    """The capability groups of a requirement that no step serves and claims; empty when it is covered."""
    need = brief.coverage.needs.get(requirement.label)
    if need is None:
        return ()
    met: set[int] = set()
    for step in steps:
        if requirement.id in step.satisfies and covers(step, requirement, brief):
            met |= groups_met(brief.catalogue[step.tool], requirement, brief.coverage)
    return tuple(group for i, group in enumerate(need.all_of) if i not in met)


def covered_labels(steps: tuple[Step, ...], brief: Brief) -> tuple[int, int]:
    """How many requirement labels are covered, of how many."""
    labels = dict.fromkeys(r.label for r in brief.requirements)
    missing = {r.label for r in brief.requirements if missing_groups(steps, r, brief)}
    return len(labels) - len(missing), len(labels)


def _holds(value: Any, wanted: Any) -> bool:
    if value == wanted:
        return True
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return any(_holds(v, wanted) for v in inner)
