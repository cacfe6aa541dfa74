"""How well vectors find tools beside the words, as the index ranks them; and how far general likeness has moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from groundplan.embed.index import heard
from groundplan.embed.lexical import build_lexical
from groundplan.embed.words import clauses
from training.sentences.pairs import Request, Suite

Array = npt.NDArray[np.float32]
Embed = Callable[[Sequence[str]], Array]
TOP = 10
NEAR = 3
"""General sentences are compared with so many nearest ones, and with as many drawn at random."""


@dataclass(frozen=True)
class Exam:
    """The held-out requests of a suite with their word scores, which no training changes."""

    suite: Suite
    requests: list[Request]
    parts: list[list[str]]
    words: list[Array]

    def comp(self, embed: Embed) -> dict[str, float]:
        """The share of requests whose tools are all among the first ten, for each kind of request."""
        found = self._found(embed)
        kinds = {
            "choosing": [request.for_choosing for request in self.requests],
            "report": [not request.for_choosing for request in self.requests],
            "report, unseen tools": [not request.for_choosing and request.unseen for request in self.requests],
        }
        return {kind: round(100 * float(np.mean(found[mask])), 2) for kind, mask in kinds.items() if any(mask)}

    def _found(self, embed: Embed) -> npt.NDArray[np.bool_]:
        tools = tool_vectors(self.suite.catalogue.texts, embed)
        vectors = embed([part for parts in self.parts for part in parts])
        ends = np.cumsum([len(parts) for parts in self.parts])
        starts = [0, *ends[:-1]]
        told = [vectors[start:end] for start, end in zip(starts, ends, strict=True)]
        ranked = [best(own @ tools.T, words) for own, words in zip(told, self.words, strict=True)]
        return np.array([set(r.wanted) <= set(top.tolist()) for r, top in zip(self.requests, ranked, strict=True)])


def make_exam(suite: Suite, most: int) -> Exam:
    """Take the held-out requests apart and score them by word."""
    lexical = build_lexical(suite.catalogue.words)
    requests = suite.held_out(most)
    parts = [[request.text, *clauses(request.text)] for request in requests]
    return Exam(suite, requests, parts, [np.stack([lexical.scores(part) for part in own]) for own in parts])


def tool_vectors(texts: Sequence[tuple[str, ...]], embed: Embed) -> Array:
    """One unit vector for each tool, as in the index."""
    total = np.sum([embed(kind) for kind in zip(*texts, strict=True)], axis=0)
    return np.asarray(total / np.linalg.norm(total, axis=1, keepdims=True), dtype=np.float32)


def best(meaning: Array, words: Array) -> npt.NDArray[np.intp]:
    """Rank as `ToolIndex.together` does: row 0 is the whole request, the others its parts."""
    return np.argsort(-heard((meaning + words) / np.float32(2)), kind="stable")[:TOP]


def drift(before: Array, after: Array) -> dict[str, float]:
    """The mean absolute change of cosine, between near sentences and between any two."""
    like = before @ before.T
    np.fill_diagonal(like, -2)
    near = np.argsort(-like, axis=1)[:, :NEAR]
    drawn = np.random.default_rng(0).integers(len(before), size=near.shape)
    return {"near": _change(before, after, near), "any": _change(before, after, drawn)}


def _change(before: Array, after: Array, others: npt.NDArray[np.int64]) -> float:
    cosines = [np.einsum("nd,nkd->nk", vectors, vectors[others]) for vectors in (before, after)]
    return round(float(np.mean(np.abs(cosines[0] - cosines[1]))), 4)
