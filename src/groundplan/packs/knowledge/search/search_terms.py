"""Text -> the words it is found by (English stems, Russian lemmas), and the names in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from groundplan.embed.words import terms
from groundplan.language.names import spoken
from groundplan.language.russian import russian

_WORD = re.compile(r"[^\W_]+(?:\+\+|#)?")
_OWNED = re.compile(r"['’]s\b")
_IN_BRACKETS = re.compile(r"\([^)]*\)")
_SMALL = frozenset({"PREP", "CONJ", "PRCL", "NPRO", "INTJ"})
"""Parts of speech that say nothing by themselves: `в`, `и`, `не`, `кто`."""

_CAPITAL = "A-ZÀ-ÖØ-ÞА-ЯЁ"
_NAME = rf"(?:(?:[{_CAPITAL}]\.)+|[{_CAPITAL}][\w'’&-]*)"
_BETWEEN = "(?:of|the|de|la|del|van|von|di)"
_NAMES = re.compile(rf"{_NAME}(?:[^\S\n]+(?:{_BETWEEN}[^\S\n]+){{0,2}}(?:{_NAME}|\d[\w-]*))*")
_OPENS = re.compile(r"(?:^|[.!?:;]|[\"«“(\n•-])\s*$")
LONGEST_NAME = 8
"""Words; a longer run of capitals is a headline."""


def words(text: str) -> list[str]:
    """The words of a text as they are indexed: `Booking the flights` gives `book flight`, `в отделах` gives `отдел`."""
    return [form for word in _WORD.findall(_OWNED.sub("", text)) for form in _forms(word)]


def title_key(title: str) -> str:
    """A title as one name, without what stands in brackets: `Heat (1995 film)` gives `heat`."""
    return "_".join(words(_IN_BRACKETS.sub(" ", title)))


def names(title: str, text: str) -> set[str]:
    """The title and what is written with capitals, each as one word: `american_psychological_association`."""
    return {title_key(title), *_named(text)} - {""}


def _named(text: str) -> Iterator[str]:
    for found in _NAMES.finditer(text):
        parts = words(found.group())
        opens = len(parts) == 1 and _OPENS.search(text[max(0, found.start() - 3) : found.start()])
        if not opens and len(parts) <= LONGEST_NAME:
            yield "_".join(parts)


@lru_cache(maxsize=2**17)  # words come again; a lemma takes 0.1 ms
def _forms(word: str) -> tuple[str, ...]:
    if word[-1] in "+#":
        return (word.lower(),)
    if russian(word):
        return _lemma(word)
    parts = spoken(word).split()
    joined = terms(word.lower())
    return tuple(joined) if len(parts) == 1 else tuple(dict.fromkeys([*joined, *terms(word)]))  # PostgreSQL


def _lemma(word: str) -> tuple[str, ...]:
    from groundplan.language.russian.lemmas import parses  # pymorphy3, only where there are Cyrillic letters

    first = parses(word)[0]
    return () if first.part in _SMALL else (first.lemma,)
