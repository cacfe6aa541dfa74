"""A question against the phrasings of intents, by meaning and words: the examples, and what the schema says."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from groundplan.language.russian import english, russian
from groundplan.packs.knowledge.nouns import Domain, IntentKind, Link, Pattern, Relation, Said
from groundplan.packs.knowledge.reading.question_words import words
from groundplan.packs.knowledge.reading.schema_index import Floats, SchemaIndex
from groundplan.packs.knowledge.reading.vector_cache import embedded
from groundplan.packs.knowledge.reading.word_keys import data

OFF_TOPIC = "off_topic"


class Told(NamedTuple):
    """A phrasing with `{type}` where a node is named."""

    intent: str
    text: str
    drawn: bool = False
    """From the words of the schema, which nobody wrote as a question."""
    field: bool = False
    """It only names a field that the intent tells."""


def told(domain: Domain) -> list[Told]:
    """All of them, each once."""
    return list(dict.fromkeys([*_declared(domain), *_off_topic(), *_drawn(domain)]))


def _declared(domain: Domain) -> Iterator[Told]:
    for intent, kind in domain.intents.items():
        for texts in kind.examples.values():
            yield from (Told(intent, text) for text in texts)


def _off_topic() -> Iterator[Told]:
    return (Told(OFF_TOPIC, text) for texts in data("off_topic.yaml").values() for text in texts)


def _drawn(domain: Domain) -> Iterator[Told]:
    for intent, kind in domain.intents.items():
        for pattern in kind.patterns:
            yield from _of_way(domain, intent, kind, pattern)


def _of_way(domain: Domain, intent: str, kind: IntentKind, pattern: Pattern) -> Iterator[Told]:
    """The words of the last hop, of the type it arrives at and of the fields that are told, beside the start."""
    slot = "" if domain.types[pattern.start].single else f" {{{pattern.start}}}"
    end = arrives(domain, pattern)
    if pattern.path:
        relation = domain.relations.get(pattern.path[-1].removeprefix("-"), Relation(source="", target=""))
        back = pattern.path[-1].startswith("-")
        for said in (relation.inverse if back else relation.says, domain.types[end].called, domain.types[end].says):
            yield from (Told(intent, f"{phrase}{slot}", drawn=True) for phrase in _phrases(said))
    for name in kind.fields:
        for phrase in _phrases(domain.types[end].fields.get(name, {})):
            yield Told(intent, f"{phrase}{slot}", drawn=True, field=True)


def _phrases(said: Said) -> list[str]:
    return [phrase for phrases in said.values() for phrase in phrases]


def arrives(domain: Domain, pattern: Pattern) -> str:
    """The type at the end of a pattern."""
    if not pattern.path:
        return pattern.start
    relation = domain.relations.get(pattern.path[-1].removeprefix("-"))
    if relation is None:
        return pattern.start
    return relation.source if pattern.path[-1].startswith("-") else relation.target


_SLOT = re.compile(r"\{(\w+)\}")
_LEXICAL = {"en": 0.45, "ru": 0.6}
"""How much words count beside vectors, which know Russian only by its glosses."""
_SAME, _OTHER = 0.06, 0.10
_NEAREST = 3
_DRAWN, _FIELD = 0.1, 0.2
"""How much less the words of the schema count than examples do; words of fields alone count least."""


Scores = Mapping[str, float]
"""How near a question comes to each intent's own examples."""


@dataclass(frozen=True)
class Phrasing:
    """An example, or a question, as it is compared."""

    intent: str
    types: frozenset[str]
    text: str
    terms: Mapping[str, float]
    less: float = 0.0
    """What it counts less than an example."""


class Examples:
    """The phrasings of a domain with their vectors; made once."""

    def __init__(self, schema: SchemaIndex) -> None:
        self._atlas = schema
        every = told(schema.domain)
        plain = [one for one in every if not one.drawn]
        counts = Counter(term for one in plain for term in set(_terms(masked(one.text, schema.domain))))
        self._idf = {term: math.log(1 + len(plain) / count) for term, count in counts.items()}
        self._rare = math.log(1 + len(plain))
        self.phrasings = [
            replace(self.phrasing(one.intent, one.text), less=_DRAWN * one.drawn + _FIELD * one.field) for one in every
        ]
        self._terms = {term: at for at, term in enumerate({term for one in self.phrasings for term in one.terms})}
        self._said = np.stack([self._row(one) for one in self.phrasings])
        self._types = list(dict.fromkeys(one.types for one in self.phrasings))
        self._typed = np.array([self._types.index(one.types) for one in self.phrasings])
        self._less = np.array([one.less for one in self.phrasings])
        intents = np.array([one.intent for one in self.phrasings])
        self._off = intents == OFF_TOPIC
        self._owned = {str(intent): np.flatnonzero(intents == intent) for intent in dict.fromkeys(intents)}
        self._vectors = _embedded(schema, [self._meant(one) for one in every], schema.folder)

    def phrasing(self, intent: str, text: str) -> Phrasing:
        """A text with `{type}` where a node is named, ready to be compared."""
        plain = masked(text, self._atlas.domain)
        weights = {term: self._idf.get(term, self._rare) * _kind(term) for term in _terms(plain)}
        norm = math.sqrt(sum(value**2 for value in weights.values())) or 1.0
        terms = {term: value / norm for term, value in weights.items()}
        return Phrasing(intent, frozenset(_SLOT.findall(text)), plain, terms)

    def _meant(self, one: Told) -> str:
        """What a vector is made of: of words of the schema without the start, so that each is made once."""
        return _SLOT.sub("", one.text) if one.drawn else masked(one.text, self._atlas.domain)

    def scores(self, text: str) -> Scores:
        """How well a masked question fits each intent."""
        asked = self.phrasing("", text)
        share = _LEXICAL["ru" if russian(text) else "en"]
        said, near = self._said @ self._row(asked), self._vectors @ _embedded(self._atlas, [asked.text])[0]
        agreed = np.array([_agreement(asked.types, one) for one in self._types])[self._typed]
        agreed = np.where(self._off, -_SAME if asked.types else 0.0, agreed) - self._less
        both = share * said + (1 - share) * near + agreed
        return {intent: _pooled(both[own]) for intent, own in self._owned.items()}

    def _row(self, one: Phrasing) -> Floats:
        """The terms of a phrasing as a vector; those that no phrasing has are left out."""
        row = np.zeros(len(self._terms), dtype=np.float32)
        for term, value in one.terms.items():
            if term in self._terms:
                row[self._terms[term]] = value
        return row


def _embedded(schema: SchemaIndex, texts: Sequence[str], folder: Path | None = None) -> Floats:
    """Vectors of texts in English words, each different text made once; kept in the folder where there is one."""
    spoken = [english(text) for text in texts]
    once = list(dict.fromkeys(spoken))
    vectors = embedded(schema.embedder, once, folder, "examples")
    place = {text: at for at, text in enumerate(once)}
    return np.asarray(vectors[[place[text] for text in spoken]])


def _pooled(values: Floats) -> float:
    best = np.sort(values)[::-1][:_NEAREST]
    return float(0.7 * best[0] + 0.3 * best.mean())


def _agreement(types: frozenset[str], own: frozenset[str]) -> float:
    """What it counts that a question names nodes of an example's types, or does not."""
    if own - types:
        return -_OTHER
    return _SAME if types and own == types else 0.0


def masked(text: str, domain: Domain) -> str:
    """`{project}` as the word for a project, in the language of the text."""
    language = "ru" if russian(text) else "en"

    def word(match: re.Match[str]) -> str:
        kind = domain.types.get(match.group(1))
        return (kind.called.get(language) or (match.group(1),))[0] if kind else match.group(1)

    return _SLOT.sub(word, text)


def with_slots(text: str, links: Iterable[Link], domain: Domain) -> str:
    """The question with `{type}` for each name; the one node of a `single` type is he or she, and is left out."""
    for link in sorted(links, key=lambda one: -one.start):
        kind = domain.types.get(link.type)
        slot = "" if kind and kind.single else f"{{{link.type}}}"
        text = f"{text[: link.start]}{slot}{text[link.end :]}"
    return " ".join(text.split())


@lru_cache(maxsize=4_096)
def _terms(text: str) -> tuple[str, ...]:
    """Keys of all words, small ones, too: `where` and `how` tell intents apart."""
    return tuple(dict.fromkeys(key for word in words(text) for key in word.keys))


def _kind(term: str) -> float:
    return {"#": 0.4, "~": 0.5}.get(term[0], 1.0)


@lru_cache(maxsize=16)
def examples(schema: SchemaIndex) -> Examples:
    """The examples of a domain, made once."""
    return Examples(schema)
