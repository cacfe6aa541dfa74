"""Which encoding of the time before UTF-8 a text is in: the one in which its words look like words."""

from __future__ import annotations

import re
from itertools import pairwise
from unicodedata import category

ENCODINGS = ("cp1252", "cp1250", "cp1251", "koi8-r", "cp866")
"""Of Western and Central Europe, and of Russian; the first of those that do equally well."""
LOOKED = 2_000
"""Words with letters beyond ASCII that are looked at."""
FEW = 3
SPOILT = 10
"""So many letters of UTF-8 for each byte that is none."""
_WORD = re.compile(rb"[\w\x80-\xff]*[\x80-\xff][\w\x80-\xff]*")
_PLAIN = frozenset("°µ²³")
"""Signs that stand beside letters in any text."""


def old_encoding(data: bytes) -> str | None:
    """The likeliest, of the words that hold more than ASCII; none if they look like words in no encoding.

    UTF-8 where only a few bytes are no letters of it.
    """
    said = data.decode("utf-8", "replace")
    spoilt = said.count("\ufffd")
    if SPOILT * spoilt <= sum(not letter.isascii() for letter in said) - spoilt:
        return "utf-8"
    words = [found.group() for found, _ in zip(_WORD.finditer(data), range(LOOKED), strict=False)]
    faults = {encoding: _faults(words, encoding) for encoding in ENCODINGS}
    best = min(ENCODINGS, key=lambda encoding: faults[encoding])
    return None if len(words) > FEW and faults[best] >= len(words) / 2 else best


def _faults(words: list[bytes], encoding: str) -> int:
    return sum(_strange(word.decode(encoding, "replace")) for word in words)


def _strange(word: str) -> int:
    """Signs before letters, capitals within a word, letters of two scripts, and none but accented letters."""
    found = sum(_sign(one) and other.isalpha() for one, other in pairwise(word))
    found += sum(one.islower() and other.isupper() and not (one + other).isascii() for one, other in pairwise(word))
    found += sum(
        one.isalpha() and other.isalpha() and _cyrillic(one) != _cyrillic(other) for one, other in pairwise(word)
    )
    found += sum(one in "\ufffdЂЃѓЉЊЌЋЏђљњќћџЎўЈҐЄЇІіґєјЅѕї" for one in word)
    accented = [one > "\x7f" and one.isalpha() and not _cyrillic(one) for one in word]
    return found + sum(a and b and c for a, b, c in zip(accented, accented[1:], accented[2:], strict=False))


def _sign(letter: str) -> bool:
    return letter not in _PLAIN and category(letter) in ("Sc", "Sm", "So", "Sk", "No", "Cc", "Cf")


def _cyrillic(letter: str) -> bool:
    return "\u0400" <= letter <= "\u04ff"
