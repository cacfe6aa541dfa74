"""Whether a request orders something to be made, or the rules to be dropped: no base of knowledge does either."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from groundplan.language.russian import russian
from groundplan.language.russian.lemmas import parses
from groundplan.packs.knowledge.nouns import Domain, Link
from groundplan.packs.knowledge.reading.question_words import Word, words
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.reading.slots import schema_keys
from groundplan.packs.knowledge.reading.word_keys import data, keys

_SENTENCE = re.compile(r"(?<=[.?!])\s+")


class Orders(NamedTuple):
    """The words of `orders.yaml` by their base forms."""

    always: frozenset[str]
    make: frozenset[str]
    tell: frozenset[str]
    things: frozenset[str]
    drop: frozenset[str]
    rules: frozenset[str]


@lru_cache(maxsize=1)
def _orders() -> Orders:
    raw = data("orders.yaml")
    return Orders(*(_bases(" ".join(raw[kind].values()).split()) for kind in Orders._fields))


def _bases(said: Sequence[str]) -> frozenset[str]:
    return frozenset(key for word in said for key in _base(word))


def _base(said: str) -> frozenset[str]:
    return frozenset(key for part in said.split() for key in keys(part) if key[0] not in "#~")


def ordered(schema: SchemaIndex, text: str, links: Sequence[Link]) -> bool:
    """Whether the request, or its first sentence where others ask something, is such an order."""
    first, *others = _SENTENCE.split(text)
    sentences = [first] if any(one.endswith("?") for one in (first, *others)) else [first, *others]
    return any(_order(schema.domain, words(one), text.find(one), links) for one in sentences)


def _order(domain: Domain, said: Sequence[Word], offset: int, links: Sequence[Link]) -> bool:
    known = _orders()
    if any(_base(word.said) & known.drop for word in said[:4]) and any(_base(word.said) & known.rules for word in said):
        return True
    verbs = known.always | known.make | known.tell
    at = next((at for at, word in enumerate(said[:3]) if _base(word.said) & verbs and _commands(word.said)), None)
    if at is None or any(word.asks for word in said[:at]):
        return False
    verb = _base(said[at].said)
    if verb & known.always:
        return True
    if any(word.asks for word in said[at + 1 : at + 3]):
        return False  # `write where he works` asks
    things = [word for word in said[at + 1 :] if not word.small and not _named(word, offset, links)][:2]
    if verb & known.tell:
        return any(_base(word.said) & known.things for word in things)
    return bool(things) and not any(_base(word.said) & schema_keys(domain) for word in things)


def _commands(said: str) -> bool:
    """Whether a Russian verb is an imperative; English does not tell."""
    return not russian(said) or any("impr" in one.marks for one in parses(said.split()[0]))


def _named(word: Word, offset: int, links: Sequence[Link]) -> bool:
    return any(link.start < word.end + offset and word.start + offset < link.end for link in links)
