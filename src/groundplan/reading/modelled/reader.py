"""Question, source model -> the query that a language model writes, once nothing in it is at fault.

The flat contract first; then, told what was wrong, the whole one. A query that stays at fault is not taken: whoever
asks falls back on another reader.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from groundplan.contracts import Question
from groundplan.contracts.source_model import SourceModel
from groundplan.errors import FillError, QueryError
from groundplan.llm.base import LLM, Metered, Prompt
from groundplan.llm.fits import misfits
from groundplan.llm.prompts import fenced, prompt
from groundplan.llm.words import NOTHING
from groundplan.query.compiled.steps import steps_of
from groundplan.query.language.parts import Query
from groundplan.reading.modelled.contract import query_contract
from groundplan.reading.modelled.meant import query_of, unfound_quotes
from groundplan.reading.modelled.sheet import Values, sheet
from groundplan.reading.modelled.written import written_of

Account = Callable[[Query], tuple[str, ...]]
"""What of the question a query leaves out, in sentences; nothing where it accounts for all of it."""
Faults = tuple[str, ...]
_DEEP = "the answer is nested too deeply; say it with fewer parts in parts."


@dataclass(frozen=True)
class QueryLLMReader:
    """A reader that asks a model for a query.

    No call is begun once so many were spent, repairs of answers that fit no contract among them.
    """

    llm: LLM
    calls: int = 3

    async def read(
        self,
        question: Question,
        model: SourceModel,
        draft: Query | None,
        account: Account,
        today: date | None = None,
        values: Values | None = None,
    ) -> tuple[Query | None, Faults]:
        """The query, or none and what the last one was at fault with."""
        tried = _Tried(question.text, model, account, today or date.today())
        metered, shown = Metered(self.llm), sheet(model, values)
        written = written_of(draft, question.text) if draft else None
        flat = written is None or not misfits(written, query_contract(model, flat=True))
        faults: Faults = ()
        for _ in range(self.calls):
            asked = _prompt(shown, written, faults, question.text)
            try:
                written = (await metered.fill(asked, query_contract(model, flat))).values
                query, faults = tried.judged(written)
            except (FillError, RecursionError) as refused:
                query, faults = None, (str(refused) if isinstance(refused, FillError) else _DEEP,)
            if query and not faults:
                return query, ()
            flat = False
            if metered.usage.calls >= self.calls:
                break
        return None, faults


@dataclass(frozen=True)
class _Tried:
    """What a query of this question is held to."""

    question: str
    model: SourceModel
    account: Account
    today: date

    def judged(self, written: Mapping[str, Any]) -> tuple[Query | None, Faults]:
        """The query that was written, if there is one, and what is wrong with it."""
        quotes = unfound_quotes(written, self.question)
        try:
            query = query_of(written, self.question, self.model)
            steps_of(query, self.model, self.today)
        except QueryError as error:
            return None, (f"{error.code}: {error}", *quotes)
        return query, (*quotes, *self.account(query))


def _prompt(shown: str, written: Mapping[str, Any] | None, faults: Faults, question: str) -> Prompt:
    return prompt(
        "reading/prompts/query.md",
        sheet=fenced(shown),
        draft=fenced(json.dumps(written, ensure_ascii=False, separators=(",", ":"))) if written else NOTHING,
        refused=fenced("\n".join(f"- {fault}" for fault in faults)) if faults else NOTHING,
        question=fenced(question),
    )
