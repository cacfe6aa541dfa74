"""Examples for the trained reader: tables, questions about them, and the forms that they ask for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from .grammar import load as phrases_of
from .make import Maker

LANGUAGE_WEIGHTS = {"en": 6.0, "ru": 1.0}


def examples(seed: int, count: int, languages: tuple[str, ...] = ("en", "ru")) -> Iterator[dict[str, Any]]:
    """`count` examples, the same for the same seed; a language without phrases or tables is left out."""
    rng = random.Random(seed)
    makers = [Maker(each) for each in languages if phrases_of(each)]
    makers = [each for each in makers if each.domains]
    if not makers:
        raise ValueError(f"no phrases and tables for {', '.join(languages)}")
    weights = [LANGUAGE_WEIGHTS.get(each.lang, 1.0) for each in makers]
    made = 0
    while made < count:
        example = rng.choices(makers, weights)[0].example(rng)
        if example is not None:
            made += 1
            yield example


__all__ = ["examples"]
