"""Identifiers as words, and how well a word of a question fits a word of a name, which may shorten or misspell it."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import fuzz

from groundplan.language.lexicon import lexicon
from groundplan.language.stems import stem

EXACT, SYNONYM, SHORTENED, SLIP, LOOSE = 1.0, 0.85, 0.8, 0.8, 0.7


def spoken(name: str) -> str:
    """Spell an identifier as words: `getAirQuality` and `get_air_quality` give `get air quality`."""
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", name)
    return re.sub(r"[\W_]+", " ", name).strip().lower()


@lru_cache(maxsize=65_536)
def fit(said: str, said_stem: str, part: str, part_stem: str) -> float:
    """How well a word said fits a word of a name: 1 for the same, 0 for nothing in common."""
    if said_stem == part_stem:
        return EXACT
    if said_stem in _related(part):
        return SYNONYM
    if _shortens(part, said):
        return SHORTENED
    if said[0] >= "а" and fuzz.ratio(_transliterated(said_stem), part_stem) >= 80:
        return SLIP
    if min(len(said), len(part)) >= 5 and fuzz.ratio(said_stem, part_stem) >= 84 and said[0] == part[0]:
        return SLIP
    if _same_root(said_stem, part_stem):
        return SLIP
    return LOOSE if said_stem in _akin(part) else 0.0


@lru_cache(maxsize=4096)
def _related(part: str) -> frozenset[str]:
    return frozenset(stem(word) for word in lexicon().synonyms.get(part, ()))


@lru_cache(maxsize=4096)
def _akin(part: str) -> frozenset[str]:
    return frozenset(stem(word) for word in lexicon().loose.get(part, ()))


def _same_root(one: str, two: str) -> bool:
    """`nominee` and `nominated`, `member` and `membership`: a long beginning in common."""
    shorter = min(len(one), len(two))
    common = next((i for i in range(shorter) if one[i] != two[i]), shorter)
    longer = one if len(one) > len(two) else two
    return common >= 4 and common >= shorter - 1 and longer[common:] in lexicon().suffixes


@lru_cache(maxsize=65_536)
def _shortens(short: str, long: str) -> bool:
    """`acc` shortens account, `qty` quantity, `dt` date: a beginning, or letters in order without inner vowels."""
    if len(short) >= len(long) - 1 or len(short) < 2 or short[0] != long[0] or not short.isalpha():
        return len(short) == 2 and len(long) == 4 and short == _skeleton(long)
    if len(short) >= 3 and long.startswith(short):
        return len(short) * 3 >= len(long)
    if short[-1] in "aeiou":
        return False
    if any(c in "aeiou" for c in short[1:-1]) and not long.startswith(short[:-1]):
        return False
    return len(short) * 4 >= len(long) and (len(short) > 2 or short == _skeleton(long)[:2]) and _in_order(short, long)


def _skeleton(word: str) -> str:
    return word[0] + "".join(c for c in word[1:] if c not in "aeiouy")


def _in_order(short: str, long: str) -> bool:
    letters = iter(long)
    return all(letter in letters for letter in short)


def _transliterated(word: str) -> str:
    return "".join(lexicon().latin.get(letter, letter) for letter in word)
