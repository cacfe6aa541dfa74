"""What a scorer gives: right or wrong, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """The verdict on one case."""

    right: bool
    reason: str
    share: float | None = None
    """How much of it is right, where that is more than yes or no: the F1 of a set, the recall of a list."""
