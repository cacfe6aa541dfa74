"""What a scorer gives: right or wrong, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """The verdict on one case."""

    right: bool
    reason: str
