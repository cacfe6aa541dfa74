"""A follow-up changes the form before: what it does not speak of stays as it was, and is not guessed anew."""

from __future__ import annotations

from groundplan.contracts import Form, Metric
from groundplan.readers.similarity.numbers import read_numbers
from groundplan.readers.similarity.words import split
from groundplan.readers.trained.conditions import Page


def revised(form: Form, page: Page) -> Form:
    """The form read, with what was neither said nor taken back."""
    if page.prior is None:
        return form
    said = _said(page)
    slots = {slot for slot, _ in said}
    if not slots & {"agg", "superlative", "analysis"}:
        form = form.model_copy(update={"metrics": tuple(_as_before(m, page.prior) for m in form.metrics)})
    if form.sort and page.prior.sort and not slots & {"sort", "order", "superlative"}:
        form = form.model_copy(update={"sort": page.prior.sort})
    if ("revise", "add") in said and form.group_by and page.prior.group_by:
        both = tuple(dict.fromkeys([*page.prior.group_by, *form.group_by]))
        form = form.model_copy(update={"group_by": both[:2]})
    return form


def _said(page: Page) -> set[tuple[str, str]]:
    """The labels that the words of the question themselves say."""
    words, numbers = read_numbers(split(page.question))
    return {(match.slot, match.label) for match in page.book.find(words, frozenset(), frozenset(numbers))}


def _as_before(metric: Metric, prior: Form) -> Metric:
    return next((before for before in prior.metrics if before.column == metric.column), metric)
