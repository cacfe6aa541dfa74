"""A graph with its domain -> a sheet for each type, with the keys by which its links are passed.

Numbers and dates that triples name become fields, where nothing has two of a kind; else they are things with a value.
Links of which something is said have a sheet of their own as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from groundplan.packs.knowledge.domain.derive import are_values
from groundplan.packs.knowledge.domain.relation_words import plural
from groundplan.packs.knowledge.graph.store import GraphStore
from groundplan.packs.knowledge.nouns import Domain, Edge, Node
from groundplan.packs.knowledge.records.columns import Sheet, fill, free_name, main_language, own_columns
from groundplan.packs.knowledge.records.links import Links, back_name, links
from groundplan.sources.names import table_name
from groundplan.sources.shape import Key


def sheets(graph: GraphStore, domain: Domain, taken: Iterable[str]) -> list[Sheet]:
    """Every type that has nodes, then the links of which something is said; none has a name that is taken."""
    nodes = {type: some for type in domain.types if (some := list(graph.nodes(type)))}
    return list(_Sheets(graph, domain, nodes, taken).made())


class _Sheets:
    def __init__(
        self, graph: GraphStore, domain: Domain, nodes: Mapping[str, Sequence[Node]], taken: Iterable[str]
    ) -> None:
        self._domain, self._nodes, self._names = domain, nodes, list(taken)
        self._links = links(graph, nodes)
        self._language = main_language(node for some in nodes.values() for node in some)
        self._told = [link for link in self._links if link.told]
        things = {link.source for link in self._links} | {link.target for link in self._told}
        self._figures = {type for type in nodes if type not in things and _are_figures(nodes[type])}
        several = {link.target for link in self._links if link.several}
        self._values = self._figures - several  # a film of two years leads to years, as it does to actors
        self._sheets: dict[str, Sheet] = {}

    def made(self) -> Iterable[Sheet]:
        for type in self._nodes:
            if type not in self._values:
                self._sheets[type] = Sheet(
                    type, self._free(_dataset_name(type, self._domain)), _files(self._nodes[type])
                )
                own_columns(self._sheets[type], self._nodes[type], self._language)
                if type in self._figures:
                    self._sheets[type].add("value", [node.name for node in self._nodes[type]], values=True)
        for link in self._links:
            if link.target in self._values:
                self._field(link)
        for link in self._links:
            if link.target not in self._values:
                self._key(link)
        return [*self._sheets.values(), *map(self._own_sheet, self._told)]

    def _field(self, link: Links) -> None:
        named = {node.id: node.name for node in self._nodes[link.target]}
        cells = self._cells(link.source, ((edge.source, named[edge.target]) for edge in link.edges))
        self._sheets[link.source].add(link.relation, _single(cells), values=True)

    def _key(self, link: Links) -> None:
        """A column on the side that names one row of the other; lists where neither does."""
        one, other = self._sheets[link.source], self._sheets[link.target]
        back = back_name(link, self._links, one.name, self._domain)
        back = f"{back}_by_{link.relation}" if back in other.columns else back
        if link.parts:
            pairs = [(edge.target, edge.source) for edge in link.edges]
            self._point(other, back, pairs, one, link.relation)
        else:
            self._point(one, link.relation, [(edge.source, edge.target) for edge in link.edges], other, back)

    def _point(self, here: Sheet, name: str, pairs: Sequence[tuple[str, str]], there: Sheet, back: str) -> None:
        short = f"{there.type}:"
        cells = self._cells(here.type, ((start, end.removeprefix(short)) for start, end in pairs))
        column = here.add(name, _single(cells))
        here.keys.append(Key(column=column, table=there.name, other="id", declared=True))
        here.ways[column] = (column, back)

    def _cells(self, type: str, pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
        found: dict[str, dict[str, None]] = {}
        for start, end in pairs:
            found.setdefault(start, {})[end] = None  # once, however often it is linked
        return [list(found.get(node.id, ())) for node in self._nodes[type]]

    def _own_sheet(self, link: Links) -> Sheet:
        """A row a link: both ends, and what is said of it."""
        made = Sheet("", self._free(f"{link.relation}_links"), _files(link.edges))
        sides = (
            (link.source, [edge.source for edge in link.edges]),
            (link.target, [edge.target for edge in link.edges]),
        )
        for type, ids in sides:
            column = made.add(type, [id.removeprefix(f"{type}:") for id in ids])
            there = self._sheets[type].name
            made.keys.append(Key(column=column, table=there, other="id", declared=True))
            made.ways[column] = (column, made.name if link.source != link.target else f"{made.name}_by_{column}")
        for name in dict.fromkeys(name for edge in link.edges for name in edge.fields):
            fill(made, name, [edge.fields.get(name) for edge in link.edges], self._language)
        return made

    def _free(self, name: str) -> str:
        free = free_name(name, self._names)
        self._names.append(free)
        return free


def _files(told: Sequence[Node | Edge]) -> str:
    return ", ".join(dict.fromkeys(one.document for one in told))


def _are_figures(nodes: Sequence[Node]) -> bool:
    """Whether these are figures or dates of which nothing is said."""
    plain = not any(node.fields or node.names or node.aliases for node in nodes)
    return plain and are_values({node.name for node in nodes})


def _single(cells: Sequence[list[str]]) -> list[object]:
    """Lists as they are where any holds several; else what they hold."""
    if any(len(some) > 1 for some in cells):
        return [some or None for some in cells]
    return [some[0] if some else None for some in cells]


def _dataset_name(type: str, domain: Domain) -> str:
    """Many of it, as the schema calls them in English; else the type as it is written."""
    called = domain.types[type].called.get("en", ())
    return table_name(called[1] if len(called) > 1 else plural(type) if type.isascii() else type, ())
