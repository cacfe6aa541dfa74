"""Text -> whole words as they are compared: without case, accents and apostrophes; `C++` and `O'Brien` are one."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_WORD = re.compile(
    r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*|['\u2019\u02bc][^\W_]+)*"  # O'Brien, and accents written apart
    r"(?:[+#]+|-(?=[\s,.;:!?)]|$))?"  # C++, A+, A-
)
_APOSTROPHES = str.maketrans("", "", "'\u2019\u02bc")
_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ß": "ss", "ё": "е"}


class Whole(NamedTuple):
    """One word of a text, and where it stands."""

    text: str
    fold: str
    start: int
    end: int


class _Folded(dict[int, str]):
    """A character as it is compared, found once."""

    def __missing__(self, code: int) -> str:
        letter = chr(code).lower()
        if letter in _LETTERS:
            found = _LETTERS[letter]
        elif "Ѐ" <= letter <= "ӿ":  # a breve makes й another letter
            found = letter
        else:
            found = "".join(c for c in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(c))
        self[code] = found
        return found


_FOLDED = _Folded()


def fold(text: str) -> str:
    """Without case, accents and apostrophes: `Zürich` is `zurich`."""
    folded = text.lower() if text.isascii() else text.translate(_FOLDED)
    return folded if folded.isalnum() else folded.translate(_APOSTROPHES) or text


def whole_words(text: str) -> list[Whole]:
    """The words of a text in their order."""
    if text.isascii() and "'" not in text:
        lower = text.lower()
        spans = [match.span() for match in _WORD.finditer(text)]
        return [Whole(text[start:end], lower[start:end], start, end) for start, end in spans]
    return [Whole(found := match.group(), fold(found), match.start(), match.end()) for match in _WORD.finditer(text)]


def without_s(word: Whole) -> Whole:
    """`Yuki` of `Yuki's`, `P1` of `P1s`, `DVD` of `DVDs`; other words as they are."""
    text = word.text
    if text[-2:] in ("'s", "\u2019s", "'S") and len(text) > 2:
        return Whole(text[:-2], fold(text[:-2]), word.start, word.end - 2)
    code = text[:1].isalpha() and (text[-2:-1].isdigit() or (len(text) > 2 and text[:-1].isupper()))
    return Whole(text[:-1], word.fold[:-1], word.start, word.end - 1) if code and text[-1] == "s" else word


def folded(text: str) -> list[str]:
    """The words of a text as they are compared."""
    if not text.isascii():
        return [fold(found) for found in _WORD.findall(text)]
    lower = text.lower()
    if lower.isalnum():
        return [lower]
    parts = lower.split()
    if "".join(parts).isalnum():
        return parts
    found: list[str] = _WORD.findall(lower)
    return [fold(word) for word in found] if "'" in lower else found
