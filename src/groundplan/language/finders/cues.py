"""Words of negation, comparison, order, quantity and figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from groundplan.contracts.span import SpanKind
from groundplan.language.finders.asked import Asked, Found
from groundplan.language.phrases import Match, Phrasebook, phrasebook
from groundplan.language.russian.heading import english_words
from groundplan.language.russian.lemmas import Reading, readings
from groundplan.language.russian.spelling import corrected
from groundplan.language.words import Word, split
from groundplan.plan import folder

_CYRILLIC = re.compile("[а-яё]")
_NOT = re.compile(r"\w+n't")
_THAN = frozenset({"than", "then", "чем"})
_MORE = frozenset({"more", "less"})
_SHORTEST_TYPO = 6


@cache
def known() -> dict[str, Any]:
    """The words, read once."""
    return dict(folder.load(Path(__file__).parent.with_name("cues.yaml")))


def cues(asked: Asked) -> Iterable[Found]:
    """Every cue; a count beside words of order is part of them."""
    words = tuple(_spelled(word) for word in asked.words)
    found = [*_listed(asked, words), *_compared(asked), *_by_form(asked)]
    orders = [each for each in found if each.kind == "order"]
    yield from found
    yield from _joined(asked, orders)


def _listed(asked: Asked, words: tuple[Word, ...]) -> Iterable[Found]:
    stems = frozenset(word.stem for word in words)  # slips are mended above, so that no word is taken for another here
    for match in _book().find(words, stems, frozenset(asked.values)):
        start, end = match.start, match.end
        if match.number is not None:
            start, end = start + (match.number == start), end - (match.number == end - 1)
        yield Found(start, end, _kind(match))


def _kind(match: Match) -> SpanKind:
    kind: SpanKind = match.label  # type: ignore[assignment]
    return kind


@cache
def _book() -> Phrasebook:
    return phrasebook({slot: {k: tuple(v) for k, v in known()[slot].items()} for slot in ("any_form", "as_written")})


def _compared(asked: Asked) -> Iterable[Found]:
    """`cheaper than`, `more expensive than`."""
    for at, word in enumerate(asked.words):
        if word.lower not in _THAN or not at:
            continue
        if asked.lower(at - 2) in _MORE:
            yield Found(at - 2, at + 1, "comparison")
        elif asked.lower(at - 1).endswith("er") or asked.lower(at - 1) in _MORE or _degree(asked.lower(at - 1), "COMP"):
            yield Found(at - 1, at + 1, "comparison")


def _by_form(asked: Asked) -> Iterable[Found]:
    """Words whose form says what they are: `wasn't`, `cheapest`, `дороже`, `не дальше`, `высочайший`."""
    for at, word in enumerate(asked.words):
        if _NOT.fullmatch(word.lower):
            yield Found(at, at + 1, "negation")
        elif _superlative(word.lower) or _degree(word.lower, "Supr"):
            yield Found(at, at + 1, "order")
        elif _degree(word.lower, "COMP"):
            best = asked.lower(at + 1) in ("всего", "всех")
            yield Found(at, at + 1 + best, "order" if best else "comparison")
            if asked.lower(at - 1) == "не":
                yield Found(at - 1, at + 1, "comparison")


def _superlative(word: str) -> bool:
    return word.endswith("est") and len(word) > len("best") + 1 and word not in known()["not_superlative"]


def _degree(word: str, mark: str) -> bool:
    if not _CYRILLIC.match(word):
        return False
    first: Reading = readings(word)[0]
    return mark in (first.part, *first.marks)


def _joined(asked: Asked, orders: Sequence[Found]) -> Iterable[Found]:
    """`top 5`, `5 cheapest`, `second highest`, `slowest first`."""
    covered = {at for each in orders for at in range(each.start, each.end)}
    counts = {at for at in asked.values if at - 1 in covered or at + 1 in covered}
    at = 0
    while at < len(asked.words):
        end = at
        while end in covered or end in counts:
            end += 1
        if end - at > 1:
            yield Found(at, end, "order")
        at = end + 1


def _spelled(word: Word) -> Word:
    """The word, or the cue that a slip of the keyboard hides."""
    meant = _meant(word.lower)
    return split(meant)[0] if meant else word


@lru_cache(maxsize=4_096)
def _meant(word: str) -> str:
    if len(word) < _SHORTEST_TYPO or not word.isalpha():
        return ""
    if _CYRILLIC.match(word):
        said = corrected(word)
        return said if said in _single_words() else ""
    if word in english_words() or word in _single_words():
        return ""
    return min((cue for cue in _single_words() if _slip(word, cue)), default="")


def _slip(word: str, cue: str) -> bool:
    """One slip inside a word: people keep its first and its last letter."""
    from rapidfuzz.distance import OSA  # only words that are no words need it

    alike = (word[0], word[-1]) == (cue[0], cue[-1]) and len(cue) >= _SHORTEST_TYPO
    return alike and OSA.distance(word, cue, score_cutoff=1) <= 1


@cache
def _single_words() -> frozenset[str]:
    """The cues of one word."""
    slots = (known()["any_form"], known()["as_written"])
    return frozenset(said for slot in slots for phrases in slot.values() for said in phrases if said.isalpha())
