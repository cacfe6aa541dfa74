"""The usual plan for an intent, before anybody knows what was asked."""

from __future__ import annotations

from groundplan.contracts import Brief, Noun, Plan, Step


class TemplateStep(Noun):
    """One step that questions of an intent often need."""

    id: str
    tool: str


class Template(Noun):
    """The usual plan for one intent, before anybody knows what was asked."""

    intent: str
    summary: str
    steps: tuple[TemplateStep, ...]
    tools: tuple[str, ...]
    """The intent's curated tools: always among the narrowed ones."""


def outline(template: Template, brief: Brief) -> Plan:
    """The template as a plan: its steps without arguments."""
    steps = tuple(Step(id=step.id, tool=step.tool) for step in template.steps)
    return Plan(goal=brief.goal, pack=brief.pack, steps=steps, limits=brief.limits)
