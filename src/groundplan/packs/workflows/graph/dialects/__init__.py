"""The dialects of workflow graphs: one file each, told apart by the documents themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from groundplan.packs.workflows.graph.contract import Graph
from groundplan.packs.workflows.graph.cursor import At
from groundplan.packs.workflows.graph.dialects import (
    dependencies,
    dify,
    langgraph,
    n8n,
    prompt,
    runtime,
    schema,
    serverless,
    states,
)

Likely = Callable[[dict[str, Any], list[dict[str, Any]]], int]


@dataclass(frozen=True)
class Dialect:
    """One way of writing a graph down."""

    name: str
    title: str
    likely: Likely
    read: Callable[[At], Graph]
    emit: Callable[[Graph], dict[str, Any]] | None = None
    ours: bool = False
    """One of the four that are mended before they are read."""


DIALECTS = (
    # where two are as likely, the first is taken
    Dialect("asl", "Amazon States Language", states.likely, states.read, states.emit),
    Dialect("n8n", "n8n", n8n.likely, n8n.read),
    Dialect("dify", "Dify", dify.likely, dify.read),
    Dialect("serverless", "Serverless Workflow 1.0", serverless.likely, serverless.read),
    Dialect("prompt", "nodes and edges as lists", prompt.likely, prompt.read, prompt.emit, ours=True),
    Dialect("schema", "nodes as a map, with executor types", schema.likely, schema.read, schema.emit, ours=True),
    Dialect(
        "runtime", "nodes as a map, with settings of workers", runtime.likely, runtime.read, runtime.emit, ours=True
    ),
    Dialect(
        "orchestrator", "nodes with dependencies", dependencies.likely, dependencies.read, dependencies.emit, ours=True
    ),
)
TEXTS: dict[str, Callable[[Graph], str]] = {"langgraph": langgraph.emit}
"""Programs, which are written and never read."""


def recognised(document: dict[str, Any]) -> Dialect | None:
    """The dialect of a document; None where nothing in it is of a graph."""
    nodes = document.get("nodes")
    given = nodes if isinstance(nodes, list) else nodes.values() if isinstance(nodes, dict) else ()
    plain = [node for node in given if isinstance(node, dict)]
    votes = [(dialect.likely(document, plain), dialect) for dialect in DIALECTS]
    most, best = max(votes, key=lambda vote: vote[0])
    return best if most else None


def dialect(name: str) -> Dialect:
    """The dialect of that name."""
    return next(one for one in DIALECTS if one.name == name)
