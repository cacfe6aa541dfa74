"""A follow-up changes the form before: what it does not speak of stays as it was, and is not guessed anew."""

from __future__ import annotations

from groundplan.language.numbers import read_numbers
from groundplan.language.words import split
from groundplan.query.form import Form
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


def said_labels(page: Page) -> set[tuple[str, str]]:
    """The labels that the words of the question themselves say."""
    words, numbers = read_numbers(split(page.question))
    return {(match.slot, match.label) for match in page.book.find(words, frozenset(), frozenset(numbers))}
