"""Cyrillic -> Latin letters: one practical spelling, and the other spellings a value may have."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, product

_PLAIN = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й":
    "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф":
    "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
    "я": "ya",
}  # fmt: skip
# Spellings of names in Western data, likeliest first; the first of each is that of `transliterate`.
_OTHERS = {
    "г": ("g", "h"), "х": ("kh", "h", "ch"), "ц": ("ts", "c", "z"), "ч": ("ch", "cz"), "ш": ("sh", "sch"),
    "ж": ("zh", "j"), "в": ("v", "w"), "к": ("k", "c"), "й": ("y", "i", "j"), "ю": ("yu", "u"), "ё": ("yo", "e"),
    "я": ("ya", "ia", "ja"), "ф": ("f", "ph"), "кс": ("ks", "x"), "дж": ("dzh", "j"), "ий": ("iy", "y"), "ый": ("y",),
    "ай": ("ay", "i", "ei"), "ей": ("ey", "ei", "ai"), "ье": ("e", "ie", "ye"), "э": ("e", "a"),
}  # fmt: skip
_UNITS = re.compile("|".join(sorted(_OTHERS, key=len, reverse=True)) + "|.")
_CYRILLIC = re.compile("[А-Яа-яЁё]")
_ENDING = re.compile(r"(?<=[а-яё])[иы]й\b")  # Вознесенский -> Voznesensky
_MOST = 24


def russian(text: str) -> bool:
    """Whether a text has Cyrillic letters."""
    return _CYRILLIC.search(text) is not None


def transliterate(text: str) -> str:
    """A text with its Cyrillic in Latin letters: `Москва` -> `Moskva`, `ГР-1187` -> `GR-1187`."""
    text = _ENDING.sub("ы", text)
    return "".join(_letter(text, at) for at in range(len(text)))


def _letter(text: str, at: int) -> str:
    letter = text[at]
    plain = _PLAIN.get(letter.lower())
    if plain is None:
        return letter
    if letter.islower():
        return plain
    alone = not text[at + 1 : at + 2].isupper() and not (at and text[at - 1].isupper())
    return plain.capitalize() if alone else plain.upper()


@lru_cache(maxsize=4_000)
def keys(word: str) -> tuple[str, ...]:
    """Latin spellings of a word in small letters, to look for among values: `Гамбурге` -> `gamburg`, `hamburg`, ..."""
    from groundplan.language.russian.dictionary import words
    from groundplan.language.russian.lemmas import parses

    forms = list(dict.fromkeys([word.lower(), *(reading.lemma for reading in parses(word)[:3])]))
    named = [words()[form] for form in forms if words().get(form, "")[:1].isupper()]
    spelled = [spelling for form in forms for spelling in islice(_spellings(form), _MOST)]
    return tuple(dict.fromkeys([*(name.lower() for name in named), *(transliterate(form) for form in forms), *spelled]))


def _spellings(form: str) -> list[str]:
    choices = [_OTHERS.get(unit) or (_PLAIN.get(unit, unit),) for unit in _UNITS.findall(form)]
    ranked = sorted(islice(product(*map(enumerate, choices)), 4_000), key=lambda one: sum(rank for rank, _ in one))
    return ["".join(letters for _, letters in one) for one in ranked]
