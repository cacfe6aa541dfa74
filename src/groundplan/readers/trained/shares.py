"""A share of periods, which words say: the network has seen no example of one, so that its own odds tell nothing."""

from __future__ import annotations

from groundplan.contracts import Derive, Form
from groundplan.readers.similarity.numbers import read_numbers
from groundplan.readers.similarity.words import split, stem
from groundplan.readers.trained.conditions import Page
from groundplan.readers.trained.pieces import cyrillic, words_of

_SHARE = ("derive", "percent_of_total")


def with_said_share(form: Form, page: Page) -> Form:
    """`share of calls by weekday`: of a sum or a count over time that nothing else is derived from."""
    parted = len(form.metrics) == 1 and form.metrics[0].agg in ("sum", "count")
    if form.time is None or form.derive or not parted or page.prior is not None or not _said(page):
        return form
    of = (form.metrics[0].column,) if form.metrics[0].column else ()
    return form.model_copy(update={"derive": Derive(kind="percent_of_total", of=of)})


def _said(page: Page) -> bool:
    """Whether `share of` and the like is said as it is written; a bare `share` may be a stock, headers are names."""
    words, numbers = read_numbers(split(page.question))
    named = {stem(word) for name in page.sheet.names for word in words_of(name)}
    masked = frozenset(at for at, word in enumerate(words) if word.stem in named)
    said = page.book.find(words, frozenset(word.stem for word in words), frozenset(numbers), masked)
    return any(
        (match.slot, match.label) == _SHARE and (match.end - match.start > 1 or cyrillic(words[match.start].lower))
        for match in said
    )
