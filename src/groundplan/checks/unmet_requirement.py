"""unmet-requirement: something the question asks for is done by no step.

Why it matters: the answer would look whole and leave out a part of the question.

Instead: add a step whose tool has one of the capabilities named, and let it cite the requirement in `satisfies`.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan, Requirement
from groundplan.plan.cover import abilities, missing_groups


def unmet_requirement(plan: Plan, brief: Brief) -> Iterator[Finding]:
    by_label: dict[str, list[Requirement]] = {}
    lacking: dict[str, tuple[str, ...]] = {}
    for requirement in brief.requirements:
        if groups := missing_groups(plan.steps, requirement, brief):
            by_label.setdefault(requirement.label, []).append(requirement)
            lacking[requirement.label] = groups[0]
    for label, missed in by_label.items():
        yield Finding(
            code="unmet-requirement",
            message=f"Missing coverage: {_told(label, missed)}",
            help=f"needs a step with one of: {', '.join(lacking[label])}{_tools(lacking[label], brief)}",
        )


def _told(label: str, missed: list[Requirement]) -> str:
    kind = missed[0].kind
    if label != kind:
        return label
    return f"{kind}=[{', '.join(r.id.partition('.')[2] for r in missed)}]"


def _tools(capabilities: tuple[str, ...], brief: Brief) -> str:
    able = [tool.name for tool in brief.tools.values() if abilities(tool, brief.coverage) & set(capabilities)]
    return f" ({', '.join(able)})" if able else ""
