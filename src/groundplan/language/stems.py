"""A word to its stem, which its inflections share: `cities` and `city`, `зарплаты` and `зарплата`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import Stemmer

from groundplan.plan import folder

_SHORTEST = 4
_ENGLISH = Stemmer.Stemmer("english")
_RUSSIAN = Stemmer.Stemmer("russian")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a word in lower case; irregular forms are those of `stems.yaml`."""
    word = word.removesuffix("'s")
    base = _irregular().get(word, word)
    if not base.isalpha() or (base == word and word in _irregular()):
        return base
    return english(base) if base[0] <= "z" or len(base) < _SHORTEST else str(_RUSSIAN.stemWord(base))


def english(word: str) -> str:
    """What the library alone makes of a word in small Latin letters; several threads may ask at once."""
    return word if len(word) < _SHORTEST else str(_ENGLISH.stemWord(word))


@lru_cache(maxsize=1)
def _irregular() -> dict[str, str]:
    return dict(folder.load(Path(__file__).with_name("stems.yaml")))
