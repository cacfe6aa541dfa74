"""What changed between two graphs, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from groundplan.packs.workflows.graph.contract import Edge, Graph
from groundplan.packs.workflows.graph.drawing import told, way


def diff(before: Graph, after: Graph) -> str:
    """One line for each node and edge that was removed (-), added (+) or changed (~); empty when nothing was."""
    return "\n".join((*_nodes(before, after), *_edges(before, after), *_head(before, after)))


def _nodes(before: Graph, after: Graph) -> Iterator[str]:
    old, new = ({node.id: node for node in graph.nodes} for graph in (before, after))
    yield from (f"- node {id} ({told(node)})" for id, node in old.items() if id not in new)
    for id, node in new.items():
        if id not in old:
            yield f"+ node {id} ({told(node)})"
        elif old[id] != node:
            yield from (f"~ node {id}: {line}" for line in _changes(old[id].model_dump(), node.model_dump()))


def _edges(before: Graph, after: Graph) -> Iterator[str]:
    old, new = ([_said(edge) for edge in graph.links()] for graph in (before, after))
    yield from (f"- edge {one}" for one in dict.fromkeys(old) if one not in new)
    yield from (f"+ edge {one}" for one in dict.fromkeys(new) if one not in old)


def _head(before: Graph, after: Graph) -> Iterator[str]:
    parts = {"nodes", "edges"}
    old, new = before.model_dump(exclude=parts), after.model_dump(exclude=parts)
    yield from (f"~ {line}" for line in _changes(old, new))


def _changes(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Every value that differs, by its path."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in {**old, **new}:
            yield from _changes(old.get(name), new.get(name), f"{path}.{name}" if path else str(name))
    elif isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _changes(one, other, f"{path}.{number}")
    elif old != new:
        yield f"{path} {_short(old)} -> {_short(new)}"


def _said(edge: Edge) -> str:
    when = f" when {way(edge)}" if way(edge) else ""
    return f"{edge.source} -> {edge.target}{when}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
