"""The dialect `orchestrator`: a list of nodes, each with what it depends on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.packs.workflows.graph.contract import ASKING, Edge, Executor, Graph, Router
from groundplan.packs.workflows.graph.cursor import At, Path
from groundplan.packs.workflows.graph.dialects import dago, runtime

KINDS = ("agent", "llm", "tool", "http", "python", "bash", "custom", "router")
WORDS = dago.Words(
    "entry_node", "from", "to", listed=True, style="template", prefix="state.", kinds=KINDS, beside=("dependencies",)
)


def likely(document: dict[str, Any], nodes: list[dict[str, Any]]) -> int:
    """How much of a document is as this dialect writes it."""
    named = any(node.get("type") in KINDS[:-1] for node in nodes)
    waiting = any("dependencies" in node for node in nodes)
    return isinstance(document.get("nodes"), list) + 4 * waiting + 3 * named


def read(at: At) -> Graph:
    """A document of the dialect as a graph: what depends on nothing is its entry, where that is one node."""
    at.text("id", required=True)
    edges = list(_dependencies(at))
    graph = dago.read_graph(at, WORDS, _executor, runtime.router, edges)
    after = {edge.target for edge, _ in edges}
    starts = [node.id for node in graph.nodes if node.id not in after]
    return graph if graph.entry or len(starts) != 1 else graph.model_copy(update={"entry": starts[0]})


def emit(graph: Graph) -> dict[str, Any]:
    """The graph as a document of the dialect."""
    before: dict[str, dict[str, None]] = {}
    for link in graph.links():
        before.setdefault(link.target, {})[link.source] = None
    nodes = [_written(node, list(before.get(node.id, ()))) for node in graph.nodes]
    document = {**dago.write_graph_head(graph, WORDS), "nodes": nodes, "metadata": dict(graph.metadata)}
    return dago.sealed(dago.without_nothing(document), graph, read)


def _dependencies(at: At) -> Iterator[tuple[Edge, Path]]:
    nodes = at.fields.get("nodes")
    for number, node in enumerate(nodes if isinstance(nodes, list) else ()):
        place = at.to("nodes", nodes).to(number, node)
        for name in place.items("dependencies"):
            source, id = name.as_text(), place.fields.get("id")
            if source and isinstance(id, str) and id:
                yield Edge(source=source, target=id), name.path


def _executor(at: At, id: str) -> Executor:
    kind: Any = at.fields.get("type")
    if kind not in KINDS:
        return Executor(id=id, mode="custom")
    if kind not in ASKING:
        return runtime.executor(at, id).model_copy(update={"mode": kind})
    model, tools = dago.read_model(at, "system", "prompt"), dago.read_tool_names(at, "tools")
    return Executor(id=id, mode=kind, model=model, tools=tools, max_iterations=at.whole("max_iterations", 1))


def _written(node: Any, before: list[str]) -> dago.Document:
    document = {**dago.write_head(node), "dependencies": before}
    if isinstance(node, Router):
        return {**document, "config": runtime.choice(node)}
    if not isinstance(node, Executor):
        return document
    document["type"] = node.mode
    if node.mode not in ASKING:
        return {**document, "config": runtime.config(node)}
    more = {"tools": list(node.tools), "max_iterations": node.max_iterations}
    return {**document, **dago.write_model(node.model, "template", "system", "prompt"), **dago.without_nothing(more)}
