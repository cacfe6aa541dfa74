"""narrowed-tool: a step calls a tool that exists but was not offered for this question.

Why it matters: tools are narrowed to what the question needs; reaching past them is how unasked steps come in.

Instead: use one of the offered tools, or ask for what the tool does, so that it is offered.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan


def narrowed_tool(plan: Plan, brief: Brief) -> Iterator[Finding]:
    for step in plan.steps:
        if step.tool in brief.catalogue and step.tool not in brief.tools:
            yield Finding(
                code="narrowed-tool",
                step=step.id,
                message=f"tool {step.tool!r} exists but was not offered for this question",
                help=f"use one of {', '.join(brief.tools)}",
            )
