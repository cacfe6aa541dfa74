"""A follow-up changes the form before: what it does not speak of stays as it was, and is not guessed anew."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import Match
from groundplan.language.words import split
from groundplan.query.form import Filter, Form, Metric, flattened
from groundplan.reading.embedded.conditions import Page


def as_said(prior: Form) -> Form:
    """The form before, without what a ranking leaves out unasked: rows without its time or its group.

    Whether the next form leaves them out is for that form to say: `and by branch instead?` counts all rows.
    """
    if prior.limit is None or len(prior.alternatives) > 1:
        return prior
    ranked = {*prior.group_by, *([prior.time.column] if prior.time else [])}
    kept = tuple(limit for limit in prior.filters if limit.op != "not_null" or limit.column not in ranked)
    return prior.model_copy(update={"filters": kept})


def revised(form: Form, page: Page) -> Form:
    """The form read, with what was neither said nor taken back."""
    if page.prior is None:
        return form
    said = said_labels(page)
    slots = {slot for slot, _ in said}
    if not slots & {"agg", "superlative", "analysis"}:
        form = form.model_copy(update={"metrics": tuple(_as_before(m, page.prior) for m in form.metrics)})
    if form.sort and page.prior.sort and not slots & {"sort", "order", "superlative"}:
        form = form.model_copy(update={"sort": page.prior.sort})
    if ("revise", "add") in said and form.group_by and page.prior.group_by:
        both = tuple(dict.fromkeys([*page.prior.group_by, *form.group_by]))
        form = form.model_copy(update={"group_by": both[:2]})
    return within(form, page)


def within(form: Form, page: Page) -> Form:
    """`only in 2023` after `A or B`: what is said anew holds for each alternative; `or in 2023` is one more of them."""
    before = [[_bare(f) for f in part] for part in page.prior.alternatives] if page.prior else []
    now, old = [_bare(f) for f in form.filters], [f for part in before for f in part]
    if len(before) < 2 or any(f not in now for f in old):
        return form
    new = [f for f in now if f not in old]
    more = [*before, *([f] for f in new)] if _opens_with_or(page) else [[*part, *new] for part in before]
    return form.model_copy(update=flattened(more))


def _bare(condition: Filter) -> Filter:
    return condition.model_copy(update={"join": None})


def said_labels(page: Page) -> set[tuple[str, str]]:
    """The labels that the words of the question themselves say."""
    return {(match.slot, match.label) for match in _matches(page)}


def _opens_with_or(page: Page) -> bool:
    return any((match.slot, match.label, match.start) == ("join", "or", 0) for match in _matches(page))


def _matches(page: Page) -> Sequence[Match]:
    words, numbers = read_numbers(split(page.question))
    return page.book.find(words, frozenset(), frozenset(numbers))


def _as_before(metric: Metric, prior: Form) -> Metric:
    return next((before for before in prior.metrics if before.column == metric.column), metric)
