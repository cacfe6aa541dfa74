"""A stretch of a question that is, or nearly is, a value that stands in the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

How = Literal["exact", "case", "accent", "lemma", "plural", "part", "fuzzy", "abbreviation", "translit"]


@dataclass(frozen=True, slots=True)
class Match:
    """Characters `start` to `end` (excluded) of the question say a value of a column."""

    table: str
    column: str
    value: str
    start: int
    end: int
    score: float
    """1 for a value as it stands; less the more must be guessed."""
    how: How
