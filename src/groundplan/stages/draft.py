"""Brief, Template -> Plan: compiled, and adapted by a model where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import Brief, Drafts, Finding, Plan, Repair
from groundplan.errors import FillError, ModelError
from groundplan.llm.base import LLM
from groundplan.llm.contracts import changes_contract, read_changes
from groundplan.llm.prompts import fenced, prompt
from groundplan.llm.words import requirements_in_words, tools_in_words
from groundplan.pack import Pack
from groundplan.plan import apply, diff, outline, show
from groundplan.plan.template import Template
from groundplan.repairs import repair_plan

ATTEMPTS = 3
"""Shared by check and run; the last one is the compiler's own plan, which no model has touched."""


@dataclass(frozen=True)
class Draft:
    """The plans on the way, what was repaired, and what the model could not do."""

    drafts: Drafts
    plan: Plan
    repairs: tuple[Repair, ...] = ()
    thought: str = ""


async def draft(
    brief: Brief, template: Template, pack: Pack, llm: LLM | None, findings: tuple[Finding, ...], attempt: int
) -> Draft:
    """The compiled plan; with a model and attempts left, the plan as the model adapts it."""
    start = outline(template, brief)
    compiled = pack.planning.compile(template, brief)
    adapted, thought = compiled, f"{len(compiled.steps)} steps compiled from {template.intent!r}"
    if llm is not None and attempt < ATTEMPTS and pack.planning.definitions:
        adapted, thought = await _adapted(brief, compiled, llm, findings, pack.planning.definitions(compiled, brief))
    plan, repairs = repair_plan(adapted, brief, pack.planning.repairs)
    told = _told(start, compiled, plan)
    return Draft(Drafts(template=start, compiled=compiled, final=plan, diff=told), plan, repairs, thought)


async def _adapted(
    brief: Brief, compiled: Plan, llm: LLM, findings: tuple[Finding, ...], definitions: Mapping[str, Any]
) -> tuple[Plan, str]:
    asked = prompt(
        "stages/prompts/adapt.md",
        requirements=fenced(requirements_in_words(brief.requirements)),
        tools=tools_in_words(brief.tools.values()),
        plan=fenced(show(compiled)),
        findings=fenced("\n".join(f"{f.message}. {f.help}" for f in findings) or "none"),
        question=fenced(brief.goal),
    )
    steps, required = [step.id for step in compiled.steps], [r.id for r in brief.requirements]
    try:
        filled = await llm.fill(asked, changes_contract(brief.tools.values(), steps, required, definitions))
        changes = read_changes(filled.values)
    except (FillError, ModelError, ValueError) as fault:
        return compiled, f"the model could not adapt the plan ({fault}); the compiled plan stands"
    return apply(compiled, changes), f"{len(changes)} changes by {filled.model}"


def _told(start: Plan, compiled: Plan, final: Plan) -> str:
    parts = [("template -> compiled", diff(start, compiled)), ("compiled -> final", diff(compiled, final))]
    return "\n\n".join(f"# {title}\n{text or 'no change'}" for title, text in parts) + "\n"
