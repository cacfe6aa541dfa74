"""Reads tasks with a language model, and never looser than without: its graph stands where no word is left over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from groundplan.contracts import Question, Step, Understanding
from groundplan.llm.base import LLM
from groundplan.pack import Form
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.drafting.clauses import clauses
from groundplan.packs.workflows.drafting.reader import TaskReader, world_of
from groundplan.packs.workflows.generation.answer import Answered
from groundplan.packs.workflows.generation.generate import Asking, Generated, analysis_of, generated
from groundplan.packs.workflows.generation.wanted import Wanted
from groundplan.packs.workflows.settings import CatalogueSettings

_GRANTED = ("granted", "approval", "nothing")


@dataclass(frozen=True)
class ModelledTaskReader:
    """A language model beside the embedded drafter."""

    source: Opened
    llm: LLM
    cache: Path
    settings: CatalogueSettings = field(default_factory=CatalogueSettings)
    embedded: TaskReader | None = None
    """Who reads without a model; none: the drafter alone."""

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """The model's graph where it does all that is said and no more; else the embedded reading, or its doubt."""
        embedded = await (self.embedded or TaskReader(self.source)).read(question, prior)
        if embedded.doubt is not None and embedded.doubt.choices:
            return embedded  # it fits two things: which one is meant, a model would only guess
        asking = asking_of(self.llm, self.source, Wanted(max_nodes=self.settings.max_nodes,
                           max_iterations=self.settings.plan_attempts), self.cache, self.settings)  # fmt: skip
        analysis, _, fault = await analysis_of(question.text, asking) if asking.analysis_tokens else (None, 0, "")
        made = await generated(question.text, question.inputs, asking, analysis)
        return taken(question, made, embedded, self.source, (fault,) if fault else ())


def asking_of(llm: LLM, opened: Opened, wanted: Wanted, cache: Path, settings: CatalogueSettings) -> Asking:
    """Whom a graph is asked of, with the pack's budgets."""
    return Asking(
        llm, opened, wanted, cache, settings.plan_tokens, settings.analysis_tokens, settings.runs, settings.model
    )


def taken(
    question: Question, made: Generated, embedded: Understanding, opened: Opened, remarks: tuple[str, ...] = ()
) -> Understanding:
    """Which reading stands: what the embedded drafter read whole is not overruled by other changes."""
    if made.answer is None or made.answer.plan is None:
        tries = len(made.log)
        told = f"the model's graph was not taken after {tries} attempts: {'; '.join(made.log[-1].errors[:3])}"
        return embedded.model_copy(update={"remarks": (*embedded.remarks, *remarks, told)})
    writes = world_of(opened).doings
    if embedded.doubt is None and changes(made.answer.plan.steps, writes) != changes(_steps(embedded.form), writes):
        told = "the model drafted other changes than the words say by themselves; these were kept"
        return embedded.model_copy(update={"remarks": (*embedded.remarks, *remarks, told)})
    form = form_of(question, made.answer, embedded)
    return embedded.model_copy(update={
        "form": form, "doubt": None, "remarks": (*embedded.remarks, *remarks),
        "confidence": embedded.confidence if embedded.doubt is None else 1.0,
    })  # fmt: skip


def form_of(question: Question, answer: Answered, embedded: Understanding | None = None) -> dict[str, Any]:
    """A graph as the form of a task, as the embedded drafter fills it."""
    assert answer.plan is not None
    said = clauses(question.text)
    quoted = {at for places in answer.quotes.values() for start, end in places for at in range(start, end)}
    idle = [one for one in said if one.kind == "background" and not quoted & {*range(one.start, one.end)}]
    return {
        "steps": [_step(step) for step in answer.plan.steps],
        "quotes": {step: [list(place) for place in places] for step, places in answer.quotes.items()},
        "background": [[one.start, one.end] for one in idle],
        "granted": [[one.start, one.end] for one in said if one.kind in _GRANTED],
        "output": answer.plan.steps[-1].id if answer.plan.steps else "",
        "inputs": dict(question.inputs),
        "analysis": embedded.form.get("analysis", {}) if embedded else {},
        "drafter": "model",
    }


def changes(steps: tuple[Step, ...], writes: Collection[str]) -> set[tuple[str, str, bool, bool]]:
    """What a plan changes: the operation and arguments of each writing step, whether it is conditional, or loops."""
    writing = [step for step in steps if step.tool in writes]
    return {(step.tool, repr(sorted(_written(step).items())), step.when is None, step.each is None) for step in writing}


def _written(step: Step) -> dict[str, Any]:
    """The arguments of a step, references by the last name alone: by which way it is come to is told elsewhere."""
    return {
        name: str(value["$ref"]).rpartition(".")[2] if isinstance(value, Mapping) and set(value) == {"$ref"} else value
        for name, value in step.args.items()
    }


def _steps(form: Mapping[str, Any]) -> tuple[Step, ...]:
    return tuple(Step.model_validate({k: v for k, v in one.items() if v is not None}) for one in form.get("steps", ()))


def _step(step: Step) -> dict[str, Any]:
    """A step as a form holds it."""
    told: dict[str, Any] = {
        "id": step.id,
        "tool": step.tool,
        "args": step.args,
        "why": step.why or f"Calls {step.tool}",
    }
    more = {"needs": step.needs, "when": step.when, "each": step.each}
    return {**told, **{name: value for name, value in more.items() if value}}
