"""Why nothing is looked up: what is ambiguous is asked about, what is out of place is turned down."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.packs.knowledge.nouns import Link
from groundplan.packs.knowledge.reading.intents import OFF_TOPIC, examples
from groundplan.packs.knowledge.reading.interpretation import Doubt
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.reading.word_keys import data

NEAR = 0.62
"""So near to an off-topic request, a question to a graph without examples is one."""


def clarify(schema: SchemaIndex, links: Sequence[Link], language: str) -> Doubt:
    """Which of several nodes is meant."""
    nodes = [schema.graph.node(link.node) for link in links]
    names = tuple(dict.fromkeys(node.called(language) for node in nodes if node))
    wording = data("wording.yaml")
    text = wording["clarify"][language].format(choices=wording["join"][language].join(names))
    return Doubt("clarify", text, names, links[0].said)


def refuse(schema: SchemaIndex, language: str) -> Doubt:
    """That this is not answered here, and what is."""
    offers = schema.domain.offers.get(language) or next(iter(schema.domain.offers.values()), ())
    return Doubt("refuse", " ".join([data("wording.yaml")["refuse"][language], *offers]))


def off_topic(schema: SchemaIndex, text: str, language: str) -> Doubt | None:
    """A refusal where the question is like those that no base is asked."""
    return refuse(schema, language) if examples(schema).scores(text)[OFF_TOPIC] > NEAR else None
