"""The columns of each step's frame, as far as the registry tells."""

from __future__ import annotations

from collections.abc import Mapping

from groundplan.contracts import SOURCE, Brief, Plan, Step, Tool, refs
from groundplan.plan.walk import ordered


def frame_columns(plan: Plan, brief: Brief) -> dict[str, tuple[str, ...] | None]:
    """The columns of each step's frame, as far as the registry tells; None where it does not."""
    known: dict[str, tuple[str, ...] | None] = {}
    for step in ordered(plan):
        tool = brief.catalogue.get(step.tool)
        known[step.id] = _columns_after(step, tool, input_columns(step, brief, known)) if tool else None
    return known


def input_columns(step: Step, brief: Brief, known: Mapping[str, tuple[str, ...] | None]) -> tuple[str, ...] | None:
    """The columns a step may name: those of its first input, and what a second one brings."""
    tool = brief.catalogue.get(step.tool)
    for name in tool.inputs[:1] if tool else ():
        for ref in refs(step.args.get(name)):
            owner, _, rest = ref.partition(".")
            return source_columns(rest, brief) if owner == SOURCE else known.get(owner)
    return None


def source_columns(name: str, brief: Brief) -> tuple[str, ...] | None:
    """The columns of one table of the source."""
    table = next((t for t in brief.tables if t.name == name), None)
    return tuple(c.name for c in table.columns) if table else None


def _columns_after(step: Step, tool: Tool, before: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if tool.columns is None:
        return None
    columns: list[str] = []
    for entry in tool.columns:
        if entry == "*":
            if before is None:
                return None
            columns.extend(before)
        else:
            columns.extend(_names(step, tool, entry))
    return tuple(dict.fromkeys(columns))


def _names(step: Step, tool: Tool, param: str) -> list[str]:
    value = step.args.get(param, tool.params[param].default if param in tool.params else None)
    if isinstance(value, str):
        return [value]
    return [v for v in value if isinstance(v, str)] if isinstance(value, (list, tuple)) else []
