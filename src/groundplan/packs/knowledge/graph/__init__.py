"""The typed graph: a store behind an interface, and the builder that fills it."""

from groundplan.packs.knowledge.graph.builder import Built, GraphBuilder, Record, Reference
from groundplan.packs.knowledge.graph.store import DictGraphStore, GraphStore

__all__ = ["Built", "DictGraphStore", "GraphBuilder", "GraphStore", "Record", "Reference"]
