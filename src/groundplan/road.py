"""What is carried along the road, what it is travelled with, how each stage is called, and which comes next.

normalize -> recall -> understand -> narrow -> draft -> check -> run -> answer -> verify
                           |            ^________|  findings, while attempts are left: narrow or draft again,
                           |                     |  at last understand again, without a model
                           `-> explain <---------'  no attempts left, or a question that cannot be answered as it stands
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Annotated, Any, TypedDict

from groundplan.contracts import (
    Answer,
    Brief,
    Drafts,
    Event,
    Facts,
    Finding,
    Plan,
    Question,
    Recall,
    Repair,
    Understanding,
    Usage,
)
from groundplan.execute.base import Executor
from groundplan.llm.base import Metered
from groundplan.pack import Catalogue, Form, Gate, Pack, Reader, Source
from groundplan.plan.template import Template
from groundplan.stages.answer import answer
from groundplan.stages.check import check, coverage
from groundplan.stages.draft import ATTEMPTS, draft
from groundplan.stages.explain import explain
from groundplan.stages.narrow import CAP, Index, discover, narrow
from groundplan.stages.normalize import normalize
from groundplan.stages.recall import recall
from groundplan.stages.run import run
from groundplan.stages.understand import understand
from groundplan.stages.verify import verify

UNSOUND = "what the model made of the question led to no sound plan, so it was read without it"
WORDINGS = 3
"""A model words an answer twice at most; the third is the renderer's own text."""


@dataclass(frozen=True)
class Means:
    """What one question is answered with: everything a stage may call."""

    pack: Pack
    source: Source
    catalogue: Catalogue
    readers: tuple[Reader, ...]
    """Who reads the question: the first that can; the last one needs no server."""
    gate: Gate
    executor: Executor
    index: Index
    llm: Metered | None = None
    answer_llm: Metered | None = None
    prior: Form | None = None
    cap: int = CAP
    approved: bool = False
    """Whether steps may change the outside world."""
    runs: bool = True
    """Whether a sound plan is carried out on this road; else it is told, and waits."""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    """What the caller hands over."""
    results: dict[str, Any] = field(default_factory=dict)
    """The steps' own results; frames cannot be checkpointed, so they stand beside the road."""

    def brief(
        self, goal: str, understood: Understanding, tools: Sequence[str] | None = None, *, asked: bool = True
    ) -> Brief:
        """What a plan is held against; every tool may be used where none are named."""
        known = self.catalogue.tools
        return Brief(
            goal=goal,
            pack=self.pack.name,
            form=understood.form,
            requirements=understood.requirements,
            tools=dict(known) if tools is None else {name: known[name] for name in tools},
            catalogue=dict(known),
            coverage=self.pack.planning.coverage,
            model=self.source.model,
            given=self.source.names,
            inputs=tuple(self.inputs),
            asked=asked,
            limits=self.pack.planning.limits(understood.form),
        )


def joined(before: Sequence[Any], more: Sequence[Any]) -> tuple[Any, ...]:
    """One after the other; what comes back from a checkpoint is a list."""
    return (*before, *more)


class Road(TypedDict, total=False):
    """What has become known on the way."""

    question: Question
    asked: bool
    """False where a plan came without the question that it was made for."""
    recall: Recall
    understanding: Understanding
    tools: tuple[str, ...]
    drafts: Drafts
    plan: Plan
    findings: tuple[Finding, ...]
    found: Annotated[tuple[Finding, ...], joined]
    repairs: tuple[Repair, ...]
    attempts: int
    facts: Facts
    answer: Answer
    wordings: int
    violations: tuple[str, ...]
    notes: tuple[str, ...]
    events: Annotated[tuple[Event, ...], joined]


JOINED = ("found", "events")
"""What a stage adds to; anything else it replaces."""


# ------------------------------------------------------------------ stages

Stage = Callable[[Road, Means], Awaitable[tuple[Road, str]]]


async def _normalize(road: Road, means: Means) -> tuple[Road, str]:
    question = normalize(road["question"])
    return {"question": question}, f"{len(question.text)} characters"


async def _recall(road: Road, means: Means) -> tuple[Road, str]:
    decided = await recall(road["question"], means.prior, means.gate, means.readers[-1])
    return {"recall": decided}, f"{decided.decision}: {decided.reason}"


async def _understand(road: Road, means: Means) -> tuple[Road, str]:
    again = road.get("attempts", 0) > 0  # the floor: what a model read led to no sound plan
    readers = means.readers[-1:] if again else means.readers
    prior, planning = road["recall"].prior, means.pack.planning
    understood, notes = await understand(road["question"], prior, readers, planning, means.source.model)
    notes = (*notes, *([UNSOUND] if again else []))
    told = understood.doubt.message if understood.doubt else ", ".join(r.id for r in understood.requirements)
    return {"understanding": understood, "notes": notes}, "; ".join([told, *notes])


async def _narrow(road: Road, means: Means) -> tuple[Road, str]:
    planning, brief = means.pack.planning, _brief(road, means)
    tools = narrow(road["question"].text, brief, _template(road, means), planning, means.index, means.cap)
    if road.get("findings"):
        tools = discover(tools, brief, means.index, planning)
    return {"tools": tuple(tools)}, f"{len(tools)} of {len(brief.catalogue)} tools: {', '.join(tools)}"


async def _draft(road: Road, means: Means) -> tuple[Road, str]:
    attempt = road.get("attempts", 0) + 1
    before = road.get("findings", ())
    llm = None if road.get("notes") else means.llm  # a model that could not read is not asked to plan
    made = await draft(_brief(road, means), _template(road, means), means.pack, llm, before, attempt)
    return {"drafts": made.drafts, "plan": made.plan, "repairs": made.repairs, "attempts": attempt}, made.thought


async def _check(road: Road, means: Means) -> tuple[Road, str]:
    brief = _brief(road, means)
    findings = check(road["plan"], brief, means.pack)
    told = "; ".join(f.message for f in findings) or f"sound, coverage {coverage(road['plan'], brief)}"
    return {"findings": findings, "found": findings}, told


async def _run(road: Road, means: Means) -> tuple[Road, str]:
    if not means.runs:
        waiting = means.pack.telling.facts(road["plan"], {}, means.source)
        return {"facts": waiting, "findings": (), "found": ()}, "not carried out: the plan is the answer"
    ran = await run(
        road["plan"], means.pack, means.catalogue, means.source, means.executor, means.approved, means.inputs
    )
    means.results.update(ran.results)
    told = "; ".join(f.message for f in ran.findings) or f"{ran.facts.meta.read:,} rows read"
    return {"facts": ran.facts, "findings": ran.findings, "found": ran.findings}, told


async def _answer(road: Road, means: Means) -> tuple[Road, str]:
    llm = means.answer_llm if road.get("wordings", 0) < WORDINGS - 1 else None  # then the renderer's own text
    said = await answer(_brief(road, means), road["facts"], means.pack, llm, road.get("violations", ()))
    return {"answer": said, "wordings": road.get("wordings", 0) + 1}, f"{len(said.text)} characters, {said.style}"


async def _verify(road: Road, means: Means) -> tuple[Road, str]:
    violations = _violations(road, means)
    return {"violations": violations}, "; ".join(violations) or "every figure and name is in the facts"


def _violations(road: Road, means: Means) -> tuple[str, ...]:
    """What is wrong with the wording; the renderer's own text is grounded by construction."""
    brief, telling = _brief(road, means), means.pack.telling
    rendered = telling.render(brief, road["facts"])
    if road["answer"].text == rendered.text:
        return ()
    if telling.verify:
        return telling.verify(road["answer"], brief, road["facts"], means.source)
    return verify(road["answer"], rendered, road["question"].text)


async def _explain(road: Road, means: Means) -> tuple[Road, str]:
    instead = means.pack.telling.instead(means.source)
    told = explain(road["understanding"], road.get("found", ()), road.get("attempts", 0), instead)
    return {"answer": told}, "told what was tried and what to ask instead"


STAGES: dict[str, Stage] = {
    "normalize": _normalize, "recall": _recall, "understand": _understand, "narrow": _narrow, "draft": _draft,
    "check": _check, "run": _run, "answer": _answer, "verify": _verify, "explain": _explain,
}  # fmt: skip


# ------------------------------------------------------------------ the rules between them

END = ""
"""After the last stage."""
Fork = Callable[[Road, Means], str]


def _after_understand(road: Road, means: Means) -> str:
    return "explain" if road["understanding"].doubt else "narrow"


def _after_check(road: Road, means: Means) -> str:
    return _way_back(road, means) if road["findings"] else "run"


def _after_run(road: Road, means: Means) -> str:
    return _way_back(road, means) if road["findings"] else "answer"


def _after_verify(road: Road, means: Means) -> str:
    return "answer" if road["violations"] and road["wordings"] < WORDINGS else END


def _way_back(road: Road, means: Means) -> str:
    """Where findings lead: wider tools for what is missing, another draft by the model, the floor, or the end.

    The last attempt is the floor under any model: the question read and the plan compiled without one. A plan that
    was not drafted on this road, a saved one, is not drafted anew either.
    """
    attempts = road.get("attempts", 0)
    if not 0 < attempts < ATTEMPTS or any(finding.final for finding in road["findings"]):
        return "explain"
    if attempts == ATTEMPTS - 1 and len(means.readers) > 1:
        return "understand"
    if attempts == 1 and any(finding.code == "unmet-requirement" for finding in road["findings"]):
        return "narrow"
    return "draft" if means.llm else "explain"  # without a model the next draft would be the same


_BACK = ("understand", "narrow", "draft", "explain")
NEXT: Mapping[str, tuple[Fork, tuple[str, ...]] | str] = {
    "normalize": "recall",
    "recall": "understand",
    "understand": (_after_understand, ("narrow", "explain")),
    "narrow": "draft",
    "draft": "check",
    "check": (_after_check, ("run", *_BACK)),
    "run": (_after_run, ("answer", *_BACK)),
    "answer": "verify",
    "verify": (_after_verify, ("answer", END)),
    "explain": END,
}
"""What follows each stage: one stage, or a rule with the stages that it may name."""


async def pass_through(name: str, road: Road, means: Means) -> Road:
    """One stage, with an event that tells what it did."""
    began, before = perf_counter(), usage(means)
    update, thought = await STAGES[name](road, means)
    spent = usage(means)
    tokens = spent.prompt + spent.completion - before.prompt - before.completion
    used = tuple(step.tool for step in road["plan"].steps) if name == "run" and means.runs else ()
    event = Event(stage=name, thought=thought, seconds=perf_counter() - began, tokens=tokens, tools=used)
    return {**update, "events": (event,)}


def _template(road: Road, means: Means) -> Template:
    intents, templates = [intent.type for intent in road["understanding"].intents], means.pack.planning.templates
    known = [templates[name] for name in intents if name in templates]
    return known[0] if known else next(iter(templates.values()))


def _brief(road: Road, means: Means) -> Brief:
    asked = road.get("asked", True)
    return means.brief(road["question"].text, road["understanding"], road.get("tools", ()), asked=asked)


def usage(means: Means) -> Usage:
    """What the models of this question were given and gave."""
    meters = {id(m): m for m in (means.llm, means.answer_llm) if m}
    return sum((meter.usage for meter in meters.values()), Usage())
