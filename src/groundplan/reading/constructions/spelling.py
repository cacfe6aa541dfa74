"""Slips of the keyboard put right: a word that no dictionary has, and that one name or cue comes near to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from groundplan.language.lexicon import lexicon
from groundplan.language.names import spoken
from groundplan.language.phrases import Labels
from groundplan.language.russian.heading import english_words
from groundplan.language.stems import stem
from groundplan.language.words import Word, split
from groundplan.query.scope import Scope

_SHORTEST, _LONG = 5, 8
"""Letters of a word that may hide one slip, and two."""


def spelled(words: Sequence[Word], scope: Scope, labels: Labels, values: Iterable[str]) -> tuple[Word, ...]:
    """The words, each slip as what it hides."""
    vocabulary = frozenset(_vocabulary(scope, values)) | _cues(tuple(_phrases(labels)))
    return tuple(_spelled(word, vocabulary) for word in words)


def _vocabulary(scope: Scope, values: Iterable[str]) -> Iterable[str]:
    for dataset in scope.datasets:
        yield from spoken(dataset.name).split()
        for field in dataset.fields:
            yield from spoken(field.name).split()
    for value in values:
        yield from spoken(value).split()


def _phrases(labels: Labels) -> Iterable[str]:
    known = lexicon()
    for by_label in labels.values():
        for said in by_label.values():
            yield from said
    yield from (*known.going_on, *known.going_out, *known.coming_in, *known.months, *known.weekdays, *known.units)


@lru_cache(maxsize=4)
def _cues(phrases: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word.lower for phrase in phrases for word in split(phrase) if word.lower.isalpha())


def _spelled(word: Word, vocabulary: frozenset[str]) -> Word:
    said = word.lower
    if len(said) < _SHORTEST or not said.isalpha() or said in vocabulary or said in english_words():
        return word
    if said.removesuffix("s") in vocabulary or said.removesuffix("s") in english_words():
        return word
    meant = _meant(said, vocabulary)
    return replace(word, lower=meant, stem=stem(meant)) if meant else word


@lru_cache(maxsize=4_096)
def _meant(said: str, vocabulary: frozenset[str]) -> str:
    """The one word that is nearest, if no other is as near; people keep the first letter."""
    from rapidfuzz.distance import OSA

    reach = 2 if len(said) >= _LONG else 1
    near = [(OSA.distance(said, one, score_cutoff=reach), one) for one in vocabulary if one[0] == said[0]]
    close = sorted(pair for pair in near if pair[0] <= reach and len(pair[1]) >= _SHORTEST - 1)
    if not close or (len(close) > 1 and close[0][0] == close[1][0] and stem(close[0][1]) != stem(close[1][1])):
        return ""
    return close[0][1]
