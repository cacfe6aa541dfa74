"""A column header -> English, also where it is Russian in Latin letters (`data_otgruzki`)."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from groundplan.language.russian.dictionary import words
from groundplan.language.russian.gloss import english, known
from groundplan.language.russian.lemmas import parses
from groundplan.language.russian.translit import russian

_LONG = {
    "shch": "щ", "sch": "щ", "zh": "ж", "kh": "х", "ts": "ц", "ch": "ч", "sh": "ш", "yu": "ю", "ju": "ю", "ya": "я",
    "ja": "я", "iy": "ий", "yo": "ё",
}  # fmt: skip
_SHORT = dict(zip("abvgdezijklmnoprstufhcyw'", "абвгдезийклмнопрстуфхцывь", strict=True))
_UNIT = re.compile("|".join([*_LONG, "."]))
_WORD = re.compile(r"[A-Z]?[a-z']+|[A-Z]+(?![a-z])|\d+")


@cache
def english_words() -> frozenset[str]:
    """Every word of the glosses: a header made of these is English."""
    return frozenset(part.lower() for said in words().values() for part in said.split())


@lru_cache(maxsize=4_000)
def heading(name: str) -> str:
    """A header of a Russian table as English words; one that is English already comes back as it is."""
    if russian(name):
        return " ".join(english(name).replace("_", " ").split())
    parts = _WORD.findall(name)
    told = [_told(part) for part in parts]
    if not any(
        gloss and part.lower() not in english_words() and len(part) > 3 for part, gloss in zip(parts, told, strict=True)
    ):
        return name
    return " ".join(gloss or part for part, gloss in zip(parts, told, strict=True))


def _told(part: str) -> str:
    """The gloss of a Latin spelling of a Russian word, or ""."""
    for cyrillic in _cyrillic(part.lower()):
        found = parses(cyrillic)
        if found[0].known and (said := known(cyrillic)):
            return said
    return ""


def _cyrillic(part: str) -> list[str]:
    """The Russian spellings that a Latin one may stand for, without and with the soft sign at its end."""
    plain = "".join(_LONG.get(unit) or _SHORT.get(unit, unit) for unit in _UNIT.findall(part))
    soft = [plain + "ь", plain.replace("лн", "льн"), plain.replace("лк", "льк"), plain.replace("тел", "тель")]
    if plain.endswith("ы"):
        soft.append(plain[:-1] + "й")
    return list(dict.fromkeys([plain, *soft, *(form + "ь" for form in soft[1:3])]))
