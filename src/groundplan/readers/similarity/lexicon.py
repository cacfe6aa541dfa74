"""What is known of words beforehand: fillers, irregular forms, abbreviations, months. Data, read once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import yaml


@dataclass(frozen=True)
class Lexicon:
    """The words of `lexicon.yaml`, ready for lookup."""

    irregular: dict[str, str]
    fillers: frozenset[str]
    generic: frozenset[str]
    averaged: frozenset[str]
    counted: frozenset[str]
    idle: frozenset[str]
    polite: frozenset[str]
    objects: frozenset[str]
    measures: frozenset[str]
    plain: frozenset[str]
    short: dict[str, str]
    synonyms: dict[str, frozenset[str]]
    adjectives: dict[str, str]
    codes: dict[str, list[str]]
    numbers: dict[str, float]
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
    raw = yaml.safe_load(files(__package__).joinpath("lexicon.yaml").read_text(encoding="utf-8"))
    synonyms: dict[str, set[str]] = {}
    for group in raw["synonyms"]:
        for word in group:
            synonyms.setdefault(word, set()).update(group)
    return Lexicon(
        irregular=raw["irregular"],
        fillers=frozenset(raw["fillers"]),
        generic=frozenset(raw["generic"]),
        averaged=frozenset(raw["averaged"]),
        counted=frozenset(raw["counted"]),
        idle=frozenset(raw["idle"]),
        polite=frozenset(raw["polite"]),
        objects=frozenset(raw["objects"]),
        measures=frozenset(raw["measures"]),
        plain=frozenset(raw["plain"]),
        short=raw["short"],
        synonyms={word: frozenset(group) for word, group in synonyms.items()},
        adjectives=raw["adjectives"],
        codes=raw["codes"],
        numbers={str(word): float(value) for word, value in raw["numbers"].items()},
        magnitudes={str(word): float(value) for word, value in raw["magnitudes"].items()},
        months=raw["months"],
        weekdays=raw["weekdays"],
        units=raw["units"],
        suffixes=frozenset(raw["suffixes"]),
        telling=frozenset(raw["telling"]),
        telling_time=frozenset(raw["telling_time"]),
        latin=raw["latin"],
    )
