"""Span: a stretch of a question that bears meaning, where it stands and of what kind it is."""

from __future__ import annotations

from typing import Literal

from groundplan.contracts.noun import Noun

SpanKind = Literal[
    "number", "date", "interval", "negation", "comparison", "order", "quantifier", "figure", "name", "content"
]


class Span(Noun):
    """Characters `start` to `end` (excluded) of a question, and what is said there."""

    start: int
    end: int
    kind: SpanKind
    said: str
