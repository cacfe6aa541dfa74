"""The links of a graph by the relation and the types that they join: how many lead to one, what each way is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from groundplan.packs.knowledge.domain.relation_words import plural
from groundplan.packs.knowledge.graph.store import GraphStore
from groundplan.packs.knowledge.nouns import Domain, Edge, Node

OF = " of"
PASSIVE = (["is"], ["are"], ["was"], ["were"])
"""How words begin that are said of what is led to: `is headed by`."""


@dataclass(frozen=True)
class Links:
    """All links of one relation between two types."""

    source: str
    relation: str
    target: str
    edges: tuple[Edge, ...]

    @property
    def parts(self) -> bool:
        """Whether things lead to several each that nothing else leads to: a firm to its projects, hardly by chance."""
        starts, ends = (Counter(getattr(edge, side) for edge in self.edges) for side in ("source", "target"))
        return max(ends.values()) == 1 and len(self.edges) >= 2 * len(starts)

    @property
    def several(self) -> bool:
        """Whether anything leads to more than one."""
        return len({edge.source for edge in self.edges}) < len(self.edges)

    @property
    def told(self) -> bool:
        """Whether anything is said of the links themselves: since when, in what part."""
        return any(edge.fields for edge in self.edges)


def links(graph: GraphStore, nodes: Mapping[str, Sequence[Node]]) -> list[Links]:
    """The links between nodes of these types, in the order they came."""
    type_of = {node.id: type for type, some in nodes.items() for node in some}
    found: dict[tuple[str, str, str], list[Edge]] = {}
    for id, type in type_of.items():
        for hop in graph.hops(id):
            for edge in graph.edges(id, hop) if not hop.startswith("-") else ():
                found.setdefault((type, hop, type_of[edge.target]), []).append(edge)
    return [Links(*ends, tuple(edges)) for ends, edges in found.items()]


def back_name(link: Links, every: Sequence[Links], dataset: str, domain: Domain) -> str:
    """How the one leads back to the many: as the schema says, else by the dataset there.

    `works of` names the many where works are what they are called; `is headed by` is said of the one. What else ends in
    `of` may be said of either: a head is of a department, and a setter of a route.
    """
    about, ends = domain.types[link.source], {link.source, link.target}
    said = domain.relations[link.relation].inverse.get("en", ()) if link.relation in domain.relations else ()
    alone = len(ends) == 2 and sum({one.source, one.target} == ends for one in every) == 1
    if about.single and alone:
        return link.source
    nouns = {plural(word) for word in (*about.called.get("en", ())[:1], *about.says.get("en", ()))}
    named = [phrase.removesuffix(OF) for phrase in said if phrase.endswith(OF) and phrase.removesuffix(OF) in nouns]
    told = [phrase.split() for phrase in said if phrase.split()[:1] in PASSIVE and len(phrase.split()) > 2]
    likely = [*named, *([dataset] if alone else ["_".join(words[1:]) for words in told])]
    return likely[0].replace(" ", "_") if likely else f"{dataset}_by_{link.relation}"
