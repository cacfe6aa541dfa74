"""A word for another: `acessories` for Accessories; `curry` for Stephen Curry, while few values share the word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2

from groundplan.language.whole import Whole
from groundplan.values.alternatives import Alike, Alternatives
from groundplan.values.arrays import ArrayStore
from groundplan.values.grade import Grade
from groundplan.values.speech import Speech
from groundplan.values.words import ASKING

RARE = 24
"""A word that more values share names none of them."""
FEW = 2
"""A number that more values share names none of them."""
ALONE = 8
"""Words tried for a word that is a value by itself."""
_LEAST = 0.15


def put_right(
    store: ArrayStore, speech: Speech, words: Sequence[Whole], options: Alternatives
) -> Iterator[tuple[int, Grade]]:
    """Values of one word that is not written as they are."""
    tried = [(word, one) for word, guessed in zip(words, options.guessed, strict=True) for one in guessed[:ALONE]]
    tokens = [store.token(one.token) for _, one in tried]
    found = store.whole([speech.key((token,)) for token in tokens])
    for (word, one), token, numbers in zip(tried, tokens, found, strict=True):
        for number in numbers:
            if speech.parts(store.value(number)[2]).joined == token:
                yield number, Grade(one.how, one.score, word.start, word.end)


def name_parts(
    store: ArrayStore, speech: Speech, words: Sequence[Whole], everyday: Sequence[bool], options: Alternatives
) -> Iterator[tuple[int, Grade]]:
    """Values of several words, of which some are said."""
    if store.longest < 2:
        return
    for at, word in enumerate(words):
        if _telling(word, everyday[at]):
            for one in (*options.alike[at], *options.guessed[at]):
                if (shared := store.shared(one.token)) <= (FEW if word.fold.isdigit() else RARE):
                    for number in store.owners(one.token):
                        yield from _named(store, speech, words, everyday, number, at, one, shared)


def _telling(word: Whole, everyday: bool) -> bool:
    fold = word.fold
    if fold.isdigit():
        return len(fold) > 2 and not (len(fold) == 4 and fold[:2] in ("19", "20"))  # years are said for their own sake
    mixed = not fold.isalpha() and len(fold) > 1
    return not everyday and (mixed or len(fold) > 2) and fold not in ASKING


def _named(
    store: ArrayStore,
    speech: Speech,
    words: Sequence[Whole],
    everyday: Sequence[bool],
    number: int,
    at: int,
    one: Alike,
    shared: int,
) -> Iterator[tuple[int, Grade]]:
    own, joined, *_ = speech.parts(store.value(number)[2])
    if len(own) < 2:
        return
    token = store.token(one.token)
    start, end = _widened(words, everyday, at, own)
    said = {token, *(word.fold for word in words[start:end])} & set(own)
    covered = min(1.0, sum(map(len, said)) / len(joined))
    score = max(_LEAST, (0.4 + 0.35 * covered - 0.05 * log2(max(1, shared))) * one.score)
    yield number, Grade("part", round(score, 3), words[start].start, words[end - 1].end)


def _widened(words: Sequence[Whole], everyday: Sequence[bool], at: int, own: tuple[str, ...]) -> tuple[int, int]:
    """The words around that belong to the value too; no everyday word at either end."""
    start = end = at
    while start > 0 and words[start - 1].fold in own:
        start -= 1
    while end + 1 < len(words) and words[end + 1].fold in own:
        end += 1
    while everyday[start] and start < at:
        start += 1
    while everyday[end] and end > at:
        end -= 1
    return start, end + 1
