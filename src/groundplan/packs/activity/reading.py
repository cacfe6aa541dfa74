"""Question -> a query over the mirror, held to its words by the account and to what was read by the certificates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, reduce
from typing import Any, Literal

from groundplan.contracts import Doubt, Question, Understanding
from groundplan.contracts.source_model import SourceModel
from groundplan.language.labels import labels
from groundplan.pack import Form, Reader
from groundplan.packs.activity.certified import refusal
from groundplan.packs.activity.client import Activity
from groundplan.packs.activity.heard.following import following
from groundplan.packs.activity.heard.lexicon import Lexicon
from groundplan.packs.activity.heard.query import Told, asked
from groundplan.packs.activity.heard.spans import heard
from groundplan.packs.activity.names import NAMED, Names
from groundplan.packs.activity.shape import words
from groundplan.query import asked as queries
from groundplan.query.language.parts import THIS, Column, Path, Query
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Sayable, marked
from groundplan.reading.constructions.things import Thing
from groundplan.reading.edits.change import points_back
from groundplan.reading.edits.edited import edited
from groundplan.reading.embedded.question_words import link
from groundplan.values.match import Match

EXACT = ("exact", "case", "accent")
"""How a word must be a value: what was run is not what is running."""
HEARD = "heard"
"""Of a form: the questions that it was read from, each but the first a change of those before it."""
IDS = (("projects", "tracker"), ("commits", "issue_ids"), ("merge_requests", "issue_ids"), ("issues", "id"),
       ("releases", "tag"), ("tags", "name"), ("files", "path"))  # fmt: skip
CUT = 3
"""Words that a refusal quotes."""


@dataclass(frozen=True)
class Asked:
    """A reader of questions over opened mirrors."""

    source: Activity
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
        found = self.asked(question.text)
        if found.query is None:
            return Understanding(doubt=_left_over(found))
        return self._answered(found.query, [question.text])

    def asked(self, *texts: str) -> Told:
        """The query of who did what to what, if all words have a part in it; each text changes those before it."""
        found = (heard(text, self._lexicon, self.names, self._ids, self.today) for text in texts)
        return asked(reduce(following, found), self._sayable.scope)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon.of(self._model, self._sayable.few)

    @cached_property
    def _sayable(self) -> Sayable:
        return self.sayable()

    def _answered(self, query: Query, texts: Sequence[str]) -> Understanding:
        made = self._held(queries.understood(show(_with_place(query, self._model)), self._model, self.today))
        return made.model_copy(update={"form": {**made.form, HEARD: list(texts)}}) if made.form else made

    @cached_property
    def _ids(self) -> dict[str, set[str]]:
        """What rows are called by, for those that questions name by more than words."""
        cells = {(one, name): self._cells(one, name) for one, name in IDS}
        trackers = {one.upper() for one in cells["projects", "tracker"]}
        listed = {
            one for held in ("commits", "merge_requests") for ids in cells[held, "issue_ids"] for one in ids.split(";")
        }
        trackers |= {
            one.partition("-")[0] for one in {*listed, *cells["issues", "id"]} if "-" in one and "#" not in one
        }
        versions = cells["releases", "tag"] | cells["tags", "name"]
        return {"trackers": trackers, "versions": versions, "paths": cells["files", "path"]}

    def _cells(self, dataset: str, field: str) -> set[str]:
        rows = self.source.get(dataset).arrow().select([field]).to_pylist()
        return {row[field] for row in rows if row[field]}

    @property
    def today(self) -> date:
        """The day of asking, where the asker is."""
        return self.source.settings.moment.date()

    @property
    def _model(self) -> SourceModel:
        model: SourceModel = self.source.understood
        return model

    def _changed(self, text: str, prior: Form) -> Understanding:
        """The question before with what a text changes of it."""
        before = prior.get(HEARD)
        if before and (found := self.asked(*before, text)).query is not None:
            return self._answered(found.query, [*before, text])
        known, earlier = self.sayable(), tuple(map(read, prior.get("before", ())))
        edit = None if before else edited(read(prior[queries.KEY]), marked(text, known), known, self.today, earlier)
        if edit is None:
            told = f"the question before was read as {prior[queries.KEY]!r}; what {text!r} changes is not clear"
            return Understanding(doubt=Doubt(kind="clarify", message=f"{told}; ask in full"), form=dict(prior))
        return self._held(queries.understood(show(edit.query), self._model, self.today))

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
        model, tables = self._model, self.source.tables
        keys = {(one.many, column) for one in self._model.relations for column in one.columns}
        own = {(dataset, name) for dataset, names in NAMED.items() for name in (*names, "id")}
        few = {
            (table.name, column.name): column.values
            for table in tables.model
            for column in table.columns
            if not table.stands_for
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
            return [*plain, *self.names.find(text)]

        return Sayable(Scope(model), labels(), self.today, find, few, tuple(_phrases()))


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


def _left_over(found: Told) -> Doubt:
    """The words that play no part, or why there is no query."""
    left = ", ".join(map(repr, list(dict.fromkeys(found.left))[:CUT]))
    if left:
        return Doubt(kind="refuse", message=f"{left} not understood; ask without, or name the field and the value")
    kind: Literal["clarify", "refuse"] = "clarify" if found.open else "refuse"
    return Doubt(kind=kind, message=f"the question is not understood ({found.why}); ask of commits, issues or the like")


def gate(reader: Asked) -> Any:
    """Whether a question changes the one before."""

    def follows(question: Question) -> tuple[bool, str]:
        before = [turn.text for turn in question.history if turn.role == "user"]
        if not before:
            return False, "there is no question before it"
        changes = (
            reader.asked(question.text).query is None and reader.asked(before[-1], question.text).query is not None
        )
        if changes or reader.points_back(question.text):
            return True, f"{question.text!r} only changes the question before"
        return False, "it stands by itself"

    return follows


def modelled(reader: Asked) -> Any:
    """With a language model the embedded reader stays: what it cannot read is refused in words."""

    def by_model(_llm: Any) -> Reader:
        return reader

    return by_model
