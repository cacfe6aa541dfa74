"""Reads tasks over one opened catalogue: no model, the words alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from groundplan.contracts import Entity, Intent, Question, Understanding
from groundplan.language.words import language
from groundplan.pack import Form
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.drafting.analysis import analysed
from groundplan.packs.workflows.drafting.outlined import Outliner, bare
from groundplan.packs.workflows.drafting.task import Draft, drafted
from groundplan.packs.workflows.drafting.world import World, world

INTENT = "task"
_WORLDS: WeakKeyDictionary[Opened, World] = WeakKeyDictionary()


def world_of(source: Opened) -> World:
    """What the catalogue speaks of, worked out once."""
    if source not in _WORLDS:
        _WORLDS[source] = world(source.operations)
    return _WORLDS[source]


@dataclass(frozen=True)
class TaskReader:
    """The embedded drafter."""

    source: Opened
    outliner: Outliner | None = None
    """Who reads tasks over a bare list of tools."""

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """The steps of the task, each with the words that it was read from; a doubt where a word is left over."""
        draft = self._drafted(question)
        analysis = analysed(question.text)
        entities = tuple(Entity(type="word", id=one, name=one) for one in analysis.key_entities)
        told = language(question.text)
        form: Mapping[str, Any] = {
            "steps": list(draft.steps),
            "quotes": {step: [list(place) for place in places] for step, places in draft.quotes.items()},
            "background": [list(place) for place in draft.background],
            "granted": [list(place) for place in draft.granted],
            "output": draft.output,
            "near": list(draft.near),
            "inputs": dict(question.inputs),
            "analysis": analysis.model_dump(mode="json"),
        }
        if draft.doubt:
            return Understanding(intents=(Intent(type=INTENT),), entities=entities, language=told, doubt=draft.doubt)
        sure = min(1.0, max(0.0, draft.lead))
        return Understanding(
            intents=(Intent(type=INTENT, confidence=sure),), entities=entities, language=told, form=dict(form),
            confidence=sure,
        )  # fmt: skip

    def _drafted(self, question: Question) -> Draft:
        if self.outliner is not None and bare(self.source.operations):
            return self.outliner.outlined(question.text)
        return drafted(question.text, question.inputs, world_of(self.source))


def never_follows(_question: Question) -> tuple[bool, str]:
    """A task stands by itself."""
    return False, "a task says all that is to be done"
