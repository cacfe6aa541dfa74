"""Passages found by words (BM25) and meaning (vectors), fused by rank; several steps where a question takes them."""

from groundplan.packs.knowledge.search.asking import Search
from groundplan.packs.knowledge.search.update import make_vectors, open_search, update_search

__all__ = ["Search", "make_vectors", "open_search", "update_search"]
