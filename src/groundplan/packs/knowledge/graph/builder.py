"""Records and triples of all documents -> one typed graph: names become nodes, references become edges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from groundplan.packs.knowledge.domain.derive import derive_shape
from groundplan.packs.knowledge.domain.relation_words import plural
from groundplan.packs.knowledge.graph.store import DictGraphStore, quick
from groundplan.packs.knowledge.nouns import Domain, Edge, Node, NodeType
from groundplan.plan.nearest import nearest


def slug(name: str) -> str:
    """A name as the part of an id: lower case, words joined by `-`; letters of any language stay."""
    plain = re.sub(r"[^\w.+#]+", "-", name.casefold()).strip("-")
    return plain if re.search(r"\w", plain) else "u" + name.encode().hex()


class Names:
    """Nodes by id and by every name they have, within their type."""

    def __init__(self, nodes: Iterable[Node] = ()) -> None:
        self._types: dict[str, str] = {}
        self._exact: dict[tuple[str, str], list[str]] = {}
        self._loose: dict[tuple[str, str], list[str]] = {}
        for node in nodes:
            self.add(node)

    def add(self, node: Node) -> None:
        """A further node."""
        self._types[node.id] = node.type
        more = (*node.names.values(), *node.aliases)
        for name in {node.name, *more} if more else (node.name,):
            self._exact.setdefault((node.type, name), []).append(node.id)
            self._loose.setdefault((node.type, name.casefold()), []).append(node.id)

    def find(self, said: str, type: str, exactly: bool = False) -> list[str]:
        """Ids of the nodes of a type that are meant: by name, by id or its own part, then by name without case."""
        found = self._exact.get((type, said))
        if found or exactly:
            return found or ([said] if self._types.get(said) == type else [])
        for id in (said, f"{type}:{said}", f"{type}:{slug(said)}"):
            if self._types.get(id) == type:
                return [id]
        return self._loose.get((type, said.casefold()), [])

    def anywhere(self, said: str) -> list[str]:
        """Ids of the nodes of any type that are meant."""
        if said in self._types:
            return [said]
        return [id for type in dict.fromkeys(self._types.values()) for id in self.find(said, type)]

    def ids(self, type: str) -> list[str]:
        """Every id of a type, without the type."""
        return [id.removeprefix(f"{type}:") for id, of in self._types.items() if of == type]

    def spoken(self, type: str) -> list[str]:
        """Every name of a type."""
        return [name for of, name in self._exact if of == type]


NOTHING: dict[str, Any] = {}
"""Shared by everything that has no fields: 134,000 empty dicts would be 8 MB."""


@dataclass(frozen=True)
class Reference:
    """A record says that it stands in a relation to something named."""

    relation: str
    to: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    against: bool = False
    """The record is the relation's target."""


@dataclass(frozen=True)
class Record:
    """A node as a document declares it, with references not yet followed."""

    node: Node
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True)
class Built:
    """The graph as values, the domain it belongs to, and notes by document."""

    domain: Domain
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    notes: tuple[tuple[str, str], ...] = ()

    def store(self) -> DictGraphStore:
        """The graph in memory."""
        return DictGraphStore(self.nodes, self.edges)


class GraphBuilder:
    """Takes records and triples, in any order; `build` joins them."""

    def __init__(self, domain: Domain | None = None) -> None:
        self._domain = domain or Domain()
        self._records: dict[str, Record] = {}
        self._references: list[tuple[str, str, Reference]] = []
        self._triples: list[tuple[str, Sequence[Sequence[str]]]] = []
        self._notes: list[tuple[str, str]] = []

    def add(self, record: Record) -> None:
        """A record; one that is declared twice is one node with the fields of both."""
        node = record.node
        before = self._records.get(node.id)
        if before:
            node = self._joined(before.node, node)
        self._records[node.id] = Record(node)
        self._references += [(node.id, record.node.document, reference) for reference in record.references]

    def add_triples(self, triples: Sequence[Sequence[str]], document: str = "") -> None:
        """Triples as `(subject, relation, object)`, by name."""
        self._triples.append((document, triples))

    def note(self, document: str, text: str) -> None:
        """Something a person should know of a document."""
        self._notes.append((document, text))

    def build(self) -> Built:
        """Everything joined; what cannot be joined is noted."""
        nodes = {id: record.node for id, record in self._records.items()}
        names = Names(nodes.values())
        edges = [edge for id, document, one in self._references if (edge := self._edge(id, document, one, names))]
        shape = derive_shape(self._all_triples(), self._domain)
        for document, triples in self._triples:
            edges += _joined_triples(triples, document, shape.source, shape.target, names, nodes)
        domain = _with_types(shape.domain, nodes.values())
        return Built(domain, tuple(nodes.values()), tuple(_once(edges)), tuple(dict.fromkeys(self._notes)))

    def _all_triples(self) -> Iterable[tuple[str, str, str]]:
        return ((one[0], one[1], one[2]) for _, triples in self._triples for one in triples)

    def _edge(self, id: str, document: str, reference: Reference, names: Names) -> Edge | None:
        relation = self._domain.relations[reference.relation]
        wanted = relation.source if reference.against else relation.target
        found = names.find(reference.to, wanted)
        if len(found) != 1:
            self.note(document, _unknown(id, reference, wanted, found, names))
            return None
        ends = (found[0], id) if reference.against else (id, found[0])
        return Edge(
            source=ends[0], relation=reference.relation, target=ends[1], fields=dict(reference.fields),
            document=document,
        )  # fmt: skip

    def _joined(self, first: Node, second: Node) -> Node:
        clash = [key for key in first.fields.keys() & second.fields if first.fields[key] != second.fields[key]]
        if clash or first.name != second.name:
            what = ", ".join(sorted(clash)) or "name"
            self.note(second.document, f"{second.id!r} is declared before with another {what}; the first stands")
        return first.model_copy(
            update={
                "names": {**second.names, **first.names},
                "aliases": tuple(dict.fromkeys((*first.aliases, *second.aliases))),
                "fields": {**second.fields, **first.fields},
            }
        )


def _unknown(id: str, reference: Reference, wanted: str, found: Sequence[str], names: Names) -> str:
    said = f"{id!r} {reference.relation} {reference.to!r}"
    if found:
        return f"{said}: several are called so, {', '.join(found[:4])}; name one by its id"
    near = nearest(reference.to, names.ids(wanted)) or nearest(reference.to, names.spoken(wanted))
    hint = f"did you mean {near!r}?" if near else f"no {wanted} is called so"
    return f"{said}: unknown, so this edge was left out; {hint}"


def _joined_triples(
    triples: Sequence[Sequence[str]], document: str, source: Mapping[str, str], target: Mapping[str, str],
    names: Names, nodes: dict[str, Node],
) -> Iterable[Edge]:  # fmt: skip
    """An edge for each triple; a name is looked up among the nodes of its type, and made a node if it is none."""
    seen: dict[tuple[str, str], str] = {}

    def node(name: str, type: str) -> str:
        known = seen.get((type, name))
        if known is None:
            found = names.find(name, type, exactly=True)
            known = found[0] if found else _made(name, type, document, names, nodes)
            seen[type, name] = known
        return known

    for subject, relation, object in triples:
        ends = {"source": node(subject, source[relation]), "target": node(object, target[relation])}
        yield quick(Edge, {**ends, "relation": relation, "fields": NOTHING, "document": document})


def _made(name: str, type: str, document: str, names: Names, nodes: dict[str, Node]) -> str:
    base = id = f"{type}:{slug(name)}"
    number = 2
    while id in nodes:
        id, number = f"{base}~{number}", number + 1
    known = {"id": id, "type": type, "name": name, "names": NOTHING, "aliases": ()}
    nodes[id] = quick(Node, {**known, "fields": NOTHING, "document": document})
    names.add(nodes[id])
    return id


def _with_types(domain: Domain, nodes: Iterable[Node]) -> Domain:
    """The domain with every type that any node has: a registry declares its types by using them."""
    used = dict.fromkeys(node.type for node in nodes)
    more = {type: NodeType(called={"en": (type, plural(type))}) for type in used if type not in domain.types}
    return domain.model_copy(update={"types": {**domain.types, **more}}) if more else domain


def _once(edges: Iterable[Edge]) -> Iterable[Edge]:
    seen: set[tuple[Any, ...]] = set()
    for edge in edges:
        key = (edge.source, edge.relation, edge.target, repr(edge.fields) if edge.fields else "")
        if key not in seen:
            seen.add(key)
            yield edge
