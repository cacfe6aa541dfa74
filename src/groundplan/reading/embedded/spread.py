"""Spreads that words say where the network reads another figure: few of its examples have one."""

from __future__ import annotations

from groundplan.language.stems import stem
from groundplan.language.words import split
from groundplan.query.form import Form, Metric
from groundplan.reading.embedded.conditions import Page
from groundplan.reading.embedded.pieces import words_of

_TAKEN = ("sum", "avg", "max", "none")


def with_said_spread(form: Form, page: Page) -> Form:
    """`the most volatile revenue`: the spread of the figure, not its total."""
    only = form.metrics[0] if len(form.metrics) == 1 and form.metrics[0].column else None
    if only is None or only.agg not in _TAKEN or form.derive or form.per or not _said(page):
        return form
    if not any(page.sheet.measured(at) for at, f in enumerate(page.sheet.fields, 1) if f.name == only.column):
        return form
    return form.model_copy(update={"metrics": (Metric(column=only.column, agg="std"),)})


def _said(page: Page) -> bool:
    """Whether a spread is said by words that name no column."""
    words = split(page.question)
    named = {stem(word) for shown in page.sheet.fields for word in words_of(shown.column.name)}
    found = [m for m in page.book.find(words, frozenset(), frozenset()) if (m.slot, m.label) == ("agg", "std")]
    return any(not any(word.stem in named for word in words[m.start : m.end]) for m in found)
