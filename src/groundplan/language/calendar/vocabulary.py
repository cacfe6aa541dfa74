"""The words of the calendar. Data, read once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.language.lexicon import lexicon
from groundplan.language.numbers import number_words, ordinal_stems
from groundplan.plan import folder

Phrase = tuple[str, ...]
_FILE = "words.yaml"


@dataclass(frozen=True)
class Vocabulary:
    """The words of `words.yaml`, with the months, units and weekdays of the lexicon."""

    months: dict[str, int]
    units: dict[str, str]
    weekdays: dict[str, int]
    seasons: dict[str, int]
    days: dict[Phrase, int]
    now: dict[Phrase, int]
    holidays: dict[Phrase, tuple[str, str]]
    moving: dict[Phrase, str]
    decades: dict[str, int]
    ordinals: dict[str, int]
    ordinal_ends: frozenset[str]
    thirds: dict[str, str]
    ends: dict[str, str]
    passed: frozenset[str]
    few: dict[str, int]
    ago: frozenset[str]
    articles: frozenset[str]
    to: frozenset[str]
    beside: dict[Phrase, str]
    distance: dict[str, frozenset[str]]
    """Words for a period that is named by its distance from another, by what they say."""
    before_named: frozenset[str]
    today_is: tuple[str, ...]
    """What a question says before the day on which it is asked."""
    every: frozenset[str]
    """All of them, number words included."""


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The vocabulary, loaded at first use."""
    raw = folder.load(Path(__file__).with_name(_FILE))
    known = lexicon()
    return Vocabulary(
        months=known.months,
        units={**known.units, **raw["units"]},
        weekdays={**known.weekdays, **raw["weekdays"]},
        seasons=raw["seasons"],
        days=_by_phrase(raw["days"]),
        now=_by_phrase(raw["now"]),
        holidays={_phrase(said): (first, last) for said, (first, last) in raw["holidays"].items()},
        moving=_by_phrase(raw["moving"]),
        decades=raw["decades"],
        ordinals={**ordinal_stems(), **raw["ordinals"]},
        ordinal_ends=frozenset(raw["ordinal_ends"]),
        thirds=raw["thirds"],
        ends=raw["ends"],
        passed=frozenset(raw["passed"]),
        few=raw["few"],
        ago=frozenset(raw["ago"]),
        today_is=tuple(sorted(raw["today_is"], key=len, reverse=True)),
        articles=frozenset(raw["articles"]),
        to=frozenset(raw["to"]),
        beside={_phrase(said): kind for kind in ("beside", "against") for said in raw[kind]},
        distance={said: frozenset(words) for said, words in raw["distance"].items()},
        before_named=frozenset(raw["before_named"]),
        every=frozenset([*_all(raw), *known.months, *known.units, *known.weekdays, *number_words().cardinals]),
    )


@lru_cache(maxsize=1)
def period_cues() -> dict[str, tuple[str, ...]]:
    """The words that open, close or count a period, by what they do."""
    cues = folder.load(Path(__file__).with_name("cues.yaml"))
    return {label: tuple(said) for label, said in cues.items()}


def _phrase(said: str) -> Phrase:
    return tuple(said.split())


def _by_phrase(raw: dict[str, Any]) -> dict[Phrase, Any]:
    return {_phrase(said): meant for said, meant in raw.items()}


def _all(raw: dict[str, Any]) -> list[str]:
    known = [said for name, said in raw.items() if name != "distance"]
    return [word for said in known for phrase in said for word in _phrase(phrase)]
