"""How the tools are done: hops through the graph, and the search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from groundplan.language.russian import lemmas
from groundplan.packs.knowledge.graph.store import GraphStore, far_end
from groundplan.packs.knowledge.node_text import told
from groundplan.packs.knowledge.nouns import Domain, Edge, Node, Passage, language_of

if TYPE_CHECKING:
    from groundplan.packs.knowledge.client import KnowledgeSource

Payload = dict[str, Any]
"""FactsPayload as plain data, so that conditions can read it: found, items, coverage."""


EVERY = ":*"
WIDER, DEEPER = 2, 8
"""How many times more passages are looked at: to prefer those in the question's language, to find a name in them."""


def graph_query_tool(
    graph: KnowledgeSource, intent: str = "", entity_id: str | Sequence[str] | None = None,
    start: Payload | None = None, hop: str | None = None, joined: Sequence[Mapping[str, str]] = (),
    where: Mapping[str, Any] | None = None, without: Sequence[str] = (), fields: Sequence[str] = (),
    group: bool = False, language: str = "en",
) -> Payload:  # fmt: skip
    """The nodes one hop away from where it starts; without a hop, the start itself. Nothing is cut off here."""
    starts = _starts(graph.graph, entity_id, start)
    reached = _reached(graph.graph, graph.domain, starts, hop)
    there = [(node, edge, origin) for id, edge, origin in reached if (node := graph.graph.node(id))]
    kept = [(n, e, o) for n, e, o in there if n.id not in without and _meets(n, e, where or {})]
    kept = [(n, e, o) for n, e, o in kept if all(_joins(graph.graph, n.id, condition) for condition in joined)]
    items: dict[str, dict[str, Any]] = {}
    for node, edge, origin in kept:
        item = items.setdefault(node.id, _item(graph.domain, node, edge, fields, language))
        item["from"].append({"id": origin, "name": _called(graph.graph, origin, language), "grouped": group})
    return _payload(list(items.values()), _coverage(reached, there))


def document_search(
    documents: KnowledgeSource, query: str, top_k: int = 5, filters: Mapping[str, Any] | None = None,
    doc_types: Sequence[str] = (), must: Sequence[str] = (),
) -> Payload:  # fmt: skip
    """The passages nearest to the query by words and meaning, the best first."""
    nodes = list((filters or {}).get("nodes", ()))
    found = documents.passages(query, top_k * (DEEPER if must else WIDER), doc_types, nodes)
    fitting = [(passage, score) for passage, score in found if _has(passage, must)]
    spoken = sorted(fitting, key=lambda one: one[0].language != language_of(query))[:top_k]
    items = [
        {"id": passage.id, "type": "passage", "name": passage.title, "text": passage.text, "from": [], "score": score}
        for passage, score in spoken
    ]
    return _payload(items, 1.0)


def _has(passage: Passage, must: Sequence[str]) -> bool:
    if not must:
        return True
    words = set(lemmas(f"{passage.title} {passage.text}"))
    return all(set(lemmas(name)) <= words for name in must)


def _starts(graph: GraphStore, entity_id: str | Sequence[str] | None, start: Payload | None) -> list[str]:
    if start is not None:
        return [item["id"] for item in start["items"]]
    given = [entity_id] if isinstance(entity_id, str) else list(entity_id or ())
    return [id for one in given for id in (_every(graph, one) if one.endswith(EVERY) else [one])]


def _every(graph: GraphStore, pattern: str) -> list[str]:
    """Every node of a type: `project:*`."""
    return [node.id for node in graph.nodes(pattern.removesuffix(EVERY))]


def _joins(graph: GraphStore, id: str, condition: Mapping[str, str]) -> bool:
    """Whether a found node is the one named, or leads to it by the hop."""
    hop = condition.get("hop")
    return (
        any(far_end(edge, hop) == condition["node"] for edge in graph.edges(id, hop))
        if hop
        else id == condition["node"]
    )


def _own_edge(graph: GraphStore, id: str, domain: Domain) -> Edge | None:
    """The edge from the one node a base is about, which may say how well or since when."""
    single = {name for name, kind in domain.types.items() if kind.single}
    against = [hop for hop in graph.hops(id) if hop.startswith("-")]
    edges = [edge for hop in against for edge in graph.edges(id, hop) if edge.source.partition(":")[0] in single]
    return next((edge for edge in edges if edge.fields), None)


def _reached(
    graph: GraphStore, domain: Domain, starts: Iterable[str], hop: str | None
) -> list[tuple[str, Edge | None, str]]:
    """Each node reached, by which edge, and from where; a start that is no node leads nowhere."""
    if not hop:
        return [(id, _own_edge(graph, id, domain), id) for id in starts]
    return [(far_end(edge, hop), edge, id) for id in starts for edge in graph.edges(id, hop)]


def _meets(node: Node, edge: Edge | None, where: Mapping[str, Any]) -> bool:
    known = {**node.fields, **(edge.fields if edge else {})}
    return all(_is(known.get(name), wanted) for name, wanted in where.items())


def _is(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, (list, tuple)):
        return any(_is(value, one) for one in wanted)
    return wanted in value if isinstance(value, (list, tuple)) else bool(value == wanted)


def _item(domain: Domain, node: Node, edge: Edge | None, fields: Sequence[str], language: str) -> dict[str, Any]:
    text = told(domain, node, edge, fields, language)
    return {"id": node.id, "type": node.type, "name": node.called(language), "text": text, "from": []}


def _called(graph: GraphStore, id: str, language: str) -> str:
    node = graph.node(id)
    return node.called(language) if node else ""


def _coverage(reached: Sequence[Any], there: Sequence[Any]) -> float:
    """How much of what the graph points at is there: an edge to a node that was never recorded is a gap."""
    return len(there) / len(reached) if reached else 1.0


def _payload(items: list[dict[str, Any]], coverage: float) -> Payload:
    return {"found": bool(items), "items": items, "coverage": coverage}


IMPLEMENTATIONS: dict[str, Callable[..., Payload]] = {
    "graph_query_tool": graph_query_tool,
    "document_search": document_search,
}
