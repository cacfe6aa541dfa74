"""Places of a ranking: words say them, and the network, which never saw such words, reads the question without them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from groundplan.language.numbers import ordinal, read_numbers
from groundplan.language.phrases import Phrasebook
from groundplan.language.words import Word, split

_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|-?(?:й|ый|ой|я|ая|е|ое))", re.IGNORECASE)
_LAST_PLACE = 50
_RANKING_WORDS = ("по", "место", "месте")


@dataclass(frozen=True)
class Place:
    """`second highest`: the words, the number, and what is left of the text without it."""

    said: str
    number: int
    rest: str


def said_place(text: str, book: Phrasebook) -> Place | None:
    """`second highest`, `3rd largest`, `второй по выручке`, where one is said."""
    words = split(text)
    for at, word in enumerate(words):
        digits = _ORDINAL.match(text, word.start)
        number = int(digits[1]) if digits else ordinal(word)
        end = digits.end() if digits else word.end
        after = [each for each in words[at + 1 :] if each.start >= end and each.lower != "-"]
        if number and 1 < number <= _LAST_PLACE and ranks(after, book):
            best = after[0].lower not in _RANKING_WORDS  # `второй по выручке` ranks by the ordinal alone
            rest = text[: word.start] + text[after[0].start :] if best else text
            return Place(text[word.start : after[0].end], number, rest)
    return None


def ranks(words: Sequence[Word], book: Phrasebook) -> bool:
    """Whether the words begin with the highest or the lowest of something."""
    if not words:
        return False
    if words[0].lower in _RANKING_WORDS or (words[0].lower.endswith("est") and len(words[0].lower) > 4):
        return True
    read, numbers = read_numbers(words)
    found = book.find(read, frozenset(word.stem for word in read), frozenset(numbers))
    return any(match.slot == "superlative" and match.start == 0 for match in found)
