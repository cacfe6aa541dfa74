"""Word -> keys that its forms and near kin share: stems, groups of like words, Russian lemmas."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from groundplan.language.russian import lemma, russian

_ENDINGS = (
    "ations", "ation", "ators", "ator", "ments", "ment", "ings", "ing", "ions", "ion", "ors", "or", "ers", "er", "ed",
)  # fmt: skip
_SHORTEST = 3
_PREFIX = 5
"""Letters by which a longer Russian word is known among its kin: `работать`, `работник`."""


class KeyRules(NamedTuple):
    """The rules of `word_groups.yaml`."""

    irregular: dict[str, str]
    groups: dict[str, frozenset[str]]
    """Stem -> the groups it stands in."""
    expressions: dict[tuple[str, ...], frozenset[str]]


@cache
def data(name: str) -> Any:
    """A YAML file of this room."""
    from groundplan.plan.folder import load  # with YAML, 20 ms that --help does without

    return load(Path(__file__).parent / name)


@cache
def key_rules() -> KeyRules:
    """The rules, read once."""
    raw = data("word_groups.yaml")
    irregular = dict(pair.split(":") for pair in raw["irregular"].split())
    groups: dict[str, set[str]] = {}
    expressions: dict[tuple[str, ...], set[str]] = {}
    for line in raw["groups"]:
        words = line.split()
        for word in words:
            parts = tuple(_cut(irregular.get(part, part)) for part in word.split("_"))
            if len(parts) > 1:
                expressions.setdefault(parts, set()).add(f"#{words[0]}")
            else:
                groups.setdefault(parts[0], set()).add(f"#{words[0]}")
    return KeyRules(
        irregular,
        {stem: frozenset(found) for stem, found in groups.items()},
        {parts: frozenset(found) for parts, found in expressions.items()},
    )


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """What an English word shares with its kin: `directors`, `directed` -> `direct`."""
    word = word.lower().replace("’", "'").removesuffix("'s").removesuffix("'")
    return _cut(key_rules().irregular.get(word) or key_rules().irregular.get(word.removesuffix("s"), word))


def _ends(word: str, ending: str) -> bool:
    return word.endswith(ending) and len(word) - len(ending) >= _SHORTEST + (len(ending) > 2)


def _cut(word: str) -> str:
    if len(word) > _SHORTEST and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for _ in range(2):  # headquarter-ed, headquart-er
        ending = next((end for end in _ENDINGS if _ends(word, end)), "")
        word = word.removesuffix(ending)
    if len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] not in "aeiousl":
        word = word[:-1]
    if len(word) > _SHORTEST and word.endswith("e"):
        word = word[:-1]
    return f"{word[:-1]}i" if word.endswith("y") else word


@lru_cache(maxsize=50_000)
def keys(word: str) -> frozenset[str]:
    """The keys of one word, English or Russian; a group's key starts with `#`, a Russian prefix with `~`."""
    if russian(word):
        base = lemma(word)
        return frozenset({base, f"~{base[:_PREFIX]}"} if len(base) > _PREFIX else {base})
    base = stem(word)
    return frozenset({base}) | key_rules().groups.get(base, frozenset())


def spoken(name: str) -> str:
    """An identifier as words: `release_year`, `releaseYear` -> `release year`."""
    name = re.sub(r"([a-zа-яё0-9])([A-ZА-ЯЁ])", r"\1 \2", name)
    return re.sub(r"[\W_]+", " ", name).strip().lower()
