"""The blank form handed to a reader: what may be said, and what exists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from groundplan.reading.formed.form import Form
from groundplan.sources.shape import Cell, Table
from groundplan.values.match import Match


def _nothing(_words: Sequence[str]) -> Sequence[Cell]:
    return ()


def _no_match(_text: str) -> Sequence[Match]:
    return ()


def _unknown(_form: Form) -> bool | None:
    return None


@dataclass(frozen=True)
class Blank:
    """Everything a reader may choose from."""

    intents: Mapping[str, tuple[str, ...]]
    """Each intent with example phrasings."""
    labels: Mapping[str, Mapping[str, tuple[str, ...]]]
    """Each slot of the form (`chart`, `agg`, `grain`, `sort`, `analysis`, ...): its labels with example phrasings."""
    tables: tuple[Table, ...] = ()
    prior: dict[str, Any] | None = None
    """The form before, when the question is a follow-up."""
    find: Callable[[Sequence[str]], Sequence[Cell]] = field(default=_nothing)
    """Looks words up (whole values, without case) in columns whose values are too many to be kept in the profile."""
    linked: Callable[[str], Sequence[Match]] = field(default=_no_match)
    """Stretches of a text that are or nearly are values of such columns, the longest and best first."""
    meeting: Callable[[Form], bool | None] = field(default=_unknown)
    """Whether any row meets the conditions of a form; None where that cannot be told."""
