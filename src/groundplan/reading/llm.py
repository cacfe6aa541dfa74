"""Question, Blank -> Understanding, by a language model: the intent and the form, each a strict contract."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import Intent, Question, Understanding
from groundplan.errors import FillError
from groundplan.llm.base import LLM
from groundplan.llm.prompts import fenced, prompt
from groundplan.llm.words import NOTHING, choices_in_words, labels_in_words
from groundplan.query.form import Form
from groundplan.reading.blank import Blank, FormReader
from groundplan.reading.contracts import closed_labels, form_contract, intent_contract
from groundplan.reading.tables_in_words import tables_in_words

_LISTS = ("metrics", "group_by", "analysis", "outputs", "filters")


@dataclass(frozen=True)
class LLMReader:
    """A reader that asks a model; another reader's form, if there is one, is the draft to correct.

    To know what a question cost, give it a `Metered` model.
    """

    llm: LLM
    draft_reader: FormReader | None = None

    async def read(self, question: Question, blank: Blank) -> Understanding:
        """The model's intent and form, both from one question at once."""
        draft = await self.draft_reader.read(question, blank) if self.draft_reader else Understanding()
        # Neither needs the other, so they are asked together.
        intent, form = await asyncio.gather(self._intent(question, blank), self._form(question, blank, draft))
        return draft.model_copy(
            update={
                "intents": (intent,),
                "form": form,
                "confidence": intent.confidence,
                "doubt": draft.doubt if _unanswered(form, draft) else None,
            }
        )

    async def _intent(self, question: Question, blank: Blank) -> Intent:
        if len(blank.intents) == 1:
            return Intent(type=next(iter(blank.intents)))
        values = await self._filled(
            "reading/prompts/intent.md",
            intent_contract(blank.intents),
            intents=choices_in_words(blank.intents),
            tables=fenced(tables_in_words(blank.tables)),
            question=fenced(question.text),
        )
        return Intent(type=values["primary"], confidence=min(max(values["confidence"], 0.0), 1.0))

    async def _form(self, question: Question, blank: Blank, draft: Understanding) -> dict[str, Any]:
        contract = form_contract(blank.tables, blank.labels)
        values = await self._filled(
            "reading/prompts/requirements.md",
            contract,
            labels=labels_in_words(closed_labels(blank.labels)),
            tables=fenced(tables_in_words(blank.tables)),
            prior=_json(blank.prior),
            draft=_json(draft.form),
            question=fenced(question.text),
        )
        return _plain({**values, **{name: _once(values[name]) for name in _LISTS}})

    async def _filled(self, path: str, contract: Mapping[str, Any], **places: str) -> dict[str, Any]:
        """The values; labels that do not exist are blocked, and the question is read once more with those that do."""
        try:
            return (await self.llm.fill(prompt(path, **places, refused=NOTHING), contract)).values
        except FillError as refused:
            return (await self.llm.fill(prompt(path, **places, refused=fenced(str(refused))), contract)).values


def _plain(form: Mapping[str, Any]) -> dict[str, Any]:
    """The form with every field, as JSON would hold it."""
    return Form.model_validate(form).model_dump(mode="json")


def _unanswered(form: Mapping[str, Any], draft: Understanding) -> bool:
    """A doubt still stands: the model reads the question no other way, or finds nothing in it."""
    return form == _plain(draft.form) or {**form, "outputs": []} == _plain({})


def _once(items: list[Any]) -> list[Any]:
    return [item for place, item in enumerate(items) if item not in items[:place]]


def _json(form: Mapping[str, Any] | None) -> str:
    return fenced(json.dumps(form, ensure_ascii=False, default=str)) if form else NOTHING
