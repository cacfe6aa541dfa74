"""Words of negation, comparison, order, quantity and figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from groundplan.contracts.span import SpanKind
from groundplan.language.calendar.text import YEARS
from groundplan.language.finders.asked import Asked, Found
from groundplan.language.phrases import Match, Phrasebook
from groundplan.language.russian.heading import english_words
from groundplan.language.russian.lemmas import parses
from groundplan.language.russian.spelling import corrected
from groundplan.language.stems import stem
from groundplan.language.words import Word
from groundplan.plan import folder

_CYRILLIC = re.compile("[а-яё]")
_NOT = re.compile(r"\w+n't")
_THAN = frozenset({"than", "then", "чем"})
_MORE = frozenset({"more", "less"})
_BENT = frozenset({"NOUN", "ADJF", "ADJS", "VERB", "INFN", "PRTF", "PRTS", "NUMR"})
"""Parts of speech whose dictionary form means the same: `больше` is no form of `большой`."""
_OF_ALL = frozenset({"всего", "всех"})
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
    book = _book(russian=bool(_CYRILLIC.search(asked.question.lower())))
    for match in book.find(words, stems, frozenset(asked.values)):
        start, end = match.start, match.end
        if match.number is not None:
            start, end = start + (match.number == start), end - (match.number == end - 1)
        yield Found(start, end, _kind(match))


def _kind(match: Match) -> SpanKind:
    kind: SpanKind = match.label  # type: ignore[assignment]
    return kind


@cache
def _book(russian: bool) -> Phrasebook:
    """The phrases; Russian ones only for Russian questions, for their forms come from a large dictionary."""
    any_form = {kind: tuple(map(_plain, _said(phrases, russian))) for kind, phrases in known()["any_form"].items()}
    as_written = {kind: _said(phrases, russian) for kind, phrases in known()["as_written"].items()}
    return Phrasebook({"any_form": any_form, "as_written": as_written})


def _said(phrases: Iterable[str], russian: bool) -> tuple[str, ...]:
    return tuple(said for said in phrases if russian or not _CYRILLIC.search(said))


def _plain(phrase: str) -> str:
    """A phrase with its Russian words in their dictionary form, from which their stems are taken."""
    return " ".join(_first_form(word) for word in phrase.split())


def _first_form(word: str) -> str:
    if not _CYRILLIC.match(word):
        return word
    first = parses(word)[0]
    return first.lemma if first.part in _BENT and not first.marks & {"Supr", "Apro"} else word


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
        elif asked.lower(at + 1) in _OF_ALL and _degree(word.lower, "COMP", surely=False):
            yield Found(at, at + 2, "order")
        elif _degree(word.lower, "COMP"):
            yield Found(at, at + 1, "comparison")
            if asked.lower(at - 1) == "не":
                yield Found(at - 1, at + 1, "comparison")


def _superlative(word: str) -> bool:
    return word.endswith("est") and len(word) > len("best") + 1 and word not in known()["not_superlative"]


def _degree(word: str, mark: str, surely: bool = True) -> bool:
    """Whether a Russian word is of a degree: by its likeliest reading, or by any."""
    if not _CYRILLIC.match(word):
        return False
    found = parses(word)[:1] if surely else parses(word)
    return any(mark in (reading.part, *reading.marks) for reading in found)


def _joined(asked: Asked, orders: Sequence[Found]) -> Iterable[Found]:
    """`top 5`, `5 cheapest`, `second highest`, `slowest first`."""
    covered = {at for each in orders for at in range(each.start, each.end)}
    beside = covered | {at + 1 for at in covered if _hyphen(asked, at + 1)}
    counts = {
        at for at, value in asked.values.items() if value not in YEARS and (at - 1 in beside or at + 1 in covered)
    }
    at = 0
    while at < len(asked.words):
        end = at
        while end in covered or end in counts or (end > at and end + 1 in counts and _hyphen(asked, end)):
            end += 1
        if end - at > 1:
            yield Found(at, end, "order")
        at = end + 1


def _hyphen(asked: Asked, at: int) -> bool:
    """`top-10`."""
    return asked.lower(at) == "-" and asked.touching(at - 1) and asked.touching(at)


def _spelled(word: Word) -> Word:
    """The word, or the cue that a slip of the keyboard hides."""
    meant = _meant(word.lower) or word.lower
    if meant == (form := _first_form(meant)) == word.lower:
        return word
    return replace(word, lower=meant, stem=stem(form))


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
