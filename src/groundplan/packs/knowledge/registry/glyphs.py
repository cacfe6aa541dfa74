"""Words that mix letters of two alphabets which look alike -> the same words in one alphabet, letter by letter."""

from __future__ import annotations

import re

_LATIN = "aceopxyABCEHKMOPTXYi"
_CYRILLIC = "асеорхуАВСЕНКМОРТХУі"
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)
_TO_CYRILLIC = str.maketrans(_LATIN, _CYRILLIC)
_WORD = re.compile(r"[^\W\d_]+(?=[+#])|[^\W_]+")
_LETTER = re.compile(r"[^\W\d_]")


def untangled(text: str) -> str:
    """The text with every such word in one alphabet, each letter in its place: `Kafkа` with a Cyrillic а, `С++`."""
    return _WORD.sub(lambda found: _one(found.group(), text[found.end() : found.end() + 1]), text)


def _one(word: str, behind: str) -> str:
    letters = _LETTER.findall(word)
    latin = [letter for letter in letters if letter.isascii()]
    other = [letter for letter in letters if not letter.isascii()]
    marked = behind in ("+", "#") or len(letters) < len(word)  # `С++`, `ВМ25`
    if other and (latin or marked) and all(letter in _CYRILLIC for letter in other):
        return word.translate(_TO_LATIN)
    if other and latin and all(letter in _LATIN for letter in latin):
        return word.translate(_TO_CYRILLIC)
    return word
