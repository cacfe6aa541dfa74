"""Question, embedded reading -> what is answered: the query of a language model if all of it is said, or that reading.

What a model writes is held to the account of words that every reader is held to, and to the parts that the words play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from groundplan.contracts import Question, Understanding
from groundplan.errors import QueryError
from groundplan.llm.base import LLM
from groundplan.query import asked as queries
from groundplan.query.language.parts import Part, Query, walked
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.account import Account, account
from groundplan.reading.accounted import Accounts, latest, whole
from groundplan.reading.constructions.marks import Marked, marked
from groundplan.reading.modelled.reader import QueryLLMReader
from groundplan.reading.modelled.sheet import Values
from groundplan.reading.played.misplayed import misplayed
from groundplan.reading.quoted_roles import misquoted
from groundplan.reading.quotes import heard_by

_DRAWN = ("chart", "outputs")
"""What a form says of how its answer is shown."""


@dataclass(frozen=True)
class ModelledReading:
    """A language model beside the embedded reader, over one source."""

    accounts: Accounts
    llm: LLM

    async def read(self, question: Question, text: str, embedded: Understanding) -> Understanding:
        """The model's query, where it says all that is asked and nothing else; else the embedded reading, or its doubt.

        A question that fits two things is asked back: which one is meant, a model would only guess.
        """
        if embedded.doubt is not None and embedded.doubt.kind == "clarify":
            return embedded
        known, source = self.accounts.sayable(), self.accounts.source
        asked, today, draft = marked(text, known), latest(source), self._draft(embedded)
        found, _ = await QueryLLMReader(self.llm).read(
            question.model_copy(update={"text": text}),
            source.understood,
            draft,
            lambda query: self.faults(query, asked, known.scope, today, refused=embedded.doubt is not None),
            today,
            self._values(),
        )
        if found is None or (draft is not None and not embedded.doubt and show(found) == show(draft)):
            return embedded
        taken = queries.understood(show(found), source.understood, today)
        drawn = {name: embedded.form[name] for name in _DRAWN if embedded.form.get(name) and name not in taken.form}
        form = {**taken.form, **drawn} if not embedded.doubt else taken.form
        return taken.model_copy(update={"form": form, "remarks": embedded.remarks, "language": embedded.language})

    def faults(self, query: Query, asked: Marked, scope: Scope, today: date, refused: bool) -> tuple[str, ...]:
        """What is left over on either side, and what plays another part than its words; all of it, in sentences."""
        every = [part for part in walked(query, into_queries=True) if isinstance(part, Query)]
        if any(isinstance(one.of, Query) for one in every):
            return ("queries of queries cannot be held to the words; ask of a dataset",)
        found = list(misquoted(query, asked, scope))
        plain = _unquoted(query)
        inner = [one for one in walked(plain, into_queries=True) if isinstance(one, Query) and one is not plain]
        found += misplayed(plain, asked, scope, today)
        places = tuple(asked.place(mark) for one in inner for mark in heard_by(one, asked, scope))
        outer = plain.model_copy(update={"said": places})
        found += _left(account(outer, asked, scope, self.accounts.embedder), refused)
        found += [one for each in inner for one in _unsaid(account(each, asked, scope, self.accounts.embedder))]
        return tuple(dict.fromkeys(found))

    def _draft(self, embedded: Understanding) -> Query | None:
        try:
            return read(embedded.form[queries.KEY]) if queries.is_query(embedded.form) else None
        except QueryError:
            return None

    def _values(self) -> Values:
        own = [table for table in self.accounts.source.model if not table.stands_for]
        return {(table.name, one.name): one.values or one.samples for table in own for one in table.columns}


def _unquoted(query: Query) -> Query:
    """Without its quotes: what a part can have been read from is found by what it means, never by its word for it."""
    plain: Query = _without(query)
    return plain


def _without(part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple(map(_without, part))
    if not hasattr(type(part), "model_fields"):
        return part
    held = {name: _without(getattr(part, name)) for name in type(part).model_fields if name != "said"}
    return part.model_copy(update={**held, **({"said": ()} if isinstance(part, Part) else {})})


def _left(found: Account, refused: bool) -> Iterator[str]:
    """What is left over; after a refusal words that are only like a name, too."""
    if not whole(found, near=not refused):
        for span in found.unread:
            yield f"the question says {span.said!r}, and no part of the query can mean that"
        yield from _unsaid(found)


def _unsaid(found: Account) -> Iterator[str]:
    for one in found.unsaid:
        yield f"the question does not say {one}, and the query has it"
