"""The embedded default reader."""

from groundplan.reading.similarity.reader import SimilarityReader

__all__ = ["SimilarityReader"]
