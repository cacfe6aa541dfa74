"""One question from end to end, as it is saved."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Literal

from groundplan.contracts.facts import Facts
from groundplan.contracts.finding import Finding, Repair
from groundplan.contracts.noun import Noun
from groundplan.contracts.plan import Plan
from groundplan.contracts.question import Question, Recall
from groundplan.contracts.understanding import Understanding

Status = Literal["answered", "clarify", "refused", "failed"]


class Event(Noun):
    """What a stage did: the reasoning steps a person can follow."""

    stage: str
    thought: str
    seconds: float = 0.0
    tokens: int = 0
    tools: tuple[str, ...] = ()


class Answer(Noun):
    """The text, grounded in the facts."""

    text: str
    style: str = "TEXT"


class Usage(Noun):
    """What the models were given and gave."""

    prompt: int = 0
    completion: int = 0
    calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            calls=self.calls + other.calls,
        )


class Drafts(Noun):
    """The plan on its way: as the template has it, as compiled, as adapted."""

    template: Plan | None = None
    compiled: Plan | None = None
    final: Plan | None = None
    diff: str = ""


class Run(Noun):
    """Everything about one question: saved, shown, replayed."""

    id: str
    status: Status
    pack: str
    question: Question
    recall: Recall = Recall()
    understanding: Understanding = Understanding()
    narrowed: tuple[str, ...] = ()
    plan: Plan | None = None
    drafts: Drafts = Drafts()
    findings: tuple[Finding, ...] = ()
    repairs: tuple[Repair, ...] = ()
    attempts: int = 0
    facts: Facts = Facts()
    answer: Answer | None = None
    notes: tuple[str, ...] = ()
    """What a person should know about how the question was answered: a model that failed, say."""
    events: tuple[Event, ...] = ()
    timings: dict[str, float] = {}
    tokens: Usage = Usage()
    meta: dict[str, Any] = {}


def run_id(question: Question) -> str:
    """The same for the same question over the same sources, with the same inputs."""
    if question.id:
        return question.id
    words = "-".join("".join(c if c.isalnum() else " " for c in question.text.casefold()).split()[:6])[:48]
    handed = [json.dumps(question.inputs, sort_keys=True, default=str)] if question.inputs else []
    digest = hashlib.sha256("\0".join([question.text, *question.sources, *handed]).encode()).hexdigest()[:8]
    return f"{words or 'question'}-{digest}"
