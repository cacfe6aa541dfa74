"""What is known of words beforehand: fillers, irregular forms, abbreviations, months. Data, read once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from groundplan.plan import folder


@dataclass(frozen=True)
class Lexicon:
    """The words of `lexicon.yaml`, ready for lookup."""

    irregular: dict[str, str]
    fillers: frozenset[str]
    generic: frozenset[str]
    unit_marks: frozenset[str]
    comparing: frozenset[str]
    leaning: frozenset[str]
    clauses: frozenset[str]
    equalling: frozenset[str]
    copula: frozenset[str]
    determining: frozenset[str]
    spanning: frozenset[str]
    graded: frozenset[str]
    denying: frozenset[str]
    growing: frozenset[str]
    rising: frozenset[str]
    falling: frozenset[str]
    averaged: frozenset[str]
    never_added: frozenset[str]
    counted: frozenset[str]
    idle: frozenset[str]
    polite: frozenset[str]
    questioning: frozenset[str]
    objects: frozenset[str]
    measures: frozenset[str]
    plain: frozenset[str]
    short: dict[str, str]
    synonyms: dict[str, frozenset[str]]
    loose: dict[str, frozenset[str]]
    adjectives: dict[str, str]
    answers: tuple[tuple[str, str], ...]
    codes: dict[str, list[str]]
    numbers: dict[str, float]
    ordinals: dict[str, int]
    each: frozenset[str]
    coming: frozenset[str]
    conjoining: frozenset[str]
    parting: frozenset[str]
    listing: frozenset[str]
    magnitudes: dict[str, float]
    months: dict[str, int]
    weekdays: dict[str, int]
    units: dict[str, str]
    suffixes: frozenset[str]
    telling: frozenset[str]
    telling_time: frozenset[str]
    latin: dict[str, str]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon, loaded at first use."""
    raw = folder.load(Path(__file__).with_name("lexicon.yaml"))
    return Lexicon(
        irregular=raw["irregular"],
        fillers=frozenset(raw["fillers"]),
        generic=frozenset(raw["generic"]),
        unit_marks=frozenset(raw["unit_marks"]),
        comparing=frozenset(raw["comparing"]),
        leaning=frozenset(raw["leaning"]),
        clauses=frozenset(raw["clauses"]),
        equalling=frozenset(raw["equalling"]),
        copula=frozenset(raw["copula"]),
        determining=frozenset(raw["determining"]),
        spanning=frozenset(raw["spanning"]),
        graded=frozenset(raw["graded"]),
        denying=frozenset(raw["denying"]),
        growing=frozenset(raw["growing"]),
        rising=frozenset(raw["rising"]),
        falling=frozenset(raw["falling"]),
        averaged=frozenset(raw["averaged"]),
        never_added=frozenset(raw["never_added"]),
        counted=frozenset(raw["counted"]),
        idle=frozenset(raw["idle"]),
        polite=frozenset(raw["polite"]),
        questioning=frozenset(raw["questioning"]),
        objects=frozenset(raw["objects"]),
        measures=frozenset(raw["measures"]),
        plain=frozenset(raw["plain"]),
        short=raw["short"],
        synonyms=_by_word(raw["synonyms"]),
        loose=_by_word(raw["loose"]),
        adjectives=raw["adjectives"],
        answers=tuple((affirming, denying) for affirming, denying in raw["answers"]),
        codes=raw["codes"],
        numbers={str(word): float(value) for word, value in raw["numbers"].items()},
        ordinals={stem: place for place, stems in raw["ordinals"].items() for stem in stems},
        each=frozenset(raw["each"]),
        coming=frozenset(raw["coming"]),
        conjoining=frozenset(raw["conjoining"]),
        parting=frozenset(raw["parting"]),
        listing=frozenset([*raw["conjoining"], *raw["parting"], *raw["listing"]]),
        magnitudes={str(word): float(value) for word, value in raw["magnitudes"].items()},
        months=raw["months"],
        weekdays=raw["weekdays"],
        units=raw["units"],
        suffixes=frozenset(raw["suffixes"]),
        telling=frozenset(raw["telling"]),
        telling_time=frozenset(raw["telling_time"]),
        latin=raw["latin"],
    )


def _by_word(groups: Iterable[Iterable[str]]) -> dict[str, frozenset[str]]:
    """For each word all words of its groups."""
    found: dict[str, set[str]] = {}
    for group in groups:
        for word in group:
            found.setdefault(word, set()).update(group)
    return {word: frozenset(group) for word, group in found.items()}
