"""A word to its stem, which its inflections share: `cities` and `city`, `зарплаты` and `зарплата`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import snowballstemmer

from groundplan.plan import folder

_ENGLISH = snowballstemmer.stemmer("english")
_RUSSIAN_ENDINGS = (
    "иями", "ями", "ами", "иях", "ого", "его", "ому", "ему", "ыми", "ими", "ией", "иям", "ием", "ция", "ции", "ах",
    "ях", "ов", "ев", "ей", "ой", "ий", "ый", "ая", "яя", "ое", "ее", "ые", "ие", "ую", "юю", "ом", "ем", "ам", "ям",
    "ии", "ия", "ью", "а", "я", "ы", "и", "о", "е", "у", "ю", "ь", "й",
)  # fmt: skip


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a word in lower case; irregular forms are those of `stems.yaml`."""
    word = word.removesuffix("'s")
    base = _irregular().get(word, word)
    if len(base) < 4 or not base.isalpha() or (base == word and word in _irregular()):
        return base
    return _russian(base) if base[0] > "z" else str(_ENGLISH.stemWord(base))


@lru_cache(maxsize=1)
def _irregular() -> dict[str, str]:
    return dict(folder.load(Path(__file__).with_name("stems.yaml")))


def _russian(word: str) -> str:
    for ending in _RUSSIAN_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
