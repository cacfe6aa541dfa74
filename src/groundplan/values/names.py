"""Part of a name for the whole of it: `curry` for Stephen Curry, while few values share the word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log2

from rapidfuzz.distance import OSA

from groundplan.language.whole import Whole
from groundplan.values.alternatives import Alternatives
from groundplan.values.grade import Grade
from groundplan.values.likeness import Alike, edits, misspelled
from groundplan.values.speech import Speech
from groundplan.values.store import Store
from groundplan.values.words import ASKING

RARE = 24
"""A word that more values share names none of them."""
FEW = 2
"""A number that more values share names none of them."""
FREQUENT = 2_000
"""Two words in a row, of which one is no more frequent than this, are looked up together."""
_LEAST = 0.15


def name_parts(
    store: Store, speech: Speech, words: Sequence[Whole], everyday: Sequence[bool], options: Alternatives
) -> Iterator[tuple[int, Grade]]:
    """Values of several words, of which some are said."""
    if store.longest < 2:
        return
    for at, word in enumerate(words):
        if _telling(word, everyday[at]):
            for one in (*options.alike[at], *(g for g in options.guessed[at] if g.how == "fuzzy")):
                if (shared := store.shared(one.token)) <= (FEW if word.fold.isdigit() else RARE):
                    for number in store.owners(one.token):
                        yield from _named(store, speech, words, everyday, number, at, one, shared)
    yield from _pairs(store, speech, words, everyday, options)


def _telling(word: Whole, everyday: bool) -> bool:
    fold = word.fold
    if fold.isdigit():
        return len(fold) > 2 and not (len(fold) == 4 and fold[:2] in ("19", "20"))  # years are said for their own sake
    mixed = not fold.isalpha() and len(fold) > 1
    return not everyday and (mixed or len(fold) > 2) and fold not in ASKING


def _pairs(
    store: Store, speech: Speech, words: Sequence[Whole], everyday: Sequence[bool], options: Alternatives
) -> Iterator[tuple[int, Grade]]:
    """Two words that are frequent, but not together."""
    said = [alike[0] if alike and alike[0].score == 1 else None for alike in options.alike]
    for at, (one, other) in enumerate(pairwise(said)):
        if not one or not other or everyday[at] or everyday[at + 1] or not _telling(words[at], everyday[at]):
            continue
        least = min(store.shared(one.token), store.shared(other.token))
        if RARE < least <= FREQUENT and len(both := store.both(one.token, other.token)) <= RARE:
            for number in both:
                yield from _named(store, speech, words, everyday, number, at, one, len(both))


def _named(
    store: Store,
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
    if whole := _aligned(words, at - own.index(token), own, joined):
        yield number, whole
    start, end = _widened(words, everyday, at, own)
    said = {token, *(word.fold for word in words[start:end])} & set(own)
    covered = min(1.0, sum(map(len, said)) / len(joined))
    score = max(_LEAST, (0.4 + 0.35 * covered - 0.05 * log2(max(1, shared))) * one.score)
    yield number, Grade("part", round(score, 3), words[start].start, words[end - 1].end)


def _aligned(words: Sequence[Whole], start: int, own: tuple[str, ...], joined: str) -> Grade | None:
    """`New Yrok City`: the words around are the value but for typing errors in words too short to be put right."""
    end = start + len(own)
    if start < 0 or end > len(words):
        return None
    said = "".join([word.fold for word in words[start:end]])
    allowed = edits(min(len(said), len(joined)))
    distance = OSA.distance(said, joined, score_cutoff=allowed)
    if not 0 < distance <= allowed or _digits(said) != _digits(joined):
        return None
    return Grade("fuzzy", misspelled(said, joined, distance), words[start].start, words[end - 1].end)


def _digits(text: str) -> str:
    return "" if text.isalpha() else "".join(filter(str.isdigit, text))


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
