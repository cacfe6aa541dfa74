"""What can be set of this pack alone."""

from __future__ import annotations

from dataclasses import dataclass

from groundplan.pack import setting


@dataclass(frozen=True)
class KnowledgeSettings:
    """How sure a reading must be, and how many tool calls it may lead to."""

    plan_confidence_threshold: float = setting(
        0.5, "a reading of a knowledge base below this confidence is not trusted: documents are searched instead"
    )
    max_tool_calls: int = setting(5, "tool calls one question of a knowledge base may lead to")
