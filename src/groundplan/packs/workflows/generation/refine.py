"""A plan, words -> the plan with what they ask for changed, reviewed as a diff; what is locked stays byte for byte."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from groundplan.contracts import INPUTS, Finding, Plan, Step, refs
from groundplan.contracts.noun import Noun
from groundplan.errors import FillError, ModelError, UsageError
from groundplan.llm.base import Metered, Prompt
from groundplan.llm.prompts import fenced, prompt
from groundplan.llm.words import NOTHING
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.drafting.reader import world_of
from groundplan.packs.workflows.drafting.refining import among, refined, together
from groundplan.packs.workflows.drafting.words import tokens
from groundplan.packs.workflows.generation.account import left_over
from groundplan.packs.workflows.generation.answer import Answered, answered
from groundplan.packs.workflows.generation.contract import GRAPH, graph_contract
from groundplan.packs.workflows.generation.generate import PROMPTS, Asking, in_words
from groundplan.packs.workflows.generation.reached import leading_nowhere
from groundplan.packs.workflows.generation.sheet import inputs_in_words, narrowed, sheet
from groundplan.packs.workflows.generation.wanted import Attempt
from groundplan.packs.workflows.graph import diff, from_plan
from groundplan.packs.workflows.graph.dialects import dialect
from groundplan.plan.nearest import did_you_mean
from groundplan.plan.text import show_step

_DRAWN = ("id", "tool", "args", "needs", "when", "each")
"""What makes a step the same; why it is there may be told in other words."""


class Refined(Noun):
    """What words make of a plan."""

    changed: bool
    diff: str = ""
    """One line for each node and edge that was removed, added or changed; then the steps that are new or changed."""
    plan: Plan | None = None
    drafter: str = "embedded"
    locked: tuple[str, ...] = ()
    log: tuple[Attempt, ...] = ()
    question: str = ""
    """Why nothing was changed, or what has to be said."""
    notes: tuple[str, ...] = ()


async def refine(
    plan: Plan, words: str, inputs: Mapping[str, Any], opened: Opened, locked: Sequence[str] = (),
    asking: Asking | None = None,
) -> Refined:  # fmt: skip
    """The change by a language model whose graph accounts for the words, else by the words alone."""
    held, inputs = frozenset(locked), {**_handed(plan), **inputs}
    for id in locked:
        if plan.step(id) is None:
            raise UsageError(f"no step named {id!r} can be locked; {did_you_mean(id, [one.id for one in plan.steps])}")
    log: tuple[Attempt, ...] = ()
    notes: tuple[str, ...] = ()
    if asking is not None:
        try:
            made, log = await _by_model(_Change(plan, words, inputs, opened, held), asking)
        except ModelError as fault:
            made, notes = None, (f"the model could not change the plan, so it was read without it: {fault}",)
        if made is not None:
            return _told(plan, made, "model", locked, log, notes)
    found = refined(plan, words, inputs, world_of(opened), held)
    if found.plan is None:
        assert found.doubt is not None
        return Refined(changed=False, locked=tuple(locked), log=log, question=found.doubt.message, notes=notes)
    wrong = leading_nowhere(found.plan, inputs, opened)
    if wrong:
        told = "; ".join(map(in_words, wrong))
        return Refined(changed=False, locked=tuple(locked), log=log, question=told, notes=notes)
    return _told(plan, found.plan, "embedded", locked, log, notes)


def _handed(plan: Plan) -> dict[str, Any]:
    """What the plan itself takes of the caller, whatever it may be."""
    read = [ref for step in plan.steps for ref in refs([step.args, step.each])]
    names = [ref.split(".")[1] for ref in read if ref.startswith(f"{INPUTS}.")]
    return {name: "" for name in names}


def _told(
    before: Plan, after: Plan, drafter: str, locked: Sequence[str], log: tuple[Attempt, ...], notes: tuple[str, ...]
) -> Refined:
    old, new = (from_plan(one.model_copy(update={"goal": ""})) for one in (before, after))
    fresh = [step for step in after.steps if before.step(step.id) != step]
    shown = "\n".join(line for step in fresh for line in show_step(step).splitlines() if not _aside(line))
    return Refined(
        changed=True,
        diff="\n".join(filter(None, [diff(old, new), shown])),
        plan=after,
        drafter=drafter,
        locked=tuple(locked),
        log=log,
        notes=notes,
    )


def _aside(line: str) -> bool:
    """What tells of a step and does nothing."""
    return line.strip().startswith(("because ", "satisfies "))


# ------------------------------------------------------------------ by a model


@dataclass(frozen=True)
class _Change:
    plan: Plan
    words: str
    inputs: Mapping[str, Any]
    opened: Opened
    locked: frozenset[str]

    @property
    def task(self) -> str:
        """The task after the change."""
        return together(self.plan.goal, self.words)


async def _by_model(change: _Change, asking: Asking) -> tuple[Plan | None, tuple[Attempt, ...]]:
    metered, wanted = Metered(asking.llm), asking.wanted
    names = narrowed(change.task, change.opened, wanted, asking.cache)
    held_to, contract = (
        wanted.held_to(change.opened, asking.model),
        graph_contract(names, change.opened, wanted, asks=bool(asking.model)),
    )
    log: list[Attempt] = []
    faults: tuple[Finding, ...] = ()
    for number in range(1, wanted.max_iterations + 1):
        asking.watch(f"change, attempt {number} of {wanted.max_iterations}")
        before = metered.usage.prompt + metered.usage.completion
        plan: Plan | None = None
        try:
            filled = await metered.fill(_prompt(change, names, faults, asking.tokens), contract)
            read = answered(filled.values, change.task, change.opened, held_to)
            plan, faults = _judged(change, read)
        except FillError as fault:
            faults = (Finding(code="syntax", message=str(fault), help="answer with one JSON object"),)
        tokens_used = metered.usage.prompt + metered.usage.completion - before
        errors, codes = tuple(map(in_words, faults)), tuple(dict.fromkeys(one.code for one in faults))
        tried = Attempt(
            number=number, drafter="model", valid=not faults, errors=errors, codes=codes, tokens=tokens_used
        )
        log.append(tried)
        if plan is not None and not faults:
            return plan, tuple(log)
    return None, tuple(log)


def _prompt(change: _Change, names: Sequence[str], faults: Sequence[Finding], tokens_left: int) -> Prompt:
    emit = dialect("prompt").emit
    drawn = emit(from_plan(change.plan)) if emit else {}
    asked = prompt(
        f"{PROMPTS}/refine.md", tools=fenced(sheet(names, change.opened)), inputs=inputs_in_words(change.inputs),
        task=fenced(change.plan.goal), graph=fenced(json.dumps(drawn, ensure_ascii=False)), words=fenced(change.words),
        locked=", ".join(sorted(change.locked)) or NOTHING,
        faults=fenced("\n".join(f"- {in_words(one)}" for one in faults)) if faults else NOTHING,
    )  # fmt: skip
    return asked.model_copy(update={"taken": GRAPH, "budget": tokens_left})


def _judged(change: _Change, read: Answered) -> tuple[Plan | None, tuple[Finding, ...]]:
    """The plan after the change, its unchanged steps as they were; and everything that is wrong with it."""
    if read.plan is None:
        return None, read.faults
    old = {step.id: step for step in change.plan.steps}
    steps = tuple(old[one.id] if _same(old.get(one.id), one) else one for one in read.plan.steps)
    plan = change.plan.model_copy(update={"steps": steps, "goal": change.task})
    fresh = {step.id for step in steps if old.get(step.id) is not step}
    led = leading_nowhere(plan, change.inputs, change.opened)
    return plan, (*read.faults, *led, *_kept(change, plan, fresh, read), *_unaccounted(change, plan, fresh, read))


def _kept(change: _Change, plan: Plan, fresh: set[str], read: Answered) -> list[Finding]:
    """Steps that the words do not speak of, and that are gone or others; locked ones among them."""
    found: list[Finding] = []
    start = len(change.task) - len(change.words.strip())
    drops = any(among(one, "drop") for one in tokens(change.words))
    for step in change.plan.steps:
        gone = plan.step(step.id) is None
        if step.id in change.locked and (gone or step.id in fresh):
            found.append(_fault(step, "is locked, and was changed", "keep it as it is"))
        elif gone and not drops and step.tool in world_of(change.opened).doings:
            found.append(_fault(step, "was left out, and the words do not say so", "keep it as it is"))
    for id in fresh:
        if not any(end > start for _, end in read.quotes.get(id, ())) and (one := plan.step(id)) is not None:
            found.append(_fault(one, "was changed, and quotes no words of the change", "keep it, or quote them"))
    return found


def _unaccounted(change: _Change, plan: Plan, fresh: set[str], read: Answered) -> list[Finding]:
    """What the words leave over beyond what the plan left over before."""
    goal = change.plan.goal
    whole = {step.id: ((0, len(goal)),) for step in change.plan.steps}
    stood = replace(read, plan=change.plan, quotes=whole, own=whole, unfound=())
    known = {(one.code, one.message) for one in left_over(goal, stood, change.inputs, change.opened)} if goal else set()
    old = {step.id for step in change.plan.steps}
    quotes, own = (
        {id: (*whole.get(id, ()), *(places.get(id, ()) if id in fresh or id not in old else ())) for id in _ids(plan)}
        for places in (read.quotes, read.own)
    )
    now, told = replace(read, plan=plan, quotes=quotes, own=own), _carried_out(change, plan, fresh)
    return [
        one
        for one in left_over(change.task, now, change.inputs, change.opened)
        if (one.code, one.message) not in known
        and not any(part in one.message for part in told)
        and (one.step is None or one.step in fresh)
    ]


def _ids(plan: Plan) -> list[str]:
    return [step.id for step in plan.steps]


def _carried_out(change: _Change, plan: Plan, fresh: set[str]) -> set[str]:
    """What would be said of words that no step does, as the change itself is what they ask for."""
    done = {"copy": any(_again(change.plan, plan, id) for id in fresh), "change": bool(fresh), "only": bool(fresh)}
    asks = [one for one in tokens(change.words) if any(done[name] and among(one, name) for name in done)]
    told = {f"no step was read from {one.text!r}" for one in asks}
    told |= {f"quotes {one.text!r}, which asks for something else" for one in asks}
    if any(among(one, "change") for one in asks):  # a value that was exchanged is said, and no longer written
        before = {str(value) for id in fresh if (step := change.plan.step(id)) for value in step.args.values()}
        after = {str(value) for id in fresh if (step := plan.step(id)) for value in step.args.values()}
        gone = [one for one in tokens(change.plan.goal) if str(one.value) in before - after]
        told |= {f"no step was read from {one.text!r}" for one in gone}
    return told


def _again(before: Plan, after: Plan, id: str) -> bool:
    """Whether a step does once more what another does."""
    one = after.step(id)
    return one is not None and before.step(id) is None and any(step.tool == one.tool for step in before.steps)


def _same(old: Step | None, new: Step) -> bool:
    return old is not None and all(getattr(old, name) == getattr(new, name) for name in _DRAWN)


def _fault(step: Step, told: str, help: str) -> Finding:
    return Finding(code="kept-step", step=step.id, message=f"{step.id} {told}", help=help)
