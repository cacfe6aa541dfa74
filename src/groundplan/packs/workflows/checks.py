"""What only plans of tasks can have: words of the task that no step quotes, and parts that quote none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from groundplan.contracts import Brief, Finding, Plan, Step
from groundplan.packs.workflows.catalogue.nodes import agent_that_writes, no_model
from groundplan.packs.workflows.drafting.words import Token, tokens
from groundplan.packs.workflows.planning import said_of

_BEARING = frozenset({"every", "many_of", "except", "negation", ">=", "<=", ">", "<"})


def unread_span(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """workflows/unread-span: words of the task bear meaning, and no step, condition or background quotes them."""
    if not brief.asked or not brief.form:
        return
    quoted = _quoted(brief.form)
    for one in tokens(brief.goal):
        if bears(one) and not quoted.intersection(range(one.start, one.end)):
            yield Finding(
                code="workflows/unread-span",
                message=f"no step was read from {one.text!r}",
                help="say it in other words, or leave it out",
            )


def unsaid_part(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """workflows/unsaid-part: a step changes something and quotes no words, or writes what the task does not say."""
    if not brief.asked or not brief.form:
        return
    quotes = brief.form.get("quotes", {})
    for step in plan.steps:
        tool = brief.catalogue.get(step.tool)
        if tool is None or tool.effect == "none":
            continue
        if not quotes.get(step.id):
            told = f"{step.tool} changes something, and no words of the task ask for it"
            yield Finding(code="workflows/unsaid-part", step=step.id, message=told, help="remove the step")
        yield from _unsaid_values(step, brief, said_of(brief.goal, quotes.get(step.id, ())))


def _unsaid_values(step: Step, brief: Brief, said: str) -> Iterator[Finding]:
    params = brief.catalogue[step.tool].params
    for name, value in step.args.items():
        chosen = name in params and (params[name].choices or params[name].type == "boolean")
        if isinstance(value, Mapping) or chosen or _stands_in(value, said):
            continue
        told = f"{name!r} of {step.tool} is {value!r}, which the words that it quotes do not say"
        yield Finding(code="workflows/unsaid-part", step=step.id, message=told, help="give a value that the task says")


def _stands_in(value: Any, said: str) -> bool:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return any(one.kind == "number" and one.value == value for one in tokens(said))
    return stands(str(value), said)


def stands(value: str, said: str) -> bool:
    """Whether a text stands in words as it is: whole, but for case and the signs at its end."""
    piece = re.escape(value.strip(" .!?").casefold())
    return bool(re.search(rf"(?<!\w){piece}(?!\w)", said.casefold()))


def _quoted(form: Mapping[str, Any]) -> set[int]:
    places = [*form.get("background", ()), *form.get("granted", ())]
    places += [place for quotes in form.get("quotes", {}).values() for place in quotes]
    return {at for start, end in places for at in range(start, end)}


def bears(one: Token) -> bool:
    """Whether a word means something that a plan has to heed."""
    if one.kind != "word":
        return one.kind != "sign"
    if one.marks & _BEARING:
        return True
    return (
        bool(one.keys)
        and not one.idle
        and not one.marks & {"if", "unless", "otherwise", "then", "whether", "persons", "in_all"}
    )


CHECKS = (no_model, agent_that_writes, unread_span, unsaid_part)
