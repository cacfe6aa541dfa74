"""A question that asks for a field of a node by its words: `сколько лет опыта у него`, `team size of X`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from groundplan.packs.knowledge.nouns import Domain, Link
from groundplan.packs.knowledge.reading.intents import arrives
from groundplan.packs.knowledge.reading.interpretation import Path
from groundplan.packs.knowledge.reading.paths import Named, path_of, single_node
from groundplan.packs.knowledge.reading.question_words import Word, words
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.reading.word_keys import keys
from groundplan.packs.knowledge.schema import CHAIN

SMALL = 0.25
"""What a small word of a phrase counts beside a content word: `сколько` in `сколько лет опыта`."""
LINKING = 0.3
"""What a word of a relation counts in a question for a field: `владеет` in `какими языками владеет`."""
OWN = 0.6
"""What a field's words are worth that intents are asked by as well, beside words that are its alone."""
Terms = frozenset[str]
Phrase = tuple[tuple[Terms, bool], ...]
"""The words of a phrase by their keys, and whether each is small."""


@dataclass(frozen=True)
class Field:
    """A declared field with all the ways to name it."""

    type: str
    name: str
    phrases: tuple[Phrase, ...]

    @property
    def content(self) -> Terms:
        """The keys of all its content words."""
        return frozenset(key for phrase in self.phrases for terms, small in phrase if not small for key in terms)


@dataclass(frozen=True)
class Asked:
    """A field that a question asks for: how well its words are those of the question, and the way to its node."""

    score: float
    path: Path


def asked(schema: SchemaIndex, named: Named) -> Asked | None:
    """The field that fits best from what is named; nothing where no field's words are said."""
    every, common, linking = _fields(schema)
    found: list[Asked] = []
    for field in every:
        score = _score(field, _free(schema, named, field.type), common, linking)
        path = _way(schema, field, named) if score else None
        if path:
            found.append(Asked(score, path))
    return max(found, key=lambda one: (one.score, -len(one.path.hops)), default=None)


@lru_cache(maxsize=16)
def _fields(schema: SchemaIndex) -> tuple[tuple[Field, ...], Terms, Terms]:
    """All declared fields, the content words of the examples that have a way, and those of relations."""
    domain = schema.domain
    every = tuple(
        Field(type, name, tuple(_phrase(phrase) for phrases in said.values() for phrase in phrases))
        for type, kind in domain.types.items()
        for name, said in kind.fields.items()
    )
    told = (
        text for kind in domain.intents.values() if kind.patterns for texts in kind.examples.values() for text in texts
    )
    linking = [
        phrase
        for one in domain.relations.values()
        for phrases in (*one.says.values(), *one.inverse.values())
        for phrase in phrases
    ]
    return every, _content(told), _content(linking)


def _content(texts: Iterable[str]) -> Terms:
    return frozenset(key for text in texts for terms, small in _phrase(text) if not small for key in terms)


def _phrase(text: str) -> Phrase:
    return tuple((_terms(part), word.small or _small(part)) for word in words(text) for part in word.said.split())


@lru_cache(maxsize=4_096)
def _small(said: str) -> bool:
    """Whether a word is small by itself, whatever expression it stands in."""
    return all(word.small for word in words(said))


@lru_cache(maxsize=16_384)
def _terms(said: str) -> Terms:
    """The base forms of words, in their own language."""
    plain = (key for part in said.split() for key in keys(part) if key[0] not in "#~")
    return frozenset((*plain, *(part.lower().removesuffix("s") for part in said.split() if part.isascii())))


def _free(schema: SchemaIndex, named: Named, type: str) -> list[Word]:
    """The words that are in no name and are not what the type is called."""
    kind = schema.domain.types[type]
    called = {key for said in kind.called.values() for phrase in said for key in keys(phrase)}
    outside = [word for word in named.words if not any(_over(link, word) for link in named.links)]
    return [word for word in outside if not _terms(word.said) & called]


def _over(link: Link, word: Word) -> bool:
    return link.start < word.end and word.start < link.end


def _score(field: Field, said: Sequence[Word], common: Terms, linking: Terms) -> float:
    """How much of the question the field's words are, and of its best phrase the question's, from 0 to 1."""
    content = [_terms(part) for word in said if not word.small for part in word.said.split() if not _small(part)]
    known = field.content
    met = [terms for terms in content if terms & known]
    every = frozenset(key for word in said for key in _terms(word.said))
    covered, whole = max(_covered(phrase, every) for phrase in field.phrases)
    if not covered or not (met or whole):
        return 0.0
    own = 1.0 if whole else sum(not terms & common for terms in met) / len(met)
    weight = sum(1.0 if terms & known else LINKING if whole and terms & linking else 1.0 for terms in content)
    return (len(met) / weight if content else 1.0) * covered * (OWN + (1 - OWN) * own)


def _covered(phrase: Phrase, every: Terms) -> tuple[float, bool]:
    """The share of a phrase that is said; whether it is a phrase of several content words, said as a whole."""
    weights = [(SMALL if small else 1.0, bool(terms & every)) for terms, small in phrase]
    share = sum(weight for weight, said in weights if said) / (sum(weight for weight, _ in weights) or 1.0)
    several = sum(not small for _, small in phrase) > 1
    return share, several and share == 1.0


def _way(schema: SchemaIndex, field: Field, named: Named) -> Path | None:
    """To the nodes of the field's type: by an intent that starts there or leads there, else to the one of its type."""
    others = [link for link in named.links if not single_node(schema, link.type)]
    whole = single_node(schema, field.type)
    if whole:
        return None if others else Path(CHAIN, (whole,), fields=(field.name,))
    own = [link.node for link in others if link.type == field.type and not link.rivals]
    patterns = [pattern for kind in schema.domain.intents.values() for pattern in kind.patterns]
    if own and not any(pattern.start == field.type and not pattern.path for pattern in patterns):
        return Path(CHAIN, (own[0],), fields=(field.name,))
    for intent in _leading(schema.domain, field, {link.type for link in others}):
        drawn = path_of(schema, intent, named)
        if drawn and not drawn[1]:
            return replace(drawn[0], fields=(field.name,), group=None)
    return None


def _leading(domain: Domain, field: Field, types: set[str]) -> Iterator[str]:
    """Intents that go from a named type to the field's in a hop or none, those first that tell the field."""
    fit = [
        (field.name not in kind.fields, len(pattern.path), intent)
        for intent, kind in domain.intents.items()
        for pattern in kind.patterns
        if pattern.start in types and len(pattern.path) < 2 and arrives(domain, pattern) == field.type
    ]
    return (intent for _, _, intent in sorted(fit))
