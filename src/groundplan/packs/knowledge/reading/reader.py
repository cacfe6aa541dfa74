"""Question, source, prior plan -> Interpretation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Protocol

from groundplan.embed import Embedder
from groundplan.packs.knowledge.graph import GraphStore
from groundplan.packs.knowledge.nouns import Domain, Link
from groundplan.packs.knowledge.reading import declared, derived
from groundplan.packs.knowledge.reading.interpretation import Interpretation
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex

_KEPT = 4
"""Sources whose index is kept."""
_schemas: OrderedDict[tuple[int, int], SchemaIndex] = OrderedDict()
_lock = Lock()


class Registry(Protocol):
    """Finds the names of a text."""

    def link(self, text: str) -> Sequence[Link]:
        """The nodes a text names, in its order."""

    def lookup(self, name: str) -> Sequence[Link]:
        """The nodes a bare name may mean, best first."""


class Base(Protocol):
    """What is read against."""

    @property
    def domain(self) -> Domain:
        """What nodes and relations mean."""

    @property
    def graph(self) -> GraphStore:
        """The nodes and edges."""

    @property
    def registry(self) -> Registry:
        """The names."""


def read(
    question: str, source: Base, embedder: Embedder, prior: Mapping[str, Any] | None = None, threshold: float = 0.5
) -> Interpretation:
    """What a question asks of a source; `prior` is the plan of the question it follows up, if it does."""
    schema = schema_of(source, embedder)
    text = " ".join(question.split())
    links = tuple(source.registry.link(text))
    if schema.domain.intents:
        return declared.read(schema, text, links, prior or {}, threshold)
    return derived.read(schema, text, links, prior or {}, threshold)


def schema_of(source: Base, embedder: Embedder) -> SchemaIndex:
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
