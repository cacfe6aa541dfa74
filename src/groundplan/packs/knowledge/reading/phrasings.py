"""A domain -> phrasings of its intents: the examples, and what the words of the schema say of each way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from groundplan.packs.knowledge.nouns import Domain, IntentKind, Pattern, Relation, Said
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
