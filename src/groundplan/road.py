"""What is carried along the road, what it is travelled with, and how each stage is called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
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
from groundplan.pack import Gate, Pack, Reader, Source
from groundplan.plan.compile import Template
from groundplan.reading.blank import Blank
from groundplan.stages.answer import answer
from groundplan.stages.check import check, coverage
from groundplan.stages.draft import draft
from groundplan.stages.explain import explain
from groundplan.stages.narrow import CAP, Index, discover, narrow
from groundplan.stages.normalize import normalize
from groundplan.stages.recall import recall
from groundplan.stages.run import run
from groundplan.stages.understand import understand
from groundplan.stages.verify import verify

UNSOUND = "what the model made of the question led to no sound plan, so it was read without it"


@dataclass(frozen=True)
class Means:
    """What one question is answered with: everything a stage may call."""

    pack: Pack
    source: Source
    readers: tuple[Reader, ...]
    """Who reads the question: the first that can; the last one needs no server."""
    gate: Gate
    executor: Executor
    index: Index
    llm: Metered | None = None
    answer_llm: Metered | None = None
    prior: dict[str, Any] | None = None
    cap: int = CAP
    results: dict[str, Any] = field(default_factory=dict)
    """The steps' own results; frames cannot be checkpointed, so they stand beside the road."""


def _joined(before: Sequence[Any], more: Sequence[Any]) -> tuple[Any, ...]:
    """One after the other; what comes back from a checkpoint is a list."""
    return (*before, *more)


class Road(TypedDict, total=False):
    """What has become known on the way."""

    question: Question
    recall: Recall
    understanding: Understanding
    tools: tuple[str, ...]
    drafts: Drafts
    plan: Plan
    findings: tuple[Finding, ...]
    found: Annotated[tuple[Finding, ...], _joined]
    repairs: tuple[Repair, ...]
    attempts: int
    facts: Facts
    answer: Answer
    wordings: int
    violations: tuple[str, ...]
    notes: tuple[str, ...]
    events: Annotated[tuple[Event, ...], _joined]


Stage = Callable[[Road, Means], Awaitable[tuple[Road, str]]]


async def _normalize(road: Road, means: Means) -> tuple[Road, str]:
    question = normalize(road["question"])
    return {"question": question}, f"{len(question.text)} characters"


async def _recall(road: Road, means: Means) -> tuple[Road, str]:
    decided = await recall(road["question"], means.prior, _blank(road, means), means.gate, means.readers[-1])
    return {"recall": decided}, f"{decided.decision}: {decided.reason}"


async def _understand(road: Road, means: Means) -> tuple[Road, str]:
    again = road.get("attempts", 0) > 0  # the floor: what a model read led to no sound plan
    readers = means.readers[-1:] if again else means.readers
    understood, notes = await understand(road["question"], _blank(road, means), readers, means.pack)
    notes = (*notes, *([UNSOUND] if again else []))
    told = understood.doubt.message if understood.doubt else ", ".join(r.id for r in understood.requirements)
    return {"understanding": understood, "notes": notes}, "; ".join([told, *notes])


async def _narrow(road: Road, means: Means) -> tuple[Road, str]:
    required, template = road["understanding"].requirements, _template(road, means)
    tools = narrow(road["question"].text, required, template, means.pack, means.index, means.cap)
    if road.get("findings"):
        tools = discover(tools, _brief(road, means), means.index, means.pack.bind)
    return {"tools": tuple(tools)}, f"{len(tools)} of {len(means.pack.tools)} tools: {', '.join(tools)}"


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
    ran = await run(road["plan"], means.pack, means.source, means.executor)
    means.results.update(ran.results)
    told = "; ".join(f.message for f in ran.findings) or f"{ran.facts.meta.read:,} rows read"
    return {"facts": ran.facts, "findings": ran.findings, "found": ran.findings}, told


async def _answer(road: Road, means: Means) -> tuple[Road, str]:
    llm = means.answer_llm if road.get("wordings", 0) < 2 else None  # twice, then the renderer's own text
    said = await answer(_brief(road, means), road["facts"], means.pack, llm, road.get("violations", ()))
    return {"answer": said, "wordings": road.get("wordings", 0) + 1}, f"{len(said.text)} characters, {said.style}"


async def _verify(road: Road, means: Means) -> tuple[Road, str]:
    rendered = means.pack.render(_brief(road, means), road["facts"])
    violations = _violations(road, means, rendered)
    return {"violations": violations}, "; ".join(violations) or "every figure and name is in the facts"


def _violations(road: Road, means: Means, rendered: Answer) -> tuple[str, ...]:
    """What is wrong with the wording; the renderer's own text is grounded by construction."""
    if road["answer"].text == rendered.text:
        return ()
    if means.pack.verify:
        return means.pack.verify(road["answer"], _brief(road, means), road["facts"], means.source)
    return verify(road["answer"], rendered, road["question"].text)


async def _explain(road: Road, means: Means) -> tuple[Road, str]:
    told = explain(road["understanding"], road.get("found", ()), road.get("attempts", 0), means.source.tables)
    return {"answer": told}, "told what was tried and what to ask instead"


STAGES: dict[str, Stage] = {
    "normalize": _normalize, "recall": _recall, "understand": _understand, "narrow": _narrow, "draft": _draft,
    "check": _check, "run": _run, "answer": _answer, "verify": _verify, "explain": _explain,
}  # fmt: skip


async def pass_through(name: str, road: Road, means: Means) -> Road:
    """One stage, with an event that tells what it did."""
    began, before = perf_counter(), usage(means)
    update, thought = await STAGES[name](road, means)
    spent = usage(means)
    tokens = spent.prompt + spent.completion - before.prompt - before.completion
    used = tuple(step.tool for step in road["plan"].steps) if name == "run" else ()
    event = Event(stage=name, thought=thought, seconds=perf_counter() - began, tokens=tokens, tools=used)
    return {**update, "events": (event,)}


def _blank(road: Road, means: Means) -> Blank:
    blank = means.pack.blank(means.pack, means.source)
    prior = road["recall"].prior if "recall" in road else None
    return replace(blank, prior=dict(prior)) if prior else blank


def _template(road: Road, means: Means) -> Template:
    intents = [intent.type for intent in road["understanding"].intents]
    known = [means.pack.templates[name] for name in intents if name in means.pack.templates]
    return known[0] if known else next(iter(means.pack.templates.values()))


def _brief(road: Road, means: Means) -> Brief:
    tools = {name: means.pack.tools[name] for name in road.get("tools", ())}
    return Brief(
        goal=road["question"].text,
        pack=means.pack.name,
        form=road["understanding"].form,
        requirements=road["understanding"].requirements,
        tools=tools,
        catalogue=dict(means.pack.tools),
        coverage=means.pack.coverage,
        tables=means.source.tables,
    )


def usage(means: Means) -> Usage:
    """What the models of this question were given and gave."""
    meters = {id(m): m for m in (means.llm, means.answer_llm) if m}
    return sum((meter.usage for meter in meters.values()), Usage())
