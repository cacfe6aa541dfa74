"""unknown-tool: a step calls a tool the catalogue does not have.

Why it matters: a name that was invented cannot run, and what it was meant to do is left undone.

Instead: use a tool of the catalogue; `groundplan tools search "what it should do"` finds one.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan
from groundplan.plan.nearest import did_you_mean


def unknown_tool(plan: Plan, brief: Brief) -> Iterator[Finding]:
    for step in plan.steps:
        if step.tool not in brief.catalogue:
            yield Finding(
                code="unknown-tool",
                step=step.id,
                message=f"no tool named {step.tool!r}",
                help=did_you_mean(step.tool, brief.tools or brief.catalogue),
            )
