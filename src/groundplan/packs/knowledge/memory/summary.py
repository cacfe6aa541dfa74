"""QueryPlan -> a short summary of what was asked before, for the planner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def summary(prior: Mapping[str, Any] | None) -> str:
    """Intents and names of the question before; empty where there is none: `TECHNOLOGY_USAGE of RAG`."""
    if not prior:
        return ""
    names = ", ".join(entity["name"] for entity in prior.get("entities", ()))
    asked = ", ".join(prior.get("intents", ()))
    return f"{asked} of {names}" if names else asked
