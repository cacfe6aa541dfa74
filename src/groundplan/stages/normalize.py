"""Question -> Question: one line of clean text."""

from __future__ import annotations

import re
import unicodedata

from groundplan.contracts import Question
from groundplan.errors import UsageError

LONGEST = 20_000
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
"""What colours a terminal; the letters of it are no words."""


def normalize(question: Question) -> Question:
    """The question without control characters and runs of whitespace."""
    clean = "".join(_clean(c) for c in _ESCAPE.sub("", question.text))
    text = unicodedata.normalize("NFC", " ".join(clean.split()))
    if not text:
        raise UsageError('the question is empty; ask one: groundplan ask "revenue by region" DATA')
    if len(text) > LONGEST:
        raise UsageError(f"the question has {len(text):,} characters, at most {LONGEST:,} are read; ask it shorter")
    return question.model_copy(update={"text": text})


def _clean(character: str) -> str:
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") else character
