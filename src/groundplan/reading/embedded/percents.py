"""Limits that are a part of a hundred: words say them, the network has no label for them."""

from __future__ import annotations

from groundplan.language.units import amounts, percent_of
from groundplan.language.words import split
from groundplan.query.form import Form
from groundplan.reading.embedded.conditions import Page

_SHARES = {("analysis", "share"), ("derive", "percent_of_total")}


def with_percent(form: Form, page: Page) -> Form:
    """`top 10 % of cities`: the limit is a part of a hundred; no share is asked for where no other word says one."""
    before = page.prior is not None and page.prior.percent and page.prior.limit == form.limit
    if form.limit is None or not (before or as_percent(page.question, form.limit)):
        return form
    shared = form.derive is not None and form.derive.kind == "percent_of_total"
    form = form.model_copy(update={"percent": True})
    if _says_share(page):
        return form
    kept = tuple(label for label in form.analysis if label != "share")
    return form.model_copy(update={"analysis": kept, "derive": None if shared else form.derive})


def as_percent(question: str, value: float) -> bool:
    """Whether a percent sign follows the number where it is said."""
    return any(said.value == value and percent_of(question, said) is not None for said in amounts(question))


def _says_share(page: Page) -> bool:
    """Whether words besides the percent sign and what stands next to it ask for a share."""
    words = split(page.question)
    found = [match for match in page.book.find(words, frozenset(), frozenset()) if (match.slot, match.label) in _SHARES]
    signs = {percent_of(page.question, said) for said in amounts(page.question)}
    return any(not signs & {word.start for word in words[match.start : match.end]} for match in found)
