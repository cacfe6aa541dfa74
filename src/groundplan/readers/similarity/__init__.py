"""The embedded default reader."""

from groundplan.readers.similarity.reader import SimilarityReader

__all__ = ["SimilarityReader"]
