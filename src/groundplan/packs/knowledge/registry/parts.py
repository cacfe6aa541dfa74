"""A bare name -> the nodes whose names have its words: some of them, in another order, or made from one another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import log
from typing import Literal, NamedTuple

from groundplan.language.russian import keys
from groundplan.language.russian.lemmas import Parse, parses
from groundplan.language.stems import english
from groundplan.language.whole import Whole, folded, whole_words
from groundplan.packs.knowledge.registry.forms import bases, shared_stems
from groundplan.values.speech import cyrillic
from groundplan.values.words import COMMON

FREQUENT = 400
"""A word that more names have leads to none of them."""
_KIN, _SPELLED, _FORM, _INITIAL = 0.7, 0.9, 0.99, 0.3
LEAST = 0.3
LONG = 3
"""Words of a name that is found inside a longer one."""
NEAR = 0.7
"""Share of the best score below which nothing is told."""
_QUALIFIED = re.compile(r"[,(]| of ")
_ASIDE = re.compile(r"\(([^()]*)\)")
_GENDERS = frozenset(("masc", "femn", "neut"))
_SMALL = frozenset(("PREP", "CONJ", "PRCL", "NPRO"))


class Part(NamedTuple):
    """A node that a name may mean by some of its words."""

    node: str
    score: float
    how: Literal["lemma", "kin", "part"]


class Parts:
    """Names by their words; made when the first name is looked up that no stricter way finds."""

    def __init__(self, owners: Mapping[str, Sequence[str]]) -> None:
        self._owners = owners
        self._names = list(owners)

    @cached_property
    def _words(self) -> list[tuple[str, ...]]:
        return [tuple(word for word in folded(name) if not _small(word)) for name in self._names]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """Names by every base, spelling and stem of kin of their words."""
        found: dict[str, list[int]] = {}
        for number, own in enumerate(self._words):
            for key in {key for word in own for key in (*_same(word), *_made(word))}:
                found.setdefault(key, []).append(number)
        return found

    def find(self, name: str) -> list[Part]:
        """The nodes a name may mean, the best first; also by what stands outside or inside its brackets."""
        best: dict[str, Part] = {}
        for said in dict.fromkeys((name, _ASIDE.sub(" ", name), *_ASIDE.findall(name))):
            for part in self._found([word for word in whole_words(said) if not _small(word.fold)]):
                if part.node not in best or best[part.node].score < part.score:
                    best[part.node] = part
        found = sorted(best.values(), key=lambda part: -part.score)
        return [part for part in found if part.score >= NEAR * found[0].score]

    def _found(self, said: Sequence[Whole]) -> Iterable[Part]:
        telling = [word for word in said if len(word.fold) > 1]
        numbers = {number for word in telling for number in self._having(word.fold)}
        for number in numbers:
            score, how = self._held(said, number)
            if score >= LEAST:
                for node in self._owners[self._names[number]]:
                    yield Part(node, round(score, 3), how)

    def _having(self, word: str) -> set[int]:
        lists = (self._places.get(key, []) for key in (*_same(word), *_made(word)))
        return {number for numbers in lists if len(numbers) <= FREQUENT for number in numbers}

    def _held(self, said: Sequence[Whole], number: int) -> tuple[float, Literal["lemma", "kin", "part"]]:
        """How well the said words are those of a name."""
        own, left, got, lost, made = self._words[number], list(self._words[number]), 0.0, 0.0, False
        for word in said:
            good, token = max(((_alike(word, other), other) for other in left), default=(0.0, ""))
            weight = self._weight(word.fold)
            if not good or not _agrees(word.fold, token, own, alone=len(said) == 1):
                lost += weight * (1.0 if word.text[0].isupper() or len(said) == 1 else 0.6)
                continue
            left.remove(token)
            got, lost, made = got + good * weight, lost + (1 - good) * weight, made or good == _KIN
        if not got or not self._enough(said, number, left):
            return 0.0, "part"
        rest = sum(map(self._weight, left))
        covered = 1 - rest / sum(map(self._weight, own))
        return got / (got + lost) * (0.6 + 0.4 * covered), "kin" if made else "part" if left or lost > 0.1 else "lemma"

    def _enough(self, said: Sequence[Whole], number: int, left: Sequence[str]) -> bool:
        """Whether the head of the name was said and no proper name besides, or all of a long name was."""
        own = self._words[number]
        head = folded(_QUALIFIED.split(self._names[number])[0]) or own
        if all(word in left for word in head if not _small(word)):
            return False
        foreign = any(word.text[0].isupper() and not any(_alike(word, other) for other in own) for word in said)
        return not foreign or (len(own) >= LONG and not left)

    @lru_cache(maxsize=4096)  # noqa: B019 - a registry lives as long as its base
    def _weight(self, word: str) -> float:
        """How much a word tells: the fewer names have it, the more."""
        if len(word) == 1:
            return _INITIAL
        having = max((len(self._places.get(key, ())) for key in _same(word)), default=0)
        return log(1 + len(self._names) / (1 + having))


def _alike(word: Whole, other: str) -> float:
    """How well a said word is a word of a name: the same, spelled otherwise, of kin, its first letter."""
    if word.fold == other:
        return 1.0
    if len(word.fold) == 1 or len(other) == 1:
        return _SPELLED if word.fold[0] == other[0] and word.text[0].isupper() else 0.0
    if not set(_same(word.fold)).isdisjoint(_same(other)):
        return _FORM if cyrillic(word.fold) == cyrillic(other) else _SPELLED
    return _KIN if not _made(word.fold).isdisjoint(_made(other)) else 0.0


@lru_cache(maxsize=1 << 16)
def _same(word: str) -> tuple[str, ...]:
    """Under which keys forms of a word are found, Cyrillic ones in Latin letters, too."""
    if not cyrillic(word):
        return (english(word),)
    return (*bases(word), *(english(key) for key in keys(word)[:6]))


@lru_cache(maxsize=1 << 16)
def _made(word: str) -> frozenset[str]:
    return frozenset("~" + one for one in shared_stems(word)) if cyrillic(word) and len(word) > 3 else frozenset()


@lru_cache(maxsize=1 << 14)
def _small(word: str) -> bool:
    if not cyrillic(word):
        return word in COMMON
    return (len(word) > 1 and any(one.part in _SMALL for one in parses(word)[:1])) or word in ("и", "в", "с", "о")


def _agrees(said: str, token: str, name: Sequence[str], alone: bool) -> bool:
    """False for a lone adjective that is not of the noun it would leave unsaid, and for a noun that only describes.

    `английская` is not английский язык; `Россия` is not министр финансов России.
    """
    if not alone or len(name) < 2:
        return True
    if not (adjectives := _adjectives(said)) or not _adjectives(token):
        return not _describes(token)
    head = next((word for word in name[list(name).index(token) + 1 :] if not _adjectives(word)), None)
    return head is None or not cyrillic(head) or bool(_shapes(adjectives) & _shapes(_nouns(head)))


@lru_cache(maxsize=1 << 14)
def _adjectives(word: str) -> tuple[Parse, ...]:
    return tuple(one for one in parses(word) if one.part == "ADJF") if cyrillic(word) else ()


@lru_cache(maxsize=1 << 14)
def _describes(word: str) -> bool:
    """Whether it is a known noun in another case than the first."""
    first = parses(word)[0] if cyrillic(word) else None
    return bool(first and first.known and first.part == "NOUN" and "nomn" not in first.marks)


@lru_cache(maxsize=1 << 14)
def _nouns(word: str) -> tuple[Parse, ...]:
    return tuple(one for one in parses(word) if one.part == "NOUN" and "nomn" in one.marks)


def _shapes(found: Sequence[Parse]) -> set[str]:
    """The genders of singular parses; `plur` of plural ones."""
    return {"plur" if "plur" in one.marks else next(iter(_GENDERS & one.marks), "masc") for one in found}
