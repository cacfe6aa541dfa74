"""What is read together: the question on its sheet with the scores, the conditions found, and the form they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from groundplan.language.numbers import read_numbers
from groundplan.language.phrases import Phrasebook
from groundplan.language.words import split
from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.compared_columns import Comparison
from groundplan.reading.embedded.scores import Scores
from groundplan.reading.embedded.sheet import Sheet
from groundplan.reading.formed.form import Filter, Form
from groundplan.values.match import Match


@dataclass(frozen=True)
class Stretch:
    """Characters of the question that say a value."""

    start: int
    end: int
    text: str


def certainty(parts: Sequence[float]) -> float:
    """How sure all parts are together."""
    return float(np.prod(parts)) if len(parts) else 1.0


@dataclass(frozen=True)
class Condition:
    """Conditions on one column, how sure they are, and where their values are said."""

    place: int
    filters: tuple[Filter, ...]
    sure: float
    said: tuple[Stretch, ...] = ()


@dataclass(frozen=True)
class Page:
    """What a value is read from."""

    scores: Scores
    sheet: Sheet
    question: str
    book: Phrasebook
    prior: Form | None = None
    links: Sequence[Match] = ()
    comparison: Comparison | None = None
    """Two columns held against each other; the question is read without these words."""

    def field(self, place: int) -> Field:
        """The column at a place."""
        return self.sheet.fields[place - 1]


@dataclass(frozen=True)
class Reading:
    """A form, how sure each slot of it is, and what it was read from."""

    form: Form
    sure: dict[str, float] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()

    @property
    def certainty(self) -> float:
        """How sure all slots are together."""
        return certainty(list(self.sure.values()))


def said_labels(page: Page) -> set[tuple[str, str]]:
    """The labels that the words of the question themselves say."""
    words, numbers = read_numbers(split(page.question))
    return {(match.slot, match.label) for match in page.book.find(words, frozenset(), frozenset(numbers))}
