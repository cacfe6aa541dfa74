"""Graphs as a language model writes them, in few words."""

from __future__ import annotations

import json
from typing import Any

Node = dict[str, Any]


def ref(name: str) -> dict[str, str]:
    return {"$ref": name}


def call(id: str, tool: str, *said: str, when: str | None = None, each: str | None = None, **args: Any) -> Node:
    """A node that calls one tool."""
    return {
        "id": id, "type": "executor", "said": list(said), "description": f"{tool}", "when": when,
        "each": ref(each) if each else None,
        "config": {"mode": "tool", "tool_calls": [{"tool_name": tool, "parameters": args}]},
    }  # fmt: skip


def router(id: str, *said: str, routes: dict[str, str], fallback: str | None = None) -> Node:
    """A router by conditions."""
    listed = [{"condition": condition, "target": target} for condition, target in routes.items()]
    config = {"mode": "deterministic", "routes": listed, "fallback": fallback}
    return {"id": id, "type": "router", "said": list(said), "description": "", "config": config}


def graph(*nodes: Node, edges: tuple[tuple[str, str], ...] = ()) -> dict[str, Any]:
    """The whole answer."""
    drawn = [{"source": one, "target": other} for one, other in edges]
    return {
        "reasoning": "As the words say.",
        "graph": {"entry_point": nodes[0]["id"], "nodes": list(nodes), "edges": drawn},
    }


def text(*nodes: Node, **more: Any) -> str:
    return json.dumps(graph(*nodes, **more))
