"""unknown-column: a step names a column that its frame does not have.

Why it matters: invented columns are the most common fault of generated analyses; the figure would be about nothing.

Instead: name a column of the frame the step reads; after an aggregate these are its groups and its figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.contracts import SOURCE, Brief, Finding, Plan, Step, Tool, refs
from groundplan.plan.nearest import did_you_mean
from groundplan.query.frames import frame_columns, input_columns


def unknown_column(plan: Plan, brief: Brief) -> Iterator[Finding]:
    known = frame_columns(plan, brief)
    for step in plan.steps:
        tool = brief.catalogue.get(step.tool)
        columns = input_columns(step, brief, known)
        if tool is None or columns is None:
            continue
        for name in dict.fromkeys(_named(step, tool)):
            if name not in columns:
                yield Finding(
                    code="unknown-column",
                    step=step.id,
                    message=f"{_frame(step, tool)} has no column {name!r}",
                    help=did_you_mean(name, columns),
                )


def _named(step: Step, tool: Tool) -> Iterator[str]:
    for name, param in tool.params.items():
        if param.refers == "column":
            yield from _strings(step.args.get(name))
    where = step.args.get("where")
    for condition in where if isinstance(where, (list, tuple)) else ():
        if isinstance(condition, dict):
            yield from _strings([condition.get("column"), condition.get("other")])


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        yield from (v for v in value if isinstance(v, str))


def _frame(step: Step, tool: Tool) -> str:
    ref = next(iter(refs(step.args.get(tool.inputs[0]))), "") if tool.inputs else ""
    owner, _, rest = ref.partition(".")
    return f"table {rest!r}" if owner == SOURCE else f"the result of step {owner!r}"
