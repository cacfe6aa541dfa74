"""What is known of words beforehand: fillers, irregular forms, abbreviations, months. Data, read once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.language.stems import stem
from groundplan.plan import folder


@dataclass(frozen=True)
class Lexicon:
    """The words of `lexicon.yaml`, ready for lookup."""

    going_on: frozenset[str]
    latest: frozenset[str]
    keyed: frozenset[str]
    going_out: frozenset[str]
    coming_in: frozenset[str]
    adding: frozenset[str]
    other_periods: frozenset[str]
    fillers: frozenset[str]
    generic: frozenset[str]
    unit_marks: frozenset[str]
    comparing: frozenset[str]
    contrasting: frozenset[str]
    being: frozenset[str]
    pronouns: dict[str, frozenset[str]]
    before_that: frozenset[str]
    spells: frozenset[str]
    hundredths: frozenset[str]
    leaning: frozenset[str]
    clauses: frozenset[str]
    equalling: frozenset[str]
    copula: frozenset[str]
    determining: frozenset[str]
    spanning: frozenset[str]
    graded: frozenset[str]
    denying: frozenset[str]
    counted: frozenset[str]
    idle: frozenset[str]
    polite: frozenset[str]
    questioning: frozenset[str]
    objects: frozenset[str]
    measures: frozenset[str]
    synonyms: dict[str, frozenset[str]]
    loose: dict[str, frozenset[str]]
    coming: frozenset[str]
    months: dict[str, int]
    weekdays: dict[str, int]
    units: dict[str, str]
    suffixes: frozenset[str]
    telling_time: frozenset[str]
    latin: dict[str, str]


_AS_THEY_STAND = frozenset({"latin", "months", "weekdays", "units"})
_GROUPED = frozenset({"synonyms", "loose", "pronouns"})
_STEMMED = frozenset({"telling_time"})


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon, loaded at first use."""
    raw = folder.load(Path(__file__).with_name("lexicon.yaml"))
    return Lexicon(**{name: _read(name, said) for name, said in raw.items()})


def _read(name: str, said: Any) -> Any:
    if name in _GROUPED:
        return _by_word(said)
    if name in _STEMMED:
        return frozenset(map(stem, said))
    return said if name in _AS_THEY_STAND else frozenset(said)


def _by_word(groups: Iterable[Iterable[str]]) -> dict[str, frozenset[str]]:
    """For each word all words of its groups."""
    found: dict[str, set[str]] = {}
    for group in groups:
        for word in group:
            found.setdefault(word, set()).update(group)
    return {word: frozenset(group) for word, group in found.items()}
