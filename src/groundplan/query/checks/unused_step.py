"""unused-step: a step gives a frame that no step reads, while others show theirs.

Why it matters: what the step does, a filter perhaps, would be left out of everything that is shown.

Instead: let a later step read its frame, or remove it.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan, Step


def unused_step(plan: Plan, brief: Brief) -> Iterator[Finding]:
    if all(_is_frame(step, brief) for step in plan.steps):
        return  # nothing is shown yet: that is another fault
    read = {need for step in plan.steps for need in step.needs}
    stand_in = {step.fallback for step in plan.steps}
    for step in plan.steps:
        if _is_frame(step, brief) and step.id not in read | stand_in:
            yield Finding(
                code="unused-step",
                step=step.id,
                message=f"no step reads what {step.tool} gives",
                help=f"let a later step read {step.id}.df, or remove it",
            )


def _is_frame(step: Step, brief: Brief) -> bool:
    """Whether all it gives is a frame, which means nothing until it is shown."""
    tool = brief.catalogue.get(step.tool)
    return tool is not None and tool.outputs == ("df",) and tool.effect == "none"
