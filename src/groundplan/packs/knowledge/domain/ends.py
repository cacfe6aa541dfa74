"""A relation's name -> the words for what it arrives at: `found_in_park`, `uses_tool`, `работает_в_отделе`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from groundplan.language.russian.lemmas import parses

_PIECES = re.compile(r"[A-ZА-ЯЁ]+(?![a-zа-яё])|[A-ZА-ЯЁ]?[a-zа-яё]+|\d+")
_SMALL = frozenset(re.findall(r"\w+", "has have is are was were in of by to at for the a an on from with"))
_VERBS = frozenset(("VERB", "INFN", "PRTS", "PRTF", "GRND"))


class Ends(NamedTuple):
    """The words for what a relation arrives at, and whether others tell the relation itself."""

    target: tuple[str, ...]
    told: bool


@cache
def lexicon() -> dict[str, Any]:
    """What common relation words mean, from `relations.yaml`."""
    from groundplan.plan.folder import load

    found: dict[str, Any] = load(Path(__file__).parent / "relations.yaml")
    return found


def pieces(relation: str) -> list[str]:
    """The words of a name: `starred_actors`, `releaseYear`, `http://x.org/has-genre` -> genre's last part."""
    return [word.casefold() for word in _PIECES.findall(re.split(r"[/#]", relation.rstrip("/#"))[-1])] or [relation]


def content(relation: str) -> list[str]:
    """The words that say something: without `has`, `in`, `by`."""
    return [word for word in pieces(relation) if word not in _SMALL] or pieces(relation)


@lru_cache(maxsize=1_024)
def ends(relation: str) -> Ends:
    """`park` of `found_in_park`, nothing of `managed_by`, both words of `release_year`."""
    words = pieces(relation)
    if any(re.search("[а-яё]", word) for word in words):
        return _russian(words)
    small = {*lexicon()["prepositions"].split()}
    places = [at for at, word in enumerate(words) if word in small and at]
    first = next((word for word in words if word not in _SMALL), words[0])
    acts = first in lexicon()["verbs"].split() or (first.endswith("ed") and len(first) > 4)
    if places and first in words[: places[-1]]:
        return Ends(tuple(words[places[-1] + 1 :]), True)
    if acts:
        behind = words[words.index(first) + 1 :]
        return Ends(tuple(word for word in behind if word not in _SMALL), True)
    plain = content(relation)
    compound = len(plain) > 1 and first in lexicon()["kinds"]  # `product_kind` is a kind
    return Ends(tuple(plain[compound:]), False)


def _russian(words: Sequence[str]) -> Ends:
    """The last noun behind a verb; else all, beginning with the noun that heads them: `год начала`."""
    kinds = [parses(word)[0] for word in words]
    nouns = [(at, kind.lemma) for at, kind in enumerate(kinds) if kind.part == "NOUN"]
    if not any(kind.part in _VERBS for kind in kinds):
        return Ends((nouns[0][1], *words[nouns[0][0] + 1 :]) if nouns else tuple(words), False)
    return Ends((nouns[-1][1],) if nouns else (), True)
