"""A question in words over records: as a query where its words ask for one, else held to what the graph can say.

Nothing here loads what computes queries before a question needs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from groundplan.contracts import Doubt, Question, Understanding
from groundplan.contracts.span import Span
from groundplan.embed import Embedder
from groundplan.errors import SourceError
from groundplan.language.spans import spans
from groundplan.language.words import Word, split, stems
from groundplan.packs.knowledge.client import KnowledgeSource
from groundplan.packs.knowledge.files import held_words
from groundplan.packs.knowledge.nouns import Said
from groundplan.packs.knowledge.schema import SEARCH

if TYPE_CHECKING:
    from groundplan.query.language.parts import Query

HARD = frozenset({"order", "negation", "comparison", "number", "date", "interval", "quantifier"})
"""What a way through the graph has no place for: neither the first ones, nor what is not, nor more than so much."""
EXACT = ("when", "how_long", "count")
"""What is asked for by one field of a thing, which the graph tells with all its others."""
VALUES = frozenset({"number", "date", "interval"})
"""Of these, what a condition on a category may be."""


@dataclass(frozen=True)
class Held:
    """Questions over one base, held to their words."""

    source: KnowledgeSource
    embedder: Embedder

    def changed(self, question: Question, read: Understanding) -> Understanding:
        """A question that follows another: held to its words as well, where the graph was asked."""
        words = held_words()
        back = next((phrase for phrase in words["of_them"] if phrase in question.text.lower()), "")
        if back and read.doubt is None:
            return _refused(read, words["back"].format(words=repr(back)), back)
        lost = self._lost(question.text, read)
        if read.doubt is not None or not lost or self._searched(read):
            return read
        return self._told_lost(read, lost)

    def read(self, question: Question, read: Understanding) -> Understanding:
        """The reading as it is, a query in its place, or a doubt that quotes what it has no place for."""
        if read.doubt is not None and read.doubt.kind == "clarify":
            return read
        lost = self._lost(question.text, read)
        if self.source.size["nodes"] and (lost or read.doubt is not None or self._fields(question.text)):
            made = self._asked(question.text)
            exact = read.form.get("info_need") in EXACT and _of_a_named_thing(made)
            if made is not None and (lost or read.doubt is not None or exact):
                return self._as_query(made)
        if read.doubt is not None:
            return read
        if self._searched(read):
            return read if self._relevant(question.text, read) else _refused(read, held_words()["nothing"], "")
        return self._told_lost(read, lost) if lost else read

    def edited(self, text: str, prior: Mapping[str, Any]) -> Understanding | None:
        """What the words make of the query before; None where one of them is not understood."""
        from groundplan.language.labels import labels
        from groundplan.packs.knowledge.records.said import sayable
        from groundplan.query.language.read import read
        from groundplan.query.typed import KEY
        from groundplan.reading.constructions.marks import marked
        from groundplan.reading.edits.edited import edited

        known = sayable(self.source, labels(), date.today())
        edit = edited(read(prior[KEY]), marked(text, known), known, date.today(), ())
        return None if edit is None else self._as_query(edit.query)

    # ------------------------------------------------------------------ words

    def _lost(self, text: str, read: Understanding) -> list[Span]:
        """Words of order, negation, comparison, number and time that no name and no word of the schema holds."""
        calls = read.form.get("tool_calls", ()) if read.form else ()
        held = any(call.get("args", {}).get("where") for call in calls)
        names = [*(entity.said for entity in read.entities), *self._schema_words(text, categories=held)]
        free = held_words()["free"]
        if any(call.get("args", {}).get("conditions") for call in calls):
            free = [*free, *held_words()["joined"]]
        lost = [one for one in spans(text, names) if one.kind in HARD and one.said.lower() not in free]
        if not any(one.kind in VALUES for one in lost):
            lost = [one for one in lost if one.said.lower() not in held_words()["leading"]]
        turned = any(span.kind not in VALUES for span in lost)
        return [] if held and not turned else lost

    def _schema_words(self, text: str, categories: bool) -> Iterator[str]:
        """What the schema's words for relations and types stand as in the question: looks after."""
        domain, words = self.source.domain, [word for word in split(text) if word.is_word]
        said = [(one.says, one.inverse) for one in domain.relations.values()]
        kinds = [
            (one.called, one.says, *(one.categories.values() if categories else ())) for one in domain.types.values()
        ]
        for phrases in (phrase for group in (*said, *kinds) for one in group for phrase in _all(one)):
            yield from _standing(phrases, text, words)

    def _fields(self, text: str) -> bool:
        """Whether a field is named as the schema says."""
        words = [word for word in split(text) if word.is_word]
        fields = (said for one in self.source.domain.types.values() for said in one.fields.values())
        return any(True for said in fields for phrase in _all(said) for _ in _standing(phrase, text, words))

    # ------------------------------------------------------------------ queries

    def _asked(self, text: str) -> Query | None:
        from groundplan.language.labels import labels
        from groundplan.packs.knowledge.records.said import sayable
        from groundplan.reading.constructions.reader import best, candidates

        try:
            known = sayable(self.source, labels(), date.today())
        except SourceError:
            return None
        return best(candidates(text, known, date.today(), self.embedder).found)

    def _as_query(self, made: Query) -> Understanding:
        from groundplan.query import asked as queries
        from groundplan.query.language.show import show

        return queries.understood(show(made), self.source.records.understood, date.today())

    # ------------------------------------------------------------------ documents

    def _relevant(self, text: str, read: Understanding) -> bool:
        """Whether the documents come near enough to the question; names that nobody knows are told by themselves."""
        from groundplan.packs.knowledge.search.relevance import FLOOR, TOP, relevance

        if read.form.get("unknown") or not self.source.size["documents"]:
            return True
        found = [passage for passage, _ in self.source.passages(text, TOP)]
        return not found or relevance(text, found, self.embedder) >= FLOOR

    @staticmethod
    def _searched(read: Understanding) -> bool:
        calls = read.form.get("tool_calls", ()) if read.form else ()
        return bool(calls) and all(call["tool"] == SEARCH for call in calls)

    @staticmethod
    def _told_lost(read: Understanding, lost: Sequence[Span]) -> Understanding:
        words = ", ".join(repr(one.said) for one in lost)
        return _refused(read, held_words()["lost"].format(words=words), lost[0].said)


def _of_a_named_thing(made: Query | None) -> bool:
    """Whether fields of rows that are named are asked for, or one figure of these."""
    from groundplan.query.language.parts import THIS, Among, Compare, Path

    if made is None or not isinstance(made.where, (Compare, Among)) or not isinstance(made.where.left, Path):
        return False
    return made.where.left.steps == (THIS,) and not made.by and bool(made.show or made.columns)


def _all(said: Said) -> Iterator[str]:
    return (one for words in said.values() for one in words)


def _standing(phrase: str, text: str, words: Sequence[Word]) -> Iterator[str]:
    """Where a phrase stands in the question, in any form of its words."""
    said = stems(phrase)
    for at in range(len(words) - len(said) + 1 if said else 0):
        if tuple(word.stem for word in words[at : at + len(said)]) == said:
            yield text[words[at].start : words[at + len(said) - 1].end]


def _refused(read: Understanding, message: str, said: str) -> Understanding:
    return read.model_copy(update={"doubt": Doubt(kind="refuse", message=message, said=said)})
