"""Averages that words say of a column, right before its name, where the network reads rows: none is passed over."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.words import split
from groundplan.query.form import Form, Metric
from groundplan.reading.embedded.conditions import Condition, Page
from groundplan.reading.embedded.matches import named_by
from groundplan.reading.embedded.pieces import pieces, words_of

_AGGS = ("avg", "median")
_SPEAKERS = frozenset(("i", "we", "you", "they"))
"""`I mean revenue` is no average."""


def with_said_average(form: Form, page: Page, limits: Sequence[Condition]) -> Form:
    """`average visits of members over 60`: the average of the visits, and not the members."""
    rows = form.analysis == ("lookup",) and all(metric.agg == "none" for metric in form.metrics)
    if page.prior is not None or not rows or form.group_by or form.limit is not None:
        return form
    said = _said(page)
    return form.model_copy(update={"metrics": said, "analysis": ("total",)}) if len(said) == 1 else form


def _said(page: Page) -> tuple[Metric, ...]:
    """Every average with the figure that the word behind it names; one that may be of two figures is none."""
    words, read = split(page.question), pieces(page.question)
    named = named_by(read, [words_of(shown.column.name) for shown in page.sheet.fields])
    found = []
    for match in page.book.find(words, frozenset(), frozenset()):
        behind = words[match.end].start if match.end < len(words) else -1
        places = [at for at, piece in enumerate(read) if piece.start == behind]
        figures = [
            shown.name
            for at, shown in enumerate(page.sheet.fields)
            if page.sheet.measured(at + 1) and any(named[place] and named[place][at] for place in places)
        ]
        spoken = bool(match.start) and words[match.start - 1].lower in _SPEAKERS
        if match.slot == "agg" and match.label in _AGGS and len(figures) == 1 and not spoken:
            found.append(Metric(column=figures[0], agg=match.label))
    return tuple(dict.fromkeys(found))
