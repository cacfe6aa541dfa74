"""Whether an adjective said alone may stand for a longer name: `английский` for английский язык, `английская` not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from groundplan.language.russian.lemmas import Parse, parses
from groundplan.values.speech import cyrillic

_GENDERS = frozenset(("masc", "femn", "neut"))


def agrees(said: str, token: str, name: Sequence[str], alone: bool) -> bool:
    """False for a lone adjective that is not of the noun it would leave unsaid, and for a noun that only describes.

    `английская` is not английский язык; `Россия` is not министр финансов России.
    """
    if not alone or len(name) < 2:
        return True
    if not (adjectives := _adjectives(said)) or not _adjectives(token):
        return not _describes(token)
    head = next((word for word in name[list(name).index(token) + 1 :] if not _adjectives(word)), None)
    return head is None or not cyrillic(head) or bool(_shapes(adjectives) & _shapes(_nouns(head)))


@lru_cache(maxsize=1 << 14)
def _adjectives(word: str) -> tuple[Parse, ...]:
    return tuple(one for one in parses(word) if one.part == "ADJF") if cyrillic(word) else ()


@lru_cache(maxsize=1 << 14)
def _describes(word: str) -> bool:
    """Whether it is a known noun in another case than the first."""
    first = parses(word)[0] if cyrillic(word) else None
    return bool(first and first.known and first.part == "NOUN" and "nomn" not in first.marks)


@lru_cache(maxsize=1 << 14)
def _nouns(word: str) -> tuple[Parse, ...]:
    return tuple(one for one in parses(word) if one.part == "NOUN" and "nomn" in one.marks)


def _shapes(found: Sequence[Parse]) -> set[str]:
    """The genders of singular parses; `plur` of plural ones."""
    return {"plur" if "plur" in one.marks else next(iter(_GENDERS & one.marks), "masc") for one in found}
