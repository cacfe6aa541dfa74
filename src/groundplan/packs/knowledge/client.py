"""Opens the sources of a question: a base, or raw files that are read once into the cache."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from groundplan.errors import SourceError
from groundplan.packs.knowledge.graph.store import DictGraphStore, GraphStore, unwatched
from groundplan.packs.knowledge.ingest.base import (
    VERSION,
    counts,
    domain,
    notes,
    passage_kinds,
    read_edges,
    read_nodes,
    read_only,
    told,
)
from groundplan.packs.knowledge.ingest.places import is_base, resolved
from groundplan.packs.knowledge.ingest.searching import add_meaning, catch_up
from groundplan.packs.knowledge.ingest.update import current, ingest
from groundplan.packs.knowledge.nouns import Domain, Passage

if TYPE_CHECKING:
    from groundplan.contracts.source_model import SourceModel
    from groundplan.packs.knowledge.records.opened import Records
    from groundplan.packs.knowledge.registry import EntityRegistry
    from groundplan.packs.knowledge.search import Search


OWN = ("graph", "documents")
"""What a step reads of any base."""
DOCUMENT, RECORD = "document", "record"
"""Kinds of passages: any but records; what stands in the graph as well."""


@dataclass(frozen=True)
class Known:
    """What a base holds: its domain and, made when a query first asks for it, the model of its records."""

    domain: Domain
    records: Callable[[], Records]

    @property
    def understood(self) -> SourceModel:
        """Its types as datasets, its links as relations."""
        return self.records().understood


class KnowledgeSource:
    """An opened base. Graph, registry, search and records are each made when they are first asked for, and once."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = RLock()
        self._domain = Domain()
        self._notes: tuple[str, ...] = ()
        self._counts = {"documents": 0, "nodes": 0, "edges": 0, "passages": 0}
        if folder is not None:
            with read_only(folder) as base:
                self._domain, self._notes, self._counts = domain(base), tuple(notes(base)), counts(base)

    @property
    def model(self) -> Known:
        """What the nodes and relations mean, and what queries ask."""
        return Known(self._domain, lambda: self.records)

    @property
    def names(self) -> tuple[str, ...]:
        """What a step may read: the graph and the documents; the datasets, once a query asked for them."""
        records = self.__dict__.get("_records")
        return (*OWN, *(records.names if records else ()))

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know: files left out, references that lead nowhere, how documents were searched."""
        search = self.__dict__.get("_search")
        return (*self._notes, *(search.notes if search else ()))

    @property
    def domain(self) -> Domain:
        """What the nodes and relations mean."""
        return self._domain

    @property
    def size(self) -> dict[str, int]:
        """How many documents, nodes, edges and passages there are."""
        return dict(self._counts)

    @property
    def folder(self) -> Path | None:
        """Where it lies on disk."""
        return self._folder

    @property
    def graph(self) -> GraphStore:
        """The typed graph."""
        with self._lock:
            return self._graph

    @property
    def registry(self) -> EntityRegistry:
        """The names by which nodes are known."""
        with self._lock:
            return self._registry

    @property
    def search(self) -> Search | None:
        """The search over passages; None where there are no passages."""
        with self._lock:
            return self._search

    @property
    def records(self) -> Records:
        """The types as datasets."""
        with self._lock:
            return self._records

    def passages(
        self, query: str, top: int = 10, kinds: Sequence[str] = (), nodes: Sequence[str] = ()
    ) -> Sequence[tuple[Passage, float]]:
        """The passages nearest to a query, the best first; records only where documents have nothing."""
        search = self.search
        if search is None:
            return []
        wanted = tuple(kinds) or (DOCUMENT,)
        if DOCUMENT in wanted:
            written = tuple(kind for kind in self._kinds if kind != RECORD)
            found = search.search(query, top=top, kinds=written, nodes=tuple(nodes)) if written else []
            if found or kinds:
                return found
        return search.search(query, top=top, kinds=tuple(kinds), nodes=tuple(nodes))

    def get(self, name: str) -> Any:
        """What a step reads: the graph with its domain, or the documents, which are this source; or a dataset."""
        if name in self.names and name not in OWN:
            return self.records.get(name)
        if name not in OWN:
            raise SourceError(f"no {name!r} in a base; there is {', '.join(self.names)}.")
        return self

    def close(self) -> None:
        """Gives the graph and the indexes back."""
        with self._lock:
            search = self.__dict__.get("_search")
            records = self.__dict__.get("_records")
            for made in ("_graph", "_registry", "_search", "_records"):
                self.__dict__.pop(made, None)
        for close in (getattr(search, "close", None), records and records.close):
            if close:
                close()

    @cached_property
    def _kinds(self) -> tuple[str, ...]:
        assert self._folder is not None
        with read_only(self._folder) as base:
            return passage_kinds(base)

    @cached_property
    def _graph(self) -> GraphStore:
        if self._folder is None:
            return DictGraphStore()
        with unwatched(), read_only(self._folder) as base:
            nodes = read_nodes(base)
            return DictGraphStore(nodes, read_edges(base, nodes))

    @cached_property
    def _registry(self) -> EntityRegistry:
        from groundplan.packs.knowledge.registry import EntityRegistry

        return EntityRegistry(self.graph.nodes())

    @cached_property
    def _records(self) -> Records:
        from groundplan.packs.knowledge.records.opened import Records
        from groundplan.packs.knowledge.records.sheets import sheets

        if not self._counts["nodes"]:
            raise SourceError("the base has no records or links that a query could ask; ask in words instead.")
        assert self._folder is not None
        return Records(sheets(self.graph, self._domain, OWN), self._domain, self._folder / "spill")

    @cached_property
    def _search(self) -> Search | None:
        if self._folder is None or not self._counts["passages"]:
            return None
        from groundplan.packs.knowledge.search import open_search

        catch_up(self._folder)
        add_meaning(self._folder)
        return open_search(self._folder)


def open_sources(sources: tuple[str, ...], cache: Path) -> KnowledgeSource:
    """A base as it is; raw files and folders, or several together, read into the cache as far as they changed."""
    if not sources:
        return KnowledgeSource(None)
    found = list(dict.fromkeys(resolved(source) for source in sources))
    if len(found) == 1 and is_base(found[0]):
        _check_version(found[0])
        return KnowledgeSource(found[0])
    folder = cache / "knowledge" / _key(found)
    if not current(found, folder):
        ingest(found, folder, vectors="later")  # made when something is first searched
    opened = KnowledgeSource(folder)
    if not opened.size["nodes"] and not opened.size["passages"]:
        why = "; ".join(opened.notes) or "no file there is of a known kind"
        raise SourceError(f"nothing to ask in {', '.join(path.name for path in found)}: {why}.")
    return opened


def _key(paths: Sequence[Path]) -> str:
    """A folder for these paths; what lies there is known by content, so a changed file is read again."""
    return hashlib.sha256("\n".join(map(str, paths)).encode()).hexdigest()[:24]


def _check_version(folder: Path) -> None:
    with read_only(folder) as base:
        version = told(base, "version")
    if version != VERSION:
        raise SourceError(
            f"the base {str(folder)!r} was made by another version of groundplan; "
            f"read its sources again: groundplan ingest --into {folder}"
        )
