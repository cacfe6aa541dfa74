"""Question, source, prior plan -> Interpretation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from groundplan.embed import Embedder
from groundplan.packs.knowledge.nouns import Link, language_of
from groundplan.packs.knowledge.reading import declared, doubts
from groundplan.packs.knowledge.reading.around_topic import proper
from groundplan.packs.knowledge.reading.follow_up import prior_links
from groundplan.packs.knowledge.reading.interpretation import Interpretation, Path
from groundplan.packs.knowledge.reading.narrow import narrowed
from groundplan.packs.knowledge.reading.question_words import Word, words
from groundplan.packs.knowledge.reading.rank import ranked, sure
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.reading.slots import info_need
from groundplan.packs.knowledge.schema import CHAIN, GENERAL

if TYPE_CHECKING:
    from groundplan.packs.knowledge.client import KnowledgeSource

_KEPT = 4
"""Sources whose index is kept."""
_schemas: OrderedDict[tuple[int, int], SchemaIndex] = OrderedDict()
_lock = Lock()


def read(
    question: str, source: KnowledgeSource, embedder: Embedder, prior: Mapping[str, Any] | None = None,
    threshold: float = 0.5,
) -> Interpretation:  # fmt: skip
    """What a question asks of a source; `prior` is the plan of the question it follows up, if it does."""
    schema = schema_of(source, embedder)
    text = " ".join(question.split())
    links = tuple(source.registry.link(text))
    if schema.domain.intents:
        return declared.read(schema, text, links, prior or {}, threshold)
    return _derived(schema, text, links, prior or {}, threshold)


def schema_of(source: KnowledgeSource, embedder: Embedder) -> SchemaIndex:
    """The index of a source, made at its first question."""
    graph, domain = source.graph, source.domain
    key = (id(graph), id(embedder))
    with _lock:
        found = _schemas.get(key)
        if found is None or found.graph is not graph or found.domain is not domain:
            found = _schemas[key] = SchemaIndex(domain, graph, embedder, getattr(source, "folder", None))
            while len(_schemas) > _KEPT:
                _schemas.popitem(last=False)
        _schemas.move_to_end(key)
    return found


def _derived(
    schema: SchemaIndex, text: str, links: Sequence[Link], prior: Mapping[str, Any], threshold: float
) -> Interpretation:
    """The best chain that leads anywhere; documents where there is none."""
    spoken, language = words(text), language_of(text)
    links = tuple(links) or prior_links(schema, prior, len(text))
    found = _chain(schema, text, spoken, links)
    if found is None:
        graph = bool(schema.hops)  # documents alone may be about anything: they are searched
        doubt = doubts.off_topic(schema, text, language) if graph and not links else None
        return Interpretation(((GENERAL, 0.3),), tuple(links), info_need="details", language=language, doubt=doubt)
    path, used = found
    return Interpretation(
        ((CHAIN, path.confidence),), used, (path,), info_need=info_need(text, spoken, not path.hops),
        language=language,
    )  # fmt: skip


def _chain(
    schema: SchemaIndex, text: str, spoken: Sequence[Word], links: Sequence[Link]
) -> tuple[Path, tuple[Link, ...]] | None:
    """The best path through the schema, and the links it uses."""
    names = [link for link in links if proper(link)]
    closed = info_need(text, spoken, details=False) == "yes_no"
    if len(names) > 1 and (met := narrowed(schema, spoken, names, closed)):
        return met
    best = next(ranked(schema, spoken, links), None)
    return (Path(CHAIN, (best.link.node,), best.hops, confidence=sure(best)), (best.link,)) if best else None
