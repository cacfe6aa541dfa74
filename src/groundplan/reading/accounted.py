"""Question, form -> what is answered: the form if its query accounts for every word, else another reading that does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from groundplan.contracts import Doubt, Question, Understanding
from groundplan.embed import Embedder
from groundplan.query import asked as queries
from groundplan.query.form import Form
from groundplan.query.language.parts import Query
from groundplan.query.language.show import show
from groundplan.reading.account import Account, account
from groundplan.reading.blank import Blank
from groundplan.reading.constructions.marks import Marked, Sayable, marked
from groundplan.reading.constructions.reader import candidates, of_a_family
from groundplan.reading.embedded.question_words import link
from groundplan.reading.formed import formed
from groundplan.sources.opened import Tables

HARD = (
    "unread_figure", "unread_order", "unread_name", "unread_comparison", "unread_quantifier", "unread_negation",
    "unsaid_figure", "unsaid_not", "unsaid_range", "unsaid_keep",
)  # fmt: skip
"""What may not be left over of a question whose reader is not sure: chosen by the curve of answered against wrong."""
CERTAIN = 0.97
"""How sure the trained heads must be, so that words they were not trained to need may stay unread."""


@dataclass(frozen=True)
class Accounts:
    """Held against one source."""

    source: Tables
    blank: Blank
    embedder: Embedder

    def held(self, question: Question, text: str, read: Understanding, follows: bool) -> Understanding:
        """The reading, another one that leaves less unread, or a doubt that quotes the words."""
        asked = marked(text, self._sayable())
        query = formed(Form.model_validate(read.form), self.source.model) if read.form and not read.doubt else None
        if read.doubt is None and query is None:
            return read  # what the language has no part for, such as forecasts
        found = account(query, asked, self._sayable().scope, self.embedder) if query else None
        if found is not None and whole(found):
            return read
        asked_back = read.doubt is not None and read.doubt.kind == "clarify"
        if not follows and not asked_back and (other := self._constructed(text)) is not None:
            return queries.understood(show(other), self.source.understood, date.today())
        if found is None or safe(found, read.confidence, follows):
            return read
        return read.model_copy(update={"doubt": _doubt(found, asked)})

    def _constructed(self, text: str) -> Query | None:
        """The query of the constructions, where it accounts for every word and no other does."""
        made = candidates(text, self._sayable(), date.today(), self.embedder)
        fitting = [one.query for one in made.found if not one.unused and whole(one.account) and of_a_family(one.query)]
        return fitting[0] if fitting else None

    def _sayable(self) -> Sayable:
        from groundplan.query.scope import Scope

        own = [table for table in self.source.model if not table.stands_for]
        few = {(table.name, column.name): column.values for table in own for column in table.columns if column.values}

        def find(text: str) -> list:  # type: ignore[type-arg]
            return [*link(text, own), *self.source.values_in(text)]

        return Sayable(Scope(self.source.understood), self.blank.labels, _latest(self.source), find, few)


def whole(found: Account) -> bool:
    """Whether nothing at all is left over, but other words for what is in the query."""
    return not any(held for name, held in found.features.items() if name != "near")


def safe(found: Account, confidence: float, follows: bool) -> bool:
    """Whether so little is left over that the query is what was asked."""
    names = [name for name in HARD if not (follows and name.startswith("unsaid_"))]
    return confidence > CERTAIN or not any(found.features[name] for name in names)


def _doubt(found: Account, asked: Marked) -> Doubt:
    unread = [span.said for span in found.unread]
    if unread:
        words = ", ".join(map(repr, dict.fromkeys(unread)))
        verb = "is" if len(set(unread)) == 1 else "are"
        told = f"{words} {verb} not understood; ask without, or name the column and the value"
        return Doubt(kind="refuse", message=told, said=unread[0])
    told = f"the question does not say {found.unsaid[0]}, which it was read as; say it in full"
    return Doubt(kind="refuse", message=told)


def _latest(source: Tables) -> date:
    """The last day of the data."""
    ends = [
        str(field.high)[:10]
        for one in source.understood.datasets
        for field in one.fields
        if field.role == "time" and field.high
    ]
    days = [end for end in ends if len(end) == 10]
    return date.fromisoformat(max(days)) if days else date.today()
