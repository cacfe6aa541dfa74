"""A question to a data source: what it sets of the source's parameters, and the query over its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import Doubt, Question, Understanding
from groundplan.errors import QueryError
from groundplan.pack import Aids, Form, Mind, Reader
from groundplan.packs.tableau.asking.parameters import blank, parameters_set
from groundplan.packs.tableau.asking.source import DataSource
from groundplan.query import asked
from groundplan.reading.over_tables import mind
from groundplan.tabular.reader import BLANKS

SET = "parameters"
"""Of a form: the parameters that are not as the source has them."""


@dataclass(frozen=True)
class OverDataSource:
    """A reader of tables that knows parameters."""

    source: DataSource
    tables: Reader

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """The query, with the parameters that it, or the question before it, sets."""
        try:
            found = parameters_set(question.text, self.source.opened.description)
        except QueryError as error:
            return Understanding(doubt=Doubt(kind="refuse", message=str(error)), form=dict(prior or {}))
        kept: Mapping[str, Any] = prior.get(SET, {}) if prior else {}
        if found.values and blank(found.rest):
            return self._with(_same(prior, question), {**kept, **found.values})
        read = await self.tables.read(question.model_copy(update={"text": found.rest}), prior)
        return self._with(read, {**kept, **found.values})

    def _with(self, read: Understanding, values: Mapping[str, Any]) -> Understanding:
        if read.doubt or not values or not asked.is_query(read.form):
            return read
        before = {one.caption: one.value for one in self.source.opened.description.parameters}
        told = [f"{name} is {value}, which is {before[name]} by itself" for name, value in values.items()]
        notes = [*read.form.get("notes", ()), *told]
        return read.model_copy(update={"form": {**read.form, SET: dict(values), "notes": notes}})


def _same(prior: Form | None, question: Question) -> Understanding:
    """The question before, as it was."""
    if prior is None or not asked.is_query(prior):
        told = f"{question.text!r} sets a parameter and asks for nothing; say what is asked with it"
        return Understanding(doubt=Doubt(kind="clarify", message=told, said=question.text))
    form = {name: held for name, held in prior.items() if name != "notes"}
    return Understanding(form=form)


def mind_of(source: DataSource, aids: Aids) -> Mind:
    """Who reads over an opened data source."""
    plain = mind(BLANKS, source, aids)

    def gate(question: Question) -> tuple[bool, str]:
        try:
            found = parameters_set(question.text, source.opened.description)
        except QueryError:
            return plain.gate(question)
        if found.values and blank(found.rest) and any(turn.role == "user" for turn in question.history):
            return True, f"{question.text!r} only sets a parameter"
        return plain.gate(question.model_copy(update={"text": found.rest or question.text}))

    def modelled(llm: Any) -> Reader:
        return OverDataSource(source, plain.modelled(llm))

    return Mind(reader=OverDataSource(source, plain.reader), gate=gate, modelled=modelled)
