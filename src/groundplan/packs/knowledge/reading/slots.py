"""Slots of a question: what is needed, which category, which scope."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from groundplan.packs.knowledge.nouns import Domain, Link, language_of
from groundplan.packs.knowledge.reading.interpretation import InfoNeed
from groundplan.packs.knowledge.reading.question_words import Word
from groundplan.packs.knowledge.reading.word_keys import data, keys


def info_need(text: str, words: Sequence[Word], details: bool) -> InfoNeed:
    """What kind of answer is wanted; `details` where the path ends at the node itself."""
    raw, language, low = data("question_words.yaml"), language_of(text), f" {' '.join(text.lower().split())} "
    for need in ("how_long", "count"):
        if any(f" {phrase} " in low.replace("?", " ") for phrase in raw[need][language]):
            return need
    if _yes_no(words, raw["yes_no"], language):
        return "yes_no"
    if any(word.asks == "time" for word in words):
        return "when"
    return "details" if details else "list"


def _yes_no(words: Sequence[Word], raw: dict[str, str], language: str) -> bool:
    """A verb first, or `ли`, and no word that asks for something before it."""
    if not words or any(word.asks for word in words[:3]):
        return False
    if language == "en":
        return words[0].said.lower() in raw["en"].split()
    return any(word.said.lower() in raw["ru"] for word in words[:4])


def categories(domain: Domain, type: str, words: Sequence[Word], links: Sequence[Link]) -> tuple[str, ...]:
    """The categories of a type that the question speaks of, the longest phrases first where they overlap."""
    kind = domain.types.get(type)
    if kind is None or not kind.category:
        return ()
    language = language_of(" ".join(word.said for word in words))
    free = [word for word in words if not any(link.start < word.end and word.start < link.end for link in links)]
    found: list[tuple[int, int, str]] = []
    for name, said in kind.categories.items():
        for phrase in said.get(language) or (*(one for ones in said.values() for one in ones), name.replace("_", " ")):
            found += [(-size, at, name) for at, size in _places(phrase, free)]
    taken: set[int] = set()
    chosen: dict[int, str] = {}
    for size, at, name in sorted(found):
        span = set(range(at, at - size))
        if not span & taken:
            taken |= span
            chosen[at] = name
    return tuple(dict.fromkeys(chosen[at] for at in sorted(chosen)))


def _places(phrase: str, words: Sequence[Word]) -> list[tuple[int, int]]:
    """Where the words of a phrase stand one behind the other, and over how many words."""
    parts = _parts(phrase)
    found = []
    for at in range(len(words) - len(parts) + 1):
        window = words[at : at + len(parts)]
        if all(part & _plain(word.keys) for part, word in zip(parts, window, strict=True)):
            found.append((at, len(parts)))
    joined = frozenset(key for part in parts for key in part)
    found += [(at, 1) for at, word in enumerate(words) if len(parts) > 1 and " " in word.said and joined <= word.keys]
    return found


@lru_cache(maxsize=4_096)
def _parts(phrase: str) -> tuple[frozenset[str], ...]:
    return tuple(_plain(keys(part)) for part in phrase.split())


@lru_cache(maxsize=16_384)
def _plain(known: frozenset[str]) -> frozenset[str]:
    return frozenset(key for key in known if key[0] not in "#~")
