"""Text to words: offsets, lower case, and stems that make inflections equal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from groundplan.language.stems import stem

LONGEST = 4_000
"""Characters of a question that are read; what a person asks stands well before."""

_TOKEN = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?"  # a date, kept whole
    r"|\d+(?:[.,]\d+)*"
    r"|[A-ZА-ЯЁ]+(?![a-zа-яё])|[A-ZА-ЯЁ]?[a-zа-яё]+(?:['’](?:s|t|re|ve|ll|d|m)\b)?"  # camelCase falls apart
    r"|[^\W\d_]+"
    r"|[^\w\s]"
)


@dataclass(frozen=True)
class Word:
    """One word of the question, and where it stands."""

    text: str
    lower: str
    stem: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Letters or digits, not punctuation."""
        return self.lower[0].isalnum()


def clean(text: str) -> str:
    """Control characters become spaces; very long text is cut."""
    return "".join(c if c.isprintable() else " " for c in text[:LONGEST]).strip()


@lru_cache(maxsize=4_096)
def split(text: str) -> tuple[Word, ...]:
    """The words and punctuation marks of a text."""
    return tuple(_word(match) for match in _TOKEN.finditer(text))


def _word(match: re.Match[str]) -> Word:
    text = match.group()
    lower = text.lower().replace("’", "'")
    return Word(text=text, lower=lower, stem=stem(lower), start=match.start(), end=match.end())


def stems(text: str) -> tuple[str, ...]:
    """The stems of a phrase, without punctuation."""
    return tuple(word.stem for word in split(text) if word.is_word)


def language(text: str) -> str:
    """`ru` where a good part of the letters is Cyrillic (column names may not be), else `en`."""
    cyrillic = sum("а" <= c <= "я" or c == "ё" for c in text.lower())
    latin = sum("a" <= c <= "z" for c in text.lower())
    return "ru" if cyrillic and 2 * cyrillic >= latin else "en"
