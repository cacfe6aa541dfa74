"""Stretches with words put right: `New Yrok City`, `points of sale`, `Eng Dept`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from groundplan.language.whole import Whole
from groundplan.values.alternatives import Alternatives
from groundplan.values.grade import Grade
from groundplan.values.likeness import Alike
from groundplan.values.match import How
from groundplan.values.speech import Speech
from groundplan.values.store import Store

CHOICES = 3
"""Words tried for one word of a stretch."""
ALONE = 8
"""Words tried for a word that is a value by itself."""
LONGEST = 6
"""Words of a stretch in which some are put right."""


class Swap(NamedTuple):
    """A stretch as it should have been written."""

    start: int
    end: int
    tokens: tuple[str, ...]
    how: How
    score: float


def swapped(store: Store, speech: Speech, words: Sequence[Whole], options: Alternatives) -> Iterator[tuple[int, Grade]]:
    """Values that are a stretch put right."""
    swaps = list(_alone(store, options))
    if store.longest > 1:
        swaps += _together(store, words, options)
    keys = [speech.key(swap.tokens) for swap in swaps]
    for swap, numbers in zip(swaps, store.whole(keys), strict=True):
        for number in numbers:
            if speech.parts(store.value(number)[2]).joined == "".join(swap.tokens):
                yield number, Grade(swap.how, swap.score, words[swap.start].start, words[swap.end - 1].end)


def _alone(store: Store, options: Alternatives) -> Iterator[Swap]:
    for at, guessed in enumerate(options.guessed):
        for one in guessed[:ALONE]:
            yield Swap(at, at + 1, (store.token(one.token),), one.how, one.score)


def _together(store: Store, words: Sequence[Whole], options: Alternatives) -> Iterator[Swap]:
    choices = [
        (alike[:CHOICES] + guessed)[:CHOICES] for alike, guessed in zip(options.alike, options.guessed, strict=True)
    ]
    reach = min(LONGEST, store.longest)
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + reach) + 1):
            if not choices[end - 1]:
                break
            if end > start + 1:
                for chosen in _chosen(choices[start:end]):
                    yield _swap(store, words, start, chosen)


def _chosen(choices: Sequence[Sequence[Alike]]) -> Iterator[list[Alike]]:
    """The best for every word, if one of them is a swap; then each of the others in turn."""
    best = [each[0] for each in choices]
    if any(one.score < 1 for one in best):
        yield best
    for at, each in enumerate(choices):
        for other in each[1:]:
            yield [*best[:at], other, *best[at + 1 :]]


def _swap(store: Store, words: Sequence[Whole], start: int, chosen: list[Alike]) -> Swap:
    sizes = [len(words[start + at].fold) for at in range(len(chosen))]
    score = sum(size * one.score for size, one in zip(sizes, chosen, strict=True)) / sum(sizes)
    how = min(chosen, key=lambda one: one.score).how
    return Swap(start, start + len(chosen), tuple(store.token(one.token) for one in chosen), how, round(score, 3))
