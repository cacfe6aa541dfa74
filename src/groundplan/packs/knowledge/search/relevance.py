"""How near passages come to a question: what is absent from the documents, or off their subject, is not answered."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from groundplan.embed import Embedder
from groundplan.packs.knowledge.nouns import Passage
from groundplan.packs.knowledge.render.quote import content

FLOOR = 0.75
"""Below it, documents say nothing of a question: of 31 questions over two bases it refuses 8 of 10 that none answers,
and none of those that one does; at 0.7 it refuses 7, at 0.8 it loses two."""
TOP = 3
_SENTENCE = re.compile(r"(?<=[.!?|])\s+|\n")
_SHORTEST = 8


def relevance(question: str, passages: Sequence[Passage], embedder: Embedder) -> float:
    """The share of the question's words that stand in a passage, and how alike a sentence of one is in meaning.

    The sentence model knows English alone; of another language, the words count twice.
    """
    if not passages:
        return 0.0
    asked = content(question)
    shares = [len(asked & content(f"{one.title} {one.text}")) / max(1, len(asked)) for one in passages[:TOP]]
    if not question.isascii():
        return 2 * max(shares)
    sentences = [said for one in passages[:TOP] for said in _SENTENCE.split(one.text) if len(said) > _SHORTEST]
    vectors = embedder.embed([question, *(sentences or [one.text for one in passages[:TOP]])])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return max(shares) + float((unit[1:] @ unit[0]).max())
