"""Question, form -> what is answered: the form if its query accounts for every word, else another reading that does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from groundplan.contracts import Doubt, Question, Understanding
from groundplan.embed import Embedder
from groundplan.errors import QueryError
from groundplan.query import asked as queries
from groundplan.query.language.parts import Query
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.reading.account import Account, account
from groundplan.reading.blank import Blank
from groundplan.reading.constructions.marks import Marked, Sayable, marked
from groundplan.reading.constructions.reader import best, candidates, of_a_family
from groundplan.reading.edits.change import only_edits_know, points_back
from groundplan.reading.edits.edited import edited
from groundplan.reading.embedded.question_words import link
from groundplan.reading.formed.after import after
from groundplan.reading.formed.figure_notes import as_averaged, figure_notes, quoting
from groundplan.reading.formed.figures_said import Said
from groundplan.reading.formed.form import HEARD, Form
from groundplan.reading.formed.groups_counted import groups_counted
from groundplan.reading.formed.paths import Unsayable
from groundplan.reading.formed.query import formed
from groundplan.sources.opened import Tables

HARD = (
    "unread_figure", "unread_order", "unread_name", "unread_comparison", "unread_quantifier", "unread_negation",
    "unsaid_figure", "unsaid_not", "unsaid_range", "unsaid_keep",
)  # fmt: skip
"""What may not be left over of a question whose reader is not sure: chosen by the curve of answered against wrong."""
NEVER = ("unread_figure", "unread_quantifier", "unread_value", "unread_date", "unsaid_range")
"""Of these, what may not be left over however sure a reader is."""
CERTAIN = 0.97
"""How sure the trained heads must be, so that words they were not trained to need may stay unread."""


@dataclass(frozen=True)
class _Said:
    """What the trained heads read, as a query."""

    asked: Query
    """As the words ask for it: an average of rates, which is computed by their parts."""
    after: bool
    """Whether more is done with its rows, of which no part of the query speaks."""
    understood: Understanding


@dataclass(frozen=True)
class Accounts:
    """Held against one source."""

    source: Tables
    blank: Blank
    embedder: Embedder

    def held(
        self, question: Question, text: str, read: Understanding, follows: bool, figures: Sequence[Said] = ()
    ) -> Understanding:
        """The reading, another one that leaves less unread, or a doubt that quotes the words."""
        asked = marked(text, self.sayable())
        said: _Said | None = None
        if read.form and not read.doubt:
            try:
                said = self._said(read, asked)
            except (Unsayable, QueryError) as error:
                read = _doubted(read, Doubt(kind="refuse", message=str(error)))
        query = quoting(said.asked, figures) if said else None
        found = account(query, asked, self.sayable().scope, self.embedder) if query else None
        if said and found and (whole(found) or said.after):
            return said.understood
        asked_back = read.doubt is not None and read.doubt.kind == "clarify"
        if not follows and not asked_back and (other := self._constructed(text)) is not None:
            return self._as_query(other)
        if said and found:
            fits = safe(found, read.confidence, follows)
            return said.understood if fits else _doubted(read, _doubt(found, asked))
        return _doubted(read, read.doubt)

    def _said(self, read: Understanding, marks: Marked) -> _Said:
        """The query of what the trained heads read."""
        form = Form.model_validate(read.form)
        scope = self.sayable().scope
        plain = as_averaged(form, self.source.model)
        query = groups_counted(formed(form, self.source.model), marks, scope)
        asked = query if plain == form else groups_counted(formed(plain, self.source.model), marks, scope)
        made, more = self._as_query(query), after(form, query)
        held: dict[str, Any] = {
            "chart": form.chart,
            "outputs": list(form.outputs),
            queries.THEN: more,
            HEARD: read.form,
        }
        held["notes"] = figure_notes(form, self.source.model)
        told = {**made.form, **{name: one for name, one in held.items() if one}}
        intents = (*made.intents, *read.intents)
        kept = {name: getattr(read, name) for name in ("entities", "confidence", "remarks", "language")}
        update = {**kept, "form": told, "intents": intents}
        return _Said(asked, more is not None, made if made.doubt else made.model_copy(update=update))

    def _as_query(self, query: Query) -> Understanding:
        return queries.understood(show(query), self.source.understood, date.today())

    def points_back(self, text: str) -> bool:
        """Whether a text changes the question before."""
        return points_back(marked(text, self.sayable()))

    def only_edits_know(self, text: str) -> str:
        """What the text does to the question before that the trained heads have no label for, such as `undo`."""
        return only_edits_know(marked(text, self.sayable()))

    def edited(self, text: str, prior: Mapping[str, Any]) -> Understanding | None:
        """What the words make of the question before; None where one of them is not understood."""
        before = read(prior[queries.KEY]) if queries.is_query(prior) else None
        known, earlier = self.sayable(), tuple(map(read, prior.get("before", ())))
        edit = edited(before, marked(text, known), known, date.today(), earlier) if before else None
        if edit is None:
            return None
        made = queries.understood(show(edit.query), self.source.understood, date.today())
        more = {"chart": edit.chart or prior.get("chart"), "before": [show(one) for one in edit.before]}
        return made.model_copy(update={"form": {**made.form, **{name: held for name, held in more.items() if held}}})

    def _constructed(self, text: str) -> Query | None:
        """The query of the constructions, where it accounts for every word and no other does."""
        made = candidates(text, self.sayable(), date.today(), self.embedder)
        query = best(made.found)
        return query if query is not None and of_a_family(query) else None

    def sayable(self) -> Sayable:
        """What a question may say of the source."""
        from groundplan.query.scope import Scope

        own = [table for table in self.source.model if not table.stands_for]
        few = {(table.name, column.name): column.values for table in own for column in table.columns if column.values}

        def find(text: str) -> list:  # type: ignore[type-arg]
            return [*link(text, own), *self.source.values_in(text)]

        return Sayable(Scope(self.source.understood), self.blank.labels, latest(self.source), find, few)


def _doubted(read: Understanding, doubt: Doubt | None) -> Understanding:
    """Not answered; what was heard stays for the question that follows."""
    heard = {HEARD: read.form} if read.form else {}
    return read.model_copy(update={"doubt": doubt, "form": heard})


def whole(found: Account, near: bool = False) -> bool:
    """Whether nothing at all is left over, but other words for what is in the query if these are allowed."""
    return not any(held for name, held in found.features.items() if not (near and name == "near"))


def safe(found: Account, confidence: float, follows: bool) -> bool:
    """Whether so little is left over that the query is what was asked."""
    strict = NEVER if confidence > CERTAIN else HARD
    return not any(found.features[name] for name in strict if not (follows and name.startswith("unsaid_")))


def _doubt(found: Account, asked: Marked) -> Doubt:
    unread = [span.said for span in found.unread]
    if unread:
        words = ", ".join(map(repr, dict.fromkeys(unread)))
        verb = "is" if len(set(unread)) == 1 else "are"
        told = f"{words} {verb} not understood; ask without, or name the column and the value"
        return Doubt(kind="refuse", message=told, said=unread[0])
    told = f"the question does not say {found.unsaid[0]}, which it was read as; say it in full"
    return Doubt(kind="refuse", message=told)


def latest(source: Tables) -> date:
    """The last day of the data."""
    ends = [
        str(field.high)[:10]
        for one in source.understood.datasets
        for field in one.fields
        if field.role == "time" and field.high
    ]
    days = [end for end in ends if len(end) == 10]
    return date.fromisoformat(max(days)) if days else date.today()
