"""Question -> every stretch that bears meaning, with its place and kind."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from groundplan.contracts.span import Span, SpanKind
from groundplan.language.finders import Asked, Found, cues, dates, names, numbers, quoted, rest
from groundplan.language.finders.asked import asked

_RANK: dict[SpanKind, int] = {
    "name": 0,  # what the data is known to hold says more than any word of the language
    "interval": 1,
    "date": 2,
    "number": 3,
    "comparison": 4,
    "order": 5,
    "negation": 6,
    "quantifier": 7,
    "figure": 8,
    "content": 9,
}
"""Which kind is the most specific where two cover the same words."""


def spans(question: str, names: Iterable[str] = ()) -> tuple[Span, ...]:
    """The spans in order, without overlap: `top 5 cities` is an order and a content word.

    `names` are the known ones: columns, values, things. Only fillers are in no span.
    """
    read = asked(question, names)
    kept = _longest(_candidates(read))
    taken = {at for each in kept for at in range(each.start, each.end)}
    return tuple(_span(read, each) for each in sorted([*kept, *rest(read, taken)]))


def _candidates(read: Asked) -> list[tuple[bool, Found]]:
    """All that the finders see; what stands in quotation marks is nothing else."""
    said = [(True, each) for each in quoted(read)]
    return [*said, *((False, each) for each in chain(names(read), dates(read), numbers(read), cues(read)))]


def _longest(candidates: Iterable[tuple[bool, Found]]) -> list[Found]:
    kept: list[Found] = []
    taken: set[int] = set()
    for _, each in sorted(candidates, key=_precedence):
        places = set(range(each.start, each.end))
        if not places & taken:
            taken |= places
            kept.append(each)
    return kept


def _precedence(candidate: tuple[bool, Found]) -> tuple[bool, int, int, int]:
    marked, found = candidate
    return not marked, found.start - found.end, _RANK[found.kind], found.start


def _span(read: Asked, found: Found) -> Span:
    start, end = read.words[found.start].start, read.words[found.end - 1].end
    return Span(start=start, end=end, kind=found.kind, said=read.question[start:end])
