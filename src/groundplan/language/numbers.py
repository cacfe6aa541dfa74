"""Number words, and reading them: `1.5 million`, `$20`, `five`, `10k` become one word with a value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from groundplan.language.stems import stem
from groundplan.language.words import Word
from groundplan.plan import folder

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_FIRST_GROUP = re.compile(r"[1-9]\d{0,2}")
_GROUP = re.compile(r"\d{3}(?:[.,]\d{1,2})?")
_PRONOUN_BEFORE = frozenset({"each", "every", "this", "that", "which", "any", "the", "no"})
CURRENCY = frozenset("$€£₽")


@dataclass(frozen=True)
class NumberWords:
    """The words of `numbers.yaml`."""

    cardinals: Mapping[str, float]
    collective: Mapping[str, float]
    scales: Mapping[str, float]
    offhand: Mapping[str, float]
    alone: Mapping[str, float]
    ordinals: Mapping[str, int]
    fractions: Sequence[str]


@lru_cache(maxsize=1)
def number_words() -> NumberWords:
    """The table, loaded at first use."""
    raw = folder.load(Path(__file__).with_name("numbers.yaml"))
    ordinals = {word: place for place, words in raw["ordinals"].items() for word in words}
    return NumberWords(**{**raw, "ordinals": ordinals})


@lru_cache(maxsize=1)
def ordinal_stems() -> Mapping[str, int]:
    """Which place a stem says: that of `second` and `второго` is 2."""
    return {stem(word): place for word, place in number_words().ordinals.items()}


def ordinal(word: Word) -> int | None:
    """The place that a word says."""
    return None if word.lower in number_words().fractions else ordinal_stems().get(word.stem)


def read_numbers(words: Sequence[Word]) -> tuple[tuple[Word, ...], dict[int, float]]:
    """The words with each number as one word, and the values by place."""
    out: list[Word] = []
    values: dict[int, float] = {}
    at = 0
    while at < len(words):
        value, taken = _number_at(words, at)
        if value is None:
            out.append(words[at])
            at += 1
            continue
        at = _sign_before(out, at, words)
        values[len(out)] = value
        out.append(_joined(words[at : at + taken]))
        at += taken
    return tuple(out), values


def _sign_before(out: list[Word], at: int, words: Sequence[Word]) -> int:
    """A currency sign belongs to its number."""
    if out and out[-1].lower in CURRENCY and out[-1].end == words[at].start:
        out.pop()
    return at


def _number_at(words: Sequence[Word], at: int) -> tuple[float | None, int]:
    word = words[at].lower
    if groups := _groups(words, at):
        whole, taken = _scaled(_parsed("".join(group.lower for group in groups)), words, at + len(groups) - 1)
        return whole, taken + len(groups) - 1
    if _DIGITS.fullmatch(word):
        return _scaled(_parsed(word), words, at)
    value = cardinal(word)
    if value is None or (word == "one" and at and words[at - 1].lower in _PRONOUN_BEFORE):
        return None, 0
    return _scaled(value, words, at)


def cardinal(word: str) -> float | None:
    """What a word of a question counts by itself: `seven`, `dozen`."""
    known = number_words()
    return known.cardinals.get(word, known.alone.get(word))


def _groups(words: Sequence[Word], at: int) -> Sequence[Word]:
    """`10 000`: groups of three digits behind one space each; a year and a number are none."""
    end = at + 1
    while end < len(words) and _GROUP.fullmatch(words[end].lower) and words[end].start == words[end - 1].end + 1:
        end += 1
    return words[at:end] if end > at + 1 and _FIRST_GROUP.fullmatch(words[at].lower) else ()


def _scaled(value: float, words: Sequence[Word], at: int) -> tuple[float, int]:
    following = words[at + 1] if at + 1 < len(words) else None
    if following is None:
        return value, 1
    touching = following.start == words[at].end
    known = number_words()
    magnitude = known.scales.get(following.lower, known.offhand.get(following.lower))
    if magnitude and (touching or len(following.lower) > 1):
        return value * magnitude, 2
    return (value, 2) if following.lower == "%" else (value, 1)


def _parsed(text: str) -> float:
    if _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    return float(text.replace(",", ".")) if text.count(",") + text.count(".") <= 1 else float(re.sub(r"[.,]", "", text))


def _joined(words: Sequence[Word]) -> Word:
    text = " ".join(word.text for word in words)
    return Word(text=text, lower=text.lower(), stem=text.lower(), start=words[0].start, end=words[-1].end)


def plain(value: float) -> int | float:
    """`120.0` as 120."""
    return int(value) if value == int(value) else value
