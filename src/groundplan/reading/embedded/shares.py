"""A share of periods, which words say: the network has seen no example of one, so that its own odds tell nothing."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import Match
from groundplan.language.stems import stem
from groundplan.language.words import Word, split
from groundplan.query.form import Derive, Form
from groundplan.reading.embedded.conditions import Page
from groundplan.reading.embedded.pieces import cyrillic, words_of

_SHARE, _CHANGE = ("derive", "percent_of_total"), ("derive", "percent_change")


def with_said_share(form: Form, page: Page) -> Form:
    """`share of calls by weekday`: of a sum or a count over time; `percentage of` is no change where none is said."""
    parted = len(form.metrics) == 1 and form.metrics[0].agg in ("sum", "count")
    taken = form.derive is not None and form.derive.kind != "percent_change"
    if form.time is None or taken or not parted or page.prior is not None or not _says_share(page):
        return form
    if form.derive and _says_change(page):
        return form
    of = (form.metrics[0].column,) if form.metrics[0].column else ()
    kept = tuple(label for label in form.analysis if label != "change")
    return form.model_copy(update={"derive": Derive(kind="percent_of_total", of=of), "analysis": kept})


def _says_share(page: Page) -> bool:
    """Whether `share of` and the like is said as it is written; a bare `share` may be a stock."""
    said, words = _said(page)
    whole = [match for match in said if match.end - match.start > 1 or cyrillic(words[match.start].lower)]
    return any((match.slot, match.label) == _SHARE for match in whole)


def _says_change(page: Page) -> bool:
    return any((match.slot, match.label) == _CHANGE for match in _said(page)[0])


def _said(page: Page) -> tuple[Sequence[Match], Sequence[Word]]:
    """The labels that words say as they are written; what stands in headers and cells is a name."""
    words, numbers = read_numbers(split(page.question))
    named = {stem(word) for name in page.sheet.names for word in words_of(name)}
    masked = frozenset(at for at, word in enumerate(words) if word.stem in named)
    return page.book.find(words, frozenset(word.stem for word in words), frozenset(numbers), masked), words
