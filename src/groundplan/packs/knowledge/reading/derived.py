"""A question to a graph without declared intents: the chain it asks for, narrowed by further names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.packs.knowledge.nouns import Link, language_of
from groundplan.packs.knowledge.reading import doubts
from groundplan.packs.knowledge.reading.around_topic import proper
from groundplan.packs.knowledge.reading.follow_up import prior_links
from groundplan.packs.knowledge.reading.interpretation import Interpretation, Path
from groundplan.packs.knowledge.reading.narrow import narrowed
from groundplan.packs.knowledge.reading.question_words import Word, words
from groundplan.packs.knowledge.reading.rank import Candidate, ranked
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.reading.slots import info_need

CHAIN, GENERAL = "GRAPH_CHAIN", "GENERAL_UNSTRUCTURED"


def read(
    schema: SchemaIndex, text: str, links: Sequence[Link], prior: Mapping[str, Any], threshold: float
) -> Interpretation:
    """The best chain that leads anywhere; documents where there is none."""
    spoken, language = words(text), language_of(text)
    links = tuple(links) or prior_links(schema, prior, len(text))
    found = chain(schema, text, spoken, links)
    if found is None:
        graph = bool(schema.hops)  # documents alone may be about anything: they are searched
        doubt = doubts.off_topic(schema, text, language) if graph and not links else None
        return Interpretation(((GENERAL, 0.3),), tuple(links), info_need="details", language=language, doubt=doubt)
    path, used = found
    return Interpretation(
        ((CHAIN, path.confidence),), used, (path,), info_need=info_need(text, spoken, not path.hops),
        language=language,
    )  # fmt: skip


def chain(
    schema: SchemaIndex, text: str, spoken: Sequence[Word], links: Sequence[Link]
) -> tuple[Path, tuple[Link, ...]] | None:
    """The best path through the schema, and the links it uses."""
    names = [link for link in links if proper(link)]
    closed = info_need(text, spoken, details=False) == "yes_no"
    if len(names) > 1 and (met := narrowed(schema, spoken, names, closed)):
        return met
    best = next(ranked(schema, spoken, links), None)
    return (Path(CHAIN, (best.link.node,), best.hops, confidence=sure(best)), (best.link,)) if best else None


def sure(best: Candidate) -> float:
    """How far a chain is to be trusted: how it stands among the others, and how much of it is said."""
    return round(min(0.99, (0.4 + 0.6 * best.chance) * (0.35 + 0.65 * best.said)), 3)
