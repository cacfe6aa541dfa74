"""Meaning as vectors: embedders, the tool index, catalogues."""

from __future__ import annotations

from functools import cache

from groundplan.embed.base import Embedder, Vectors
from groundplan.embed.bundled import BundledEmbedder
from groundplan.embed.catalog import load_catalog
from groundplan.embed.index import ToolIndex, by_words, open_index, tool_document
from groundplan.embed.sentence_transformers import SentenceTransformersEmbedder, weights_on_disk
from groundplan.embed.words import clauses

__all__ = [
    "BundledEmbedder", "Embedder", "ToolIndex", "Vectors",
    "best_embedder", "by_words", "clauses", "load_catalog", "open_index", "tool_document",
]  # fmt: skip


@cache
def best_embedder() -> Embedder:
    """Open the best model on this machine, one for the process: bge-small-en if it is here, else the bundled one."""
    folder = weights_on_disk()
    return SentenceTransformersEmbedder(folder) if folder else BundledEmbedder()
