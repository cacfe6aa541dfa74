"""Draft -> question, and which words of it say what."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from .forms import Draft
from .grammar import Phrases, Unsayable
from .say_filters import MANY, said_words
from .sentence import Sentence
from .slots import HAVING, LIMIT
from .spans import keys, take_out, tidy
from .tables import Table

ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class Question:
    """A question with marks still in it."""

    text: str

    def said(self, draft: Draft, text: str) -> tuple[str, dict[str, Any]]:
        """The plain question, and the words that say filter values, limit and having."""
        plain, found = take_out(text)
        told = {
            "filters": said_words(draft.filters, found),
            "limit": found.get(LIMIT),
            "having": found.get(HAVING),
        }
        return plain, told


def say(draft: Draft, table: Table, rng: random.Random, phrases: Phrases) -> Question | None:
    """The draft in words; None when no wording fits."""
    for _ in range(ATTEMPTS):
        try:
            text = tidy(Sentence(draft, table, rng, phrases).text())
        except Unsayable:
            continue
        told = [key // MANY for key in keys(text) if key % MANY == 0 and key < LIMIT]
        if sorted(told) == list(range(len(draft.filters))) or draft.extra.get("partial"):
            return Question(text)
    return None
