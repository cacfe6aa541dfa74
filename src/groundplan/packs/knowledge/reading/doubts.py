"""Why nothing is looked up: what is ambiguous is asked about, what is out of place is turned down."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.packs.knowledge.nouns import Link
from groundplan.packs.knowledge.reading.atlas import Atlas
from groundplan.packs.knowledge.reading.intents import examples
from groundplan.packs.knowledge.reading.kin import data
from groundplan.packs.knowledge.reading.phrasings import OFF_TOPIC
from groundplan.packs.knowledge.reading.shape import Doubt

NEAR = 0.62
"""So near to an off-topic request, a question to a graph without examples is one."""


def clarify(atlas: Atlas, links: Sequence[Link], language: str) -> Doubt:
    """Which of several nodes is meant."""
    nodes = [atlas.graph.node(link.node) for link in links]
    names = tuple(dict.fromkeys(node.called(language) for node in nodes if node))
    wording = data("wording.yaml")
    text = wording["clarify"][language].format(choices=wording["join"][language].join(names))
    return Doubt("clarify", text, names, links[0].said)


def refuse(atlas: Atlas, language: str) -> Doubt:
    """That this is not answered here, and what is."""
    offers = atlas.domain.offers.get(language) or next(iter(atlas.domain.offers.values()), ())
    return Doubt("refuse", " ".join([data("wording.yaml")["refuse"][language], *offers]))


def off_topic(atlas: Atlas, text: str, language: str) -> Doubt | None:
    """A refusal where the question is like those that no base is asked."""
    return refuse(atlas, language) if examples(atlas).scores(text)[OFF_TOPIC].near > NEAR else None
