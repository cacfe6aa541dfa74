"""Question -> a query over the mirror, held to its words by the account and to what was read by the certificates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from groundplan.contracts import Doubt, Question, Understanding
from groundplan.contracts.source_model import SourceModel
from groundplan.embed import Embedder
from groundplan.language.labels import labels
from groundplan.pack import Form, Reader
from groundplan.packs.activity.certified import refusal
from groundplan.packs.activity.client import Activity
from groundplan.packs.activity.names import NAMED, Names
from groundplan.packs.activity.shape import words
from groundplan.query import asked as queries
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Sayable, marked
from groundplan.reading.constructions.reader import Candidates, best, candidates
from groundplan.reading.constructions.things import Thing
from groundplan.reading.edits.change import points_back
from groundplan.reading.edits.edited import edited
from groundplan.reading.embedded.question_words import link
from groundplan.values.match import Match

CUT = 3
"""Words that a refusal quotes."""


@dataclass(frozen=True)
class Asked:
    """A reader of questions over opened mirrors."""

    source: Activity
    embedder: Embedder
    names: Names

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """What is asked; a doubt where words are left over, where it is not known who is meant, or rows are missing."""
        if question.query:
            return self._held(queries.understood(question.query, self._model, self.today))
        for said, people in self.names.rivals(question.text):
            told = f"{said!r} may be {' or '.join(people)}; say which"
            return Understanding(doubt=Doubt(kind="clarify", message=told, said=said))
        if prior is not None and queries.is_query(prior):
            return self._changed(question.text, prior)
        made = candidates(question.text, self.sayable(), self.today, self.embedder)
        query = best(made.found)
        if query is None:
            return Understanding(doubt=_left_over(made))
        return self._held(queries.understood(show(query), self._model, self.today))

    @property
    def today(self) -> date:
        """The day of asking, where the asker is."""
        return self.source.settings.moment.date()

    @property
    def _model(self) -> SourceModel:
        model: SourceModel = self.source.understood
        return model

    def _changed(self, text: str, prior: Form) -> Understanding:
        known, earlier = self.sayable(), tuple(map(read, prior.get("before", ())))
        edit = edited(read(prior[queries.KEY]), marked(text, known), known, self.today, earlier)
        if edit is None:
            told = f"the question before was read as {prior[queries.KEY]!r}; what {text!r} changes is not clear"
            return Understanding(doubt=Doubt(kind="clarify", message=f"{told}; ask in full"), form=dict(prior))
        made = self._held(queries.understood(show(edit.query), self._model, self.today))
        before = {"before": [show(one) for one in edit.before]} if edit.before else {}
        return made.model_copy(update={"form": {**made.form, **before}}) if made.form else made

    def _held(self, read: Understanding) -> Understanding:
        """No figure of what is not there."""
        if read.doubt is not None:
            return read
        why = refusal(read.form, self.source)
        return read if why is None else Understanding(doubt=Doubt(kind="refuse", message=why))

    def points_back(self, text: str) -> bool:
        """Whether a text changes the question before."""
        return points_back(marked(text, self.sayable()))

    def sayable(self) -> Sayable:
        """What a question may say of the mirrors."""
        tables = self.source.tables
        keys = {(one.many, column) for one in self._model.relations for column in one.columns}
        own = {(dataset, name) for dataset, names in NAMED.items() for name in (*names, "id")}
        few = {
            (table.name, column.name): column.values
            for table in tables.model
            for column in table.columns
            if column.values and not {(table.name, column.name)} & (keys | own) and column.role == "categorical"
        }

        def find(text: str) -> Sequence[Match]:
            linked = [*link(text, list(tables.model)), *tables.values_in(text)]
            plain = [one for one in linked if (one.table, one.column) in few]
            return [*plain, *self.names.find(text)]

        return Sayable(Scope(self._model), labels(), self.today, find, few, tuple(_phrases()))


def _phrases() -> Iterator[tuple[str, Thing]]:
    """The words of this pack for conditions and values."""
    for dataset, tests in words()["tests"].items():
        for test, said in tests.items():
            yield from ((one, Thing("test", dataset, test)) for one in said)
    for place, values in words()["values"].items():
        dataset, _, name = place.partition(".")
        for value, said in values.items():
            yield from ((one, Thing("value", dataset, name, value)) for one in said)


def _left_over(made: Candidates) -> Doubt:
    """The words that no reading has a place for."""
    if not made.found:
        why = f" ({made.faults[0]})" if made.faults else ""
        return Doubt(kind="refuse", message=f"the question is not understood{why}; ask of commits, issues or the like")
    nearest = made.found[0]
    left = [span.said for span in nearest.account.unread] + list(nearest.unused)
    said = ", ".join(map(repr, list(dict.fromkeys(left))[:CUT]))
    if not said:
        tried = " or ".join(f"`{show(one.query)}`" for one in made.found[:2])
        return Doubt(kind="clarify", message=f"it may be {tried}; say it in other words, or type one of these")
    return Doubt(kind="refuse", message=f"{said} not understood; ask without, or name the field and the value")


def gate(reader: Asked) -> Any:
    """Whether a question changes the one before."""

    def follows(question: Question) -> tuple[bool, str]:
        if not any(turn.role == "user" for turn in question.history):
            return False, "there is no question before it"
        if reader.points_back(question.text):
            return True, f"{question.text!r} only changes the question before"
        return False, "it stands by itself"

    return follows


def modelled(reader: Asked) -> Any:
    """With a language model the embedded reader stays: what it cannot read is refused in words."""

    def by_model(_llm: Any) -> Reader:
        return reader

    return by_model
