"""The columns of each step's frame, as far as the registry tells: `extra.columns` of a tool says what it leaves.

`*` stands for the columns of its input, any other entry for the names that a param holds.
"""

from __future__ import annotations

from collections.abc import Mapping

from groundplan.contracts import SOURCE, Brief, Plan, Step, Tool, refs
from groundplan.plan.walk import ordered
from groundplan.sources.model.expressions import aggregates, parsed


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
    """The columns of one table of the source, and the figures of its groups; those of rows are made by a step."""
    table = next((t for t in brief.model if t.name == name), None)
    if table is None:
        return None
    made = {figure.name for figure in table.figures if not aggregates(parsed(figure.expression))}
    return tuple(c.name for c in table.all_columns if c.name not in made)


def _columns_after(step: Step, tool: Tool, before: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if "columns" not in tool.extra:
        return None
    columns: list[str] = []
    for entry in tool.extra["columns"]:
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


def made_columns(plan: Plan, tools: Mapping[str, Tool]) -> tuple[str, ...]:
    """The columns that the plan's steps make, and those the tools make unless told otherwise."""
    made = [tool.params[name].default for tool in tools.values() for name in _naming(tool)]
    for step in plan.steps:
        made += [step.args.get(name) for name in (_naming(tools[step.tool]) if step.tool in tools else ())]
    flat = [name for value in made for name in (value if isinstance(value, (list, tuple)) else [value])]
    return tuple(dict.fromkeys(name for name in flat if isinstance(name, str)))


def _naming(tool: Tool) -> list[str]:
    """The params that name new columns rather than hold names that exist."""
    return [name for name in tool.extra.get("columns", ()) if name in tool.params and not tool.params[name].refers]
