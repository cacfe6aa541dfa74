"""Number reading: `1.5 million`, `$20`, `five`, `10k` become one word with a value."""

from __future__ import annotations

import re
from collections.abc import Sequence

from groundplan.language.lexicon import lexicon
from groundplan.language.words import Word

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_PRONOUN_BEFORE = frozenset({"each", "every", "this", "that", "which", "any", "the", "no"})
_CURRENCY = frozenset("$€£₽")


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
        values[len(out)] = -value if taken < 0 else value
        out.append(_joined(words[at : at + abs(taken)]))
        at += abs(taken)
    return tuple(out), values


def _sign_before(out: list[Word], at: int, words: Sequence[Word]) -> int:
    """A currency sign belongs to its number."""
    if out and out[-1].lower in _CURRENCY and out[-1].end == words[at].start:
        out.pop()
    return at


def _number_at(words: Sequence[Word], at: int) -> tuple[float | None, int]:
    word = words[at].lower
    if _DIGITS.fullmatch(word):
        return _scaled(_parsed(word), words, at)
    if word in lexicon().numbers and not (word == "one" and at and words[at - 1].lower in _PRONOUN_BEFORE):
        return _scaled(lexicon().numbers[word], words, at)
    return None, 0


def _scaled(value: float, words: Sequence[Word], at: int) -> tuple[float, int]:
    following = words[at + 1] if at + 1 < len(words) else None
    if following is None:
        return value, 1
    touching = following.start == words[at].end
    magnitude = lexicon().magnitudes.get(following.lower)
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
