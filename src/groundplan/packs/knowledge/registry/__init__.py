"""The entity registry: names and aliases of nodes, found in questions in any form."""

from groundplan.packs.knowledge.registry.registry import EntityRegistry

__all__ = ["EntityRegistry"]
