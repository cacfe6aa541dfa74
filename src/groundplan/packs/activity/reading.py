"""Question -> a query over the mirror, held to its words by the account and to what was read by the certificates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from groundplan.contracts import Doubt, Question, Understanding
from groundplan.contracts.source_model import SourceModel
from groundplan.embed import Embedder
from groundplan.errors import QueryError
from groundplan.language.labels import labels
from groundplan.pack import Form, Reader
from groundplan.packs.activity.certified import refusal
from groundplan.packs.activity.client import Activity
from groundplan.packs.activity.happened import of_the_same_time, of_what_happened
from groundplan.packs.activity.names import NAMED, Names
from groundplan.packs.activity.narrowed import narrowed
from groundplan.packs.activity.shape import words
from groundplan.query import asked as queries
from groundplan.query.language.parts import THIS, Column, Path, Query
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

EXACT = ("exact", "case", "accent")
"""How a word must be a value: what was run is not what is running."""
FEW = 6
"""Datasets of a part of the model that a question is held to."""
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
        try:
            query, made = self.query(question.text)
        except QueryError as error:
            return Understanding(doubt=Doubt(kind="refuse", message=str(error)))
        if query is None:
            return Understanding(doubt=_left_over(made))
        return self._held(queries.understood(show(query), self._model, self.today))

    def query(self, text: str) -> tuple[Query | None, Candidates]:
        """The one query that leaves nothing of the words over, and all that were tried."""
        plain = in_plain_words(text)
        made = self.tried(plain)
        query = best(made.found)
        if query is not None and not query.columns and any(mark.kind == "key" for mark in made.asked.marks):
            made = self.tried(f"number of {plain}")  # commits per author: so many of each
            query = best(made.found)
        query = query and of_what_happened(query, text, self._model)
        return query and _with_place(query, self._model), made

    def tried(self, text: str) -> Candidates:
        """What the words may ask of the datasets that they name."""
        about = narrowed(text, self._model, _phrases())
        made = candidates(text, self.sayable(about.model), self.today, self.embedder)
        found = tuple(one for one in made.found if not about.named or one.query.of in about.named)
        return replace(made, found=found)

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
        changed = of_the_same_time(edit.query, read(prior[queries.KEY]), self._model)
        made = self._held(queries.understood(show(changed), self._model, self.today))
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

    def sayable(self, about: SourceModel | None = None) -> Sayable:
        """What a question may say of the mirrors, or of a part of them."""
        model, tables = about or self._model, self.source.tables
        kept = {one.name for one in model.datasets}
        keys = {(one.many, column) for one in self._model.relations for column in one.columns}
        own = {(dataset, name) for dataset, names in NAMED.items() for name in (*names, "id")}
        few = {
            (table.name, column.name): column.values
            for table in tables.model
            for column in table.columns
            if table.name in kept
            and column.values
            and not {(table.name, column.name)} & (keys | own)
            and column.role == "categorical"
        }

        said = words()["tests"]
        named = {
            one.name: {*one.tests, *(phrase for phrases in said.get(one.name, {}).values() for phrase in phrases)}
            for one in model.datasets
        }
        things = {word for one in model.datasets for word in (one.name, one.row_is, *one.synonyms)}
        """Words for a condition are no values as well: `open` is more than the state `Open`."""

        def find(text: str) -> Sequence[Match]:
            linked = [*link(text, list(tables.model)), *tables.values_in(text)]
            plain = [one for one in linked if (one.table, one.column) in few and one.how in EXACT]
            plain = [
                one for one in plain if text[one.start : one.end].lower() not in {*named.get(one.table, ()), *things}
            ]
            scaled = {(one.start, one.end) for one in plain if one.column == "status"}
            plain = [one for one in plain if one.column != "state" or (one.start, one.end) not in scaled]
            return [*plain, *_placed((one for one in self.names.find(text) if one.table in kept), model)]

        phrases = tuple((said, thing) for said, thing in _phrases() if thing.dataset in kept)
        return Sayable(Scope(model), labels(), self.today, find, few, phrases)


def _phrases() -> Iterator[tuple[str, Thing]]:
    """The words of this pack for conditions and values."""
    for dataset, tests in words()["tests"].items():
        for test, said in tests.items():
            yield from ((one, Thing("test", dataset, test)) for one in said)
    for place, values in words()["values"].items():
        dataset, _, name = place.partition(".")
        for value, said in values.items():
            yield from ((one, Thing("value", dataset, name, value)) for one in said)


def _with_place(query: Query, model: SourceModel) -> Query:
    """A list with the project of each row, where rows of several are named by what is theirs alone: `v1.0`, `!12`."""
    dataset, projects = model.dataset(str(query.of)), model.dataset("projects")
    if query.columns or query.by or query.show or dataset is None or projects is None or projects.rows < 2:
        return query
    if not dataset.field("project") or dataset.name_field in ((), dataset.primary_key):
        return query
    shown = (Path(steps=(THIS,)), Path(steps=("project",)))
    return query.model_copy(update={"show": tuple(Column(of=one) for one in shown)})


def _placed(found: Iterable[Match], model: SourceModel) -> Iterator[Match]:
    """Projects as what rows are of, where rows of a kind are asked for."""
    of = [one.name for one in model.datasets if one.field("project")] if len(model.datasets) < FEW else []
    for one in found:
        if one.table != "projects" or not of:
            yield one
        else:
            yield from (replace(one, table=dataset, column="project") for dataset in of)


def in_plain_words(text: str) -> str:
    """The text with what holds no rows back as blanks, and conditions by their names."""
    for said, meant in words()["instead"].items():
        text = re.sub(rf"\b{re.escape(said)}\b", meant, text, flags=re.IGNORECASE)
    for said in words()["began"]:
        text = re.sub(rf"(?<!\w){said}(?!\w)\s*", "", text, flags=re.IGNORECASE)
    for said in words()["whole"]:
        text = re.sub(rf",?\s*\b{re.escape(said)}\b", "", text, flags=re.IGNORECASE)
    return text


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
