"""Text -> words as they are compared: without case, accents and apostrophes; their stems; everyday words."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

_WORD = re.compile(
    r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*|['\u2019\u02bc][^\W_]+)*"  # O'Brien, and accents written apart
    r"(?:[+#]+|-(?=[\s,.;:!?)]|$))?"  # C++, A+, A-
)
_APOSTROPHES = str.maketrans("", "", "'\u2019\u02bc")
_VOWELS = frozenset("aeiouy")
_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ß": "ss", "ё": "е"}

_LISTS: dict[str, list[str]] = json.loads(Path(__file__).with_name("everyday.json").read_text("utf-8"))
COMMON = frozenset(" ".join(_LISTS["common"]).split())
"""Function words: alone they are a value only where they are written as it stands."""
ASKING = COMMON | frozenset(" ".join(_LISTS["asking"]).split())
"""Words of the question itself: no misspelling, no part and no short form of a value."""


class Word(NamedTuple):
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


def words(text: str) -> list[Word]:
    """The words of a text in their order."""
    if text.isascii() and "'" not in text:
        lower = text.lower()
        spans = [match.span() for match in _WORD.finditer(text)]
        return [Word(text[start:end], lower[start:end], start, end) for start, end in spans]
    return [Word(found := match.group(), fold(found), match.start(), match.end()) for match in _WORD.finditer(text)]


def without_s(word: Word) -> Word:
    """`Yuki` of `Yuki's`, `P1` of `P1s`, `DVD` of `DVDs`; other words as they are."""
    text = word.text
    if text[-2:] in ("'s", "\u2019s", "'S") and len(text) > 2:
        return Word(text[:-2], fold(text[:-2]), word.start, word.end - 2)
    code = text[:1].isalpha() and (text[-2:-1].isdigit() or (len(text) > 2 and text[:-1].isupper()))
    return Word(text[:-1], word.fold[:-1], word.start, word.end - 1) if code and text[-1] == "s" else word


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


def stem(word: str) -> str:
    """The word without `s`, `es`, `ed`, `ing` and what they change: `companies` and `company` give the same."""
    if len(word) < 4 or word[-1] not in _ENDS or not word.isascii():
        return word
    if word.endswith("s"):
        word = word[:-1] if word[-2] not in "sui" else word
    elif word.endswith("ed") or word.endswith("ing"):
        cut = word[: -2 if word[-1] == "d" else -3]
        word = cut if len(cut) > 2 and not _VOWELS.isdisjoint(cut) else word
    if len(word) < 4:
        return word
    if word[-1] == "e":
        word = word[:-1]
    if word[-1] == word[-2] and word[-1] not in _VOWELS:
        return word[:-1]
    return word[:-1] + "i" if word[-1] == "y" else word


_ENDS = frozenset("sdgeybcfklmnprtvz")
"""Last letters that a stem may lose or change."""


def everyday(word: Word, shouted: bool) -> bool:
    """Whether it is a function word; `US` in a question that is not all capitals is none."""
    return word.fold in COMMON and (shouted or len(word.text) < 2 or not word.text.isupper())
