"""Text taken apart: identifiers into words, words into terms, a request into its wishes."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

SHORTEST_CLAUSE = 3
"""Words; less says too little to look a tool up by."""


SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+")


class English(NamedTuple):
    """The rules of `english.yaml`."""

    stop_words: frozenset[str]
    suffixes: tuple[tuple[str, str], ...]
    breaks: re.Pattern[str]


def spoken(name: str) -> str:
    """Spell an identifier as words: `getAirQuality` and `get_air_quality` give `get air quality`."""
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", name)
    return re.sub(r"[\W_]+", " ", name).strip().lower()


def terms(text: str) -> list[str]:
    """List the words that carry meaning, cut to their stems: `Booking the flights` gives `book flight`."""
    stop_words = _english().stop_words
    return [_stem(word) for word in spoken(text).split() if word not in stop_words]


def clauses(request: str, most: int = 16) -> list[str]:
    """Split a request into its wishes: its sentences, then their parts.

    `Book a flight to Rome and a room. Then tell Ann about it.` names three tools.
    """
    pieces = [*SENTENCE_END.split(request), *_english().breaks.split(request)]
    parts = (part.strip() for part in pieces)
    long_enough = [part for part in parts if len(part.split()) >= SHORTEST_CLAUSE and part != request]
    return list(dict.fromkeys(long_enough))[:most]


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    for suffix, instead in _english().suffixes:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word.removesuffix(suffix) + instead
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


@cache
def _english() -> English:
    # Needed by searches only; 20 ms that --help does without.
    from groundplan.plan import folder

    data = folder.load(Path(__file__).with_name("english.yaml"))
    connectives = "|".join(map(re.escape, data["connectives"]))
    return English(
        stop_words=frozenset(data["stop_words"].split()),
        suffixes=tuple((suffix, instead) for suffix, instead in data["suffixes"]),
        breaks=re.compile(rf"(?<=[.!?;:])\s+|,?\s+(?:{connectives})\s+|,\s+", re.IGNORECASE),
    )
