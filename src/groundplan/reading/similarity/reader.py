"""Question, Blank -> Understanding: columns, values and labels by likeness, no language model."""

from __future__ import annotations

from groundplan.contracts import Entity, Question, Understanding
from groundplan.embed import Embedder
from groundplan.query.form import Form
from groundplan.reading.blank import Blank
from groundplan.reading.similarity.change import changed
from groundplan.reading.similarity.compose import Draft, compose, finished, settle_chart
from groundplan.reading.similarity.doubts import doubt, lacking
from groundplan.reading.similarity.gaps import filled
from groundplan.reading.similarity.intents import read_intents
from groundplan.reading.similarity.marks import Marks, mark
from groundplan.reading.similarity.meaning import Meaning
from groundplan.reading.similarity.phrases import phrasebook
from groundplan.reading.similarity.tables import named, narrowed
from groundplan.reading.similarity.unread import unread

_LEFT_OVER = 0.85
"""What is left of the confidence for each content word that nothing explains."""


class SimilarityReader:
    """Reads a question by its likeness to names, values and example phrasings."""

    def __init__(self, embedder: Embedder) -> None:
        self._meaning = Meaning(embedder)

    async def read(self, question: Question, blank: Blank) -> Understanding:
        """The filled form, with the evidence of each link."""
        whole = mark(question.text, blank, phrasebook(blank.labels))
        marks = filled(narrowed(whole), self._meaning)
        draft = compose(marks)
        if blank.prior is None:
            settle_chart(draft)  # a follow-up such as `as a line chart` has its axis in the form before
        table = marks.tables[0].name if len(blank.tables) > 1 and marks.tables else None
        form = finished(marks, draft, table)
        if blank.prior is not None:
            form = changed(Form.model_validate(blank.prior), form, draft, marks)
        form = named(form, marks, blank)
        doubtful = doubt(marks, draft, form) if blank.prior is None else lacking(marks)
        return Understanding(
            intents=read_intents(marks, form, blank.intents, self._meaning),
            entities=tuple(_entities(marks)),
            form=form.model_dump(mode="json"),
            confidence=_confidence(marks, draft),
            language=language(marks.text),
            doubt=doubtful,
        )


def language(text: str) -> str:
    """`ru` where a good part of the letters is Cyrillic (column names may not be), else `en`."""
    cyrillic = sum("а" <= c <= "я" or c == "ё" for c in text.lower())
    latin = sum("a" <= c <= "z" for c in text.lower())
    return "ru" if cyrillic and 2 * cyrillic >= latin else "en"


def _entities(marks: Marks) -> list[Entity]:
    columns = [
        Entity(
            type="column",
            id=f"{link.table}.{link.column.name}",
            name=link.column.name,
            said=marks.said(link.span),
            score=round(link.score, 3),
        )
        for link in marks.links
    ]
    values = [
        Entity(
            type="value",
            id=f"{v.table}.{v.column.name}={v.value}",
            name=v.value,
            said=marks.said(v.span),
            score=round(v.score, 3),
        )
        for v in marks.values
    ]
    return [*columns, *values]


def _confidence(marks: Marks, draft: Draft) -> float:
    """How surely the columns were linked: the mean of the links, less for a form that says nothing or leaves words."""
    scores = [link.score for link in marks.links] + [value.score for value in marks.values]
    sure = sum(scores) / len(scores) if scores else 0.4
    left = _LEFT_OVER ** len(unread(marks))
    return round(min(1.0, left * (sure if draft.shape.metrics else 0.6 * sure)), 3)
