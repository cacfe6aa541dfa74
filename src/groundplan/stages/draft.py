"""Brief, Template -> Plan: compiled, and adapted by a model where there is one."""

from __future__ import annotations

from dataclasses import dataclass

from groundplan.contracts import Brief, Drafts, Finding, Plan, Repair
from groundplan.errors import FillError, ModelError
from groundplan.llm.base import LLM
from groundplan.llm.contracts import changes_contract, column_names, made_columns, read_changes
from groundplan.llm.prompts import fenced, prompt
from groundplan.llm.words import requirements_in_words, tools_in_words
from groundplan.pack import Pack
from groundplan.plan import apply, compile, diff, outline, show
from groundplan.plan.compile import Template
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
    compiled = _compiled(template, brief, pack)
    adapted, thought = compiled, f"{len(compiled.steps)} steps compiled from {template.intent!r}"
    if llm is not None and attempt < ATTEMPTS and pack.compile is None:
        adapted, thought = await _adapted(brief, compiled, llm, findings)
    plan, repairs = repair_plan(adapted, brief, pack.repairs)
    told = _told(start, compiled, plan)
    return Draft(Drafts(template=start, compiled=compiled, final=plan, diff=told), plan, repairs, thought)


def _compiled(template: Template, brief: Brief, pack: Pack) -> Plan:
    if pack.compile:
        return pack.compile(brief)
    assert pack.bind and pack.base, f"the pack {pack.name} has no compiler of its own and nothing to bind with"
    return compile(template, brief, pack.phases, pack.bind, pack.base(brief.form, brief.tables))


async def _adapted(brief: Brief, compiled: Plan, llm: LLM, findings: tuple[Finding, ...]) -> tuple[Plan, str]:
    asked = prompt(
        "stages/prompts/adapt.md",
        requirements=fenced(requirements_in_words(brief.requirements)),
        tools=tools_in_words(brief.tools.values()),
        plan=fenced(show(compiled)),
        findings=fenced("\n".join(f"{f.message}. {f.help}" for f in findings) or "none"),
        question=fenced(brief.goal),
    )
    columns = (*column_names(brief.tables), *made_columns(compiled, brief.tools))
    steps, required = [step.id for step in compiled.steps], [r.id for r in brief.requirements]
    try:
        filled = await llm.fill(asked, changes_contract(brief.tools.values(), steps, required, columns))
        changes = read_changes(filled.values)
    except (FillError, ModelError, ValueError) as fault:
        return compiled, f"the model could not adapt the plan ({fault}); the compiled plan stands"
    return apply(compiled, changes), f"{len(changes)} changes by {filled.model}"


def _told(start: Plan, compiled: Plan, final: Plan) -> str:
    parts = [("template -> compiled", diff(start, compiled)), ("compiled -> final", diff(compiled, final))]
    return "\n\n".join(f"# {title}\n{text or 'no change'}" for title, text in parts) + "\n"
