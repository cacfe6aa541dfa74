"""Question, Doubt, what was said next -> the question that is meant, where one of the choices was picked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from groundplan.contracts import Doubt
from groundplan.language.lexicon import lexicon
from groundplan.language.stems import stem
from groundplan.language.words import split
from groundplan.plan.nearest import nearest

_ALIKE = 0.92
"""How alike a misspelt choice must be."""


def replied(question: str, doubt: Doubt, text: str) -> str | None:
    """The question with the choice in it: in place of the words in doubt, or after it; None for another question."""
    choice = picked(text, doubt.choices)
    if choice is None:
        return None
    words = re.search(rf"(?<!\w){re.escape(doubt.said)}(?!\w)", question, re.IGNORECASE) if doubt.said else None
    if words:
        return f"{question[: words.start()]}{choice}{question[words.end() :]}"
    return f"{question.rstrip(' ?.!')}, {doubt.about} is {choice}" if doubt.about else f"{question} ({choice})"


def picked(text: str, choices: Sequence[str]) -> str | None:
    """The choice that is said whole, by its number in the list, by words that no other has, or nearly."""
    plain = _plain(text)
    said = [choice for choice in choices if _plain(choice) == plain]
    if len(said) == 1:
        return said[0]
    if plain.isdigit() and 1 <= int(plain) <= len(choices):
        return choices[int(plain) - 1]
    known = lexicon()
    for small in (known.fillers | known.polite, known.fillers | known.polite | known.idle):
        words = _stems(text) - set(map(stem, small))  # `the net one` says `net`
        having = [choice for choice in choices if words and words <= _stems(choice)]
        if len(having) == 1:
            return having[0]
    return nearest(text, choices, _ALIKE)


def _plain(text: str) -> str:
    return " ".join(word.lower for word in split(text.replace("_", " ")))


def _stems(text: str) -> set[str]:
    return {word.stem for word in split(text.replace("_", " ")) if word.is_word}
