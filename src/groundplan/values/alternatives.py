"""Words of a question -> the words of the values that each may stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from groundplan.language.whole import Whole
from groundplan.values.arrays import ArrayStore
from groundplan.values.deletions import spelled
from groundplan.values.match import How
from groundplan.values.speech import Speech, cyrillic
from groundplan.values.words import ASKING


class Alike(NamedTuple):
    """A word of the values that a word of the question may stand for."""

    token: int
    how: How
    score: float


class Alternatives(NamedTuple):
    """For each word of the question, the words it may stand for, the best first."""

    alike: list[list[Alike]]
    """By itself, its stem, its lemma, its spelling in Latin letters."""
    guessed: list[list[Alike]]
    """By a typing error, where it is like none."""


def alternatives(
    store: ArrayStore, speech: Speech, words: Sequence[Whole], everyday: Sequence[bool]
) -> Alternatives:  # fmt: skip
    """What each word may stand for; everyday words only for themselves."""
    alike = _alike(store, speech, words)
    guessed: list[list[Alike]] = [[] for _ in words]
    free = (at for at, word in enumerate(words) if not _asking(word, everyday[at]) and spelled(word.fold))
    lost = [at for at in free if not alike[at]]
    for at, found in zip(lost, store.close([words[at].fold for at in lost]), strict=True):
        near = [Alike(token, "fuzzy", _misspelled(words[at].fold, store.token(token), edits)) for token, edits in found]
        guessed[at] = sorted(near, key=_best)
    return Alternatives(alike, guessed)


def _asking(word: Whole, everyday: bool) -> bool:
    return everyday or (word.fold in ASKING and not word.text.isupper())


def _alike(store: ArrayStore, speech: Speech, words: Sequence[Whole]) -> list[list[Alike]]:
    asked = [(at, form) for at, word in enumerate(words) for form in speech.forms(word.fold)]
    found: list[dict[int, Alike]] = [{} for _ in words]
    for (at, _), tokens in zip(asked, store.alike([form for _, form in asked]), strict=True):
        for token in tokens:
            if token not in found[at]:
                found[at][token] = _how(store.token(token), words[at].fold, token, speech)
    return [sorted(each.values(), key=_best) for each in found]


def _how(token: str, word: str, place: int, speech: Speech) -> Alike:
    if token == word:
        return Alike(place, "exact", 1.0)
    if cyrillic(token) and cyrillic(word):
        return Alike(place, "lemma", 0.92)
    if speech.key((token,)) == speech.key((word,)):
        return Alike(place, "plural", 0.9)
    return Alike(place, "translit", 0.85)


def _misspelled(word: str, token: str, distance: int) -> float:
    """The score of a misspelling; the first letter is seldom wrong."""
    return round(0.9 - distance / min(len(word), len(token)) - (0.1 if word[0] != token[0] else 0), 3)


def _best(one: Alike) -> tuple[float, int]:
    return -one.score, one.token
