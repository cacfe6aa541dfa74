"""The plan before -> what a follow-up takes over from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundplan.packs.knowledge.nouns import Link
from groundplan.packs.knowledge.reading.atlas import Atlas


def prior_links(atlas: Atlas, prior: Mapping[str, Any], at: int) -> tuple[Link, ...]:
    """The nodes of the plan before, as if named at the end of the question."""
    found = []
    for entity in prior.get("entities", ()):
        node = atlas.graph.node(str(entity.get("id", "")))
        if node:
            found.append(
                Link(node=node.id, type=node.type, name=node.name, start=at, end=at, said="", score=0.8, how="exact")
            )
    return tuple(found)


def prior_intents(prior: Mapping[str, Any]) -> tuple[str, ...]:
    """The intents of the plan before."""
    return tuple(str(intent) for intent in prior.get("intents", ()))
