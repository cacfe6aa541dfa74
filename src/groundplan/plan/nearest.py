"""The nearest right name to a wrong one."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler


def nearest(name: str, known: Iterable[str], floor: float = 0.75) -> str | None:
    """The most alike of the known names, or None when nothing is alike."""
    choices = list(known)
    folded = [c.casefold() for c in choices]
    found = process.extractOne(name.casefold(), folded, scorer=JaroWinkler.similarity, score_cutoff=floor)
    return choices[found[2]] if found else None


def did_you_mean(name: str, known: Iterable[str], most: int = 12) -> str:
    """A help text: the nearest match, then what exists."""
    choices = list(known)
    match = nearest(name, choices)
    shown = ", ".join(choices[:most]) + (f" and {len(choices) - most} more" if len(choices) > most else "")
    exists = f"there are {shown}" if choices else "there are none"
    return f"did you mean {match!r}? {exists}" if match else exists
