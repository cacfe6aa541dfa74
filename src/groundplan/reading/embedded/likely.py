"""What the model holds likeliest, for a form that lacks something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from groundplan.query.form import Metric
from groundplan.reading.embedded.sheet import Field


@dataclass(frozen=True)
class Likely:
    """What the model holds likeliest where a form needs one more column."""

    fields: Sequence[Field]
    group: str | None
    metric: Metric | None
    said: frozenset[str] = frozenset()
    """The stems of the question's words."""
    aggs: frozenset[str] = frozenset()
    """The aggregates that words ask for."""
