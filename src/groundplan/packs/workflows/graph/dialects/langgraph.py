"""Graph -> a Python program for LangGraph, as text: a person may read it and run it; nothing here does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from groundplan.errors import UsageError
from groundplan.packs.workflows.graph.contract import SHOWN_ONLY, Executor, Graph, Router
from groundplan.packs.workflows.graph.paths import Paths

END = "__end__"
"""LangGraph's name for the end of a graph."""
_HEAD = Path(__file__).with_name("langgraph_head.txt")


def emit(graph: Graph) -> str:
    """A module whose `build(tools, ask)` gives the compiled graph."""
    for node in graph.nodes:
        if isinstance(node, Executor) and node.mode in SHOWN_ONLY:
            raise UsageError(f"node {node.id!r} ({node.mode}) is shown and never run; let a tool do what it does")
    if graph.entry is None or graph.node(graph.entry) is None:
        raise UsageError("a LangGraph program needs a node to begin with, and the graph names none; set its entry")
    data = json.dumps([_settings(node) for node in graph.nodes], ensure_ascii=True, indent=1)
    told = {"TITLE": _title(graph), "DATA": f"json.loads({data!r})", "WIRING": "\n    ".join(_edges(graph))}
    return re.sub("__(TITLE|DATA|WIRING)__", lambda found: told[found[1]], _HEAD.read_text("utf-8"))


def _title(graph: Graph) -> str:
    """What it is, as a text that cannot end the one it stands in."""
    plain = re.sub(r"[^\w .,:;!?()'/-]+", " ", graph.description or graph.name or graph.id, flags=re.ASCII)
    late = " Timeouts of nodes are not kept." if any(getattr(node, "timeout", None) for node in graph.nodes) else ""
    return f"{' '.join(plain.split())[:90]}{late}" or "A workflow."


def _settings(node: Any) -> dict[str, Any]:
    """A node as the program has it: data, and no code."""
    empty: tuple[Any, ...] = (None, "", [], {}, ())
    told = {
        name: value for name, value in node.model_dump(mode="json").items() if value not in empty and name != "metadata"
    }
    if isinstance(node, Router):
        told["routes"] = [route.model_dump(mode="json") for route in node.tried()]
    return told


def _edges(graph: Graph) -> list[str]:
    """Every way between nodes; a node after several that all run waits for them."""
    paths = _conditions(graph)
    lines = [f"graph.add_edge(START, {graph.entry!r})"]
    before: dict[str, list[str]] = {}
    for edge in graph.edges:
        if edge.condition is None:
            before.setdefault(edge.target, []).append(edge.source)
    for target, sources in before.items():
        together = len(sources) > 1 and len({paths.get(source, source) for source in sources}) == 1
        given = [sources] if together else sources
        lines += [f"graph.add_edge({source!r}, {target!r})" for source in given]
    lines += _choices(graph)
    leaving = {edge.source for edge in graph.links()}
    return [*lines, *(f"graph.add_edge({node.id!r}, END)" for node in graph.nodes if node.id not in leaving)]


def _choices(graph: Graph) -> list[str]:
    lines = []
    for node in graph.nodes:
        if isinstance(node, Router):
            ends = list(dict.fromkeys([*(route.target for route in node.tried()), node.default or END]))
            lines.append(f"graph.add_conditional_edges({node.id!r}, routed({node.id!r}, ask), {ends!r})")
        ways = [(edge.condition, edge.target) for edge in graph.edges if edge.source == node.id and edge.condition]
        if ways:
            ends = list(dict.fromkeys([*(target for _, target in ways), END]))
            lines.append(f"graph.add_conditional_edges({node.id!r}, guarded({ways!r}), {ends!r})")
    return lines


def _conditions(graph: Graph) -> dict[str, str]:
    try:
        paths = Paths(graph)
        return {node.id: paths.condition(node.id) or "" for node in graph.nodes}
    except UsageError:
        return {}
