"""unknown-label: a requirement has a label that the coverage mapping does not know.

Why it matters: a requirement that maps to no capability can be covered by nothing, and would be lost.

Instead: read the question again with the allowed labels; a new label is added to the pack's `coverage.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan
from groundplan.plan.nearest import did_you_mean


def unknown_label(plan: Plan, brief: Brief) -> Iterator[Finding]:
    for requirement in brief.requirements:
        if requirement.label not in brief.coverage.needs:
            yield Finding(
                code="unknown-label",
                message=f"no requirement label {requirement.label!r}",
                help=did_you_mean(requirement.label, brief.coverage.needs, most=40),
            )
