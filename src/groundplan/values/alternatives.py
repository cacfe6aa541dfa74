"""Words of a question -> the words of the values that each may stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from groundplan.language.whole import Whole
from groundplan.values.likeness import (
    SHORT,
    Alike,
    abbreviates,
    kin,
    kin_stem,
    misspelled,
)
from groundplan.values.speech import Speech, cyrillic
from groundplan.values.store import Store
from groundplan.values.words import ASKING

MANY = 40
"""A beginning that more words have is no short form of any, and no stem of kin."""


class Alternatives(NamedTuple):
    """For each word of the question, the words it may stand for, the best first."""

    alike: list[list[Alike]]
    """By itself, its stem, its lemma, its spelling in Latin letters."""
    guessed: list[list[Alike]]
    """By a typing error, a shared stem, a short form."""


def alternatives(
    store: Store, speech: Speech, text: str, words: Sequence[Whole], everyday: Sequence[bool]
) -> Alternatives:
    """What each word may stand for; everyday words only for themselves."""
    alike = _alike(store, speech, words)
    guessed: list[list[Alike]] = [[] for _ in words]
    free = [at for at, word in enumerate(words) if not _asking(word, everyday[at]) and word.fold.isalpha()]
    lost = [at for at in free if not any(one.score == 1 for one in alike[at])]
    _misspellings(store, words, [at for at in lost if not alike[at] and len(words[at].fold) > 4], guessed)
    for at in free:
        fold = words[at].fold
        if at in lost:
            guessed[at] += _kin(store, fold, {one.token for one in (*alike[at], *guessed[at])})
            guessed[at] += _long_forms(store, fold, text.startswith(". ", words[at].end))
        guessed[at] += _short_forms(store, fold)
        guessed[at].sort(key=lambda one: (-one.score, one.token))
    return Alternatives(alike, guessed)


def _asking(word: Whole, everyday: bool) -> bool:
    return everyday or (word.fold in ASKING and not word.text.isupper())


def _alike(store: Store, speech: Speech, words: Sequence[Whole]) -> list[list[Alike]]:
    asked = [(at, form) for at, word in enumerate(words) for form in speech.forms(word.fold)]
    found: list[dict[int, Alike]] = [{} for _ in words]
    for (at, _), tokens in zip(asked, store.alike([form for _, form in asked]), strict=True):
        for token in tokens:
            if token not in found[at]:
                found[at][token] = _how(store.token(token), words[at].fold, token, speech)
    return [sorted(each.values(), key=lambda one: (-one.score, one.token)) for each in found]


def _how(token: str, word: str, place: int, speech: Speech) -> Alike:
    if token == word:
        return Alike(place, "exact", 1.0)
    if cyrillic(token) and cyrillic(word):
        return Alike(place, "lemma", 0.92)
    if speech.key((token,)) == speech.key((word,)):
        return Alike(place, "plural", 0.9)
    return Alike(place, "translit", 0.85)


def _misspellings(store: Store, words: Sequence[Whole], places: Sequence[int], guessed: list[list[Alike]]) -> None:
    for at, found in zip(places, store.close([words[at].fold for at in places]), strict=True):
        guessed[at] += [_misspelling(words[at].fold, store.token(token), token, edits) for token, edits in found]


def _misspelling(word: str, token: str, place: int, edits: int) -> Alike:
    """Two letters away at the end of a long word, it is rather another form."""
    shared = kin(word, token) if edits > 1 else 0.0
    return Alike(place, "lemma", shared) if shared else Alike(place, "fuzzy", misspelled(word, token, edits))


def _kin(store: Store, word: str, known: set[int]) -> list[Alike]:
    if len(word) < 5:
        return []
    start, end = store.prefixed(kin_stem(word))
    if end - start > MANY:
        return []
    scores = ((token, kin(word, store.token(token))) for token in range(start, end) if token not in known)
    return [Alike(token, "lemma", score) for token, score in scores if score]


def _long_forms(store: Store, fold: str, dotted: bool) -> list[Alike]:
    """Words that this one is short for."""
    if len(fold) < SHORT.start:
        return []
    start, end = store.prefixed(fold)
    places = list(range(start, end)) if end - start <= MANY else []
    if len(fold) in SHORT:
        places += store.longer(fold)
    return _scored(places, lambda place: abbreviates(fold, store.token(place), dotted))


def _short_forms(store: Store, fold: str) -> list[Alike]:
    """Words that are short for this one."""
    if len(fold) < 5:
        return []
    return _scored(store.shorter(fold), lambda place: abbreviates(store.token(place), fold))


def _scored(places: Iterable[int], score: Callable[[int], float]) -> list[Alike]:
    found = ((place, score(place)) for place in dict.fromkeys(places))
    return [Alike(place, "abbreviation", good) for place, good in found if good]
