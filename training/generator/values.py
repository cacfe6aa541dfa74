"""Sample values of a concrete column: as given, or others of the same kind."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

from .domains import Column
from .grammar import load

SCALES = (0.1, 0.5, 2, 3, 10, 100)
_INITIAL = re.compile(r"^[A-Z]\. \w+$")
_FULL = re.compile(r"^[A-Z][a-z]+ [A-Z][a-z]+$")
_DIGITS = re.compile(r"\d")


def fresh_values(spec: Column, rng: random.Random, lang: str) -> list[Any]:
    """The column's values; now and then new names, other places, other codes, another magnitude."""
    values = list(spec.values)
    if not values or rng.random() > 0.4:
        return values
    if spec.numeric:
        return _scaled(values, rng) if spec.kind == "sum" and rng.random() < 0.6 else values
    if spec.kind == "code":
        return [_DIGITS.sub(lambda _: str(rng.randint(0, 9)), str(each)) for each in values]
    if spec.kind == "name" and all(isinstance(each, str) for each in values):
        return _people(values, rng, lang)
    if spec.kind == "group" and not spec.value_says:
        return _places(spec, values, rng, lang)
    return values


def _scaled(values: list[Any], rng: random.Random) -> list[Any]:
    scale = rng.choice(SCALES)
    if all(isinstance(each, int) for each in values):
        return [max(int(each * scale), 0) for each in values] if scale > 1 else values
    return [round(each * scale, 2) if isinstance(each, int | float) else each for each in values]


def _people(values: list[str], rng: random.Random, lang: str) -> list[Any]:
    """New names where the old ones are names of persons."""
    first, last = _names(lang, "first"), _names(lang, "last")
    if not first or not last:
        return list(values)
    if all(_INITIAL.match(each) for each in values):
        return [f"{rng.choice(first)[0]}. {name}" for name in rng.sample(last, len(values))]
    if all(_FULL.match(each) and each.split()[0] in first for each in values):
        return [f"{rng.choice(first)} {name}" for name in rng.sample(last, len(values))]
    return list(values)


def _places(spec: Column, values: list[Any], rng: random.Random, lang: str) -> list[Any]:
    """Other cities or countries in a column that holds such."""
    for kind in ("city", "country"):
        if kind in spec.says:
            pool = _names(lang, kind)
            if len(pool) >= len(values):
                return rng.sample(pool, len(values))
    return values


@cache
def _names(lang: str, kind: str) -> tuple[str, ...]:
    phrases = load(lang)
    return tuple(phrases.words(f"names.{kind}")) if phrases else ()
