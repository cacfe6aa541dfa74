"""Text taken apart: words into terms, a request into its wishes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from groundplan.language.names import spoken
from groundplan.language.stems import stem

SHORTEST_CLAUSE = 3
"""Words; less says too little to look a tool up by."""


SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+")


class English(NamedTuple):
    """The rules of `english.yaml`."""

    stop_words: frozenset[str]
    breaks: re.Pattern[str]


def terms(text: str) -> list[str]:
    """List the words that carry meaning, cut to their stems: `Booking the flights` gives `book flight`."""
    stop_words = _english().stop_words
    return [stem(word) for word in spoken(text).split() if word not in stop_words]


def clauses(request: str, most: int = 16) -> list[str]:
    """Split a request into its wishes: its sentences, then their parts.

    `Book a flight to Rome and a room. Then tell Ann about it.` names three tools.
    """
    pieces = [*SENTENCE_END.split(request), *_english().breaks.split(request)]
    parts = (part.strip() for part in pieces)
    long_enough = [part for part in parts if len(part.split()) >= SHORTEST_CLAUSE and part != request]
    return list(dict.fromkeys(long_enough))[:most]


@cache
def _english() -> English:
    # Needed by searches only; 20 ms that --help does without.
    from groundplan.plan import folder

    data = folder.load(Path(__file__).with_name("english.yaml"))
    connectives = "|".join(map(re.escape, data["connectives"]))
    return English(
        stop_words=frozenset(data["stop_words"].split()),
        breaks=re.compile(rf"(?<=[.!?;:])\s+|,?\s+(?:{connectives})\s+|,\s+", re.IGNORECASE),
    )
