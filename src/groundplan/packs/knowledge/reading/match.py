"""Words against slots: how well each word of a question speaks of each hop and type."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from groundplan.packs.knowledge.reading.question_words import Word
from groundplan.packs.knowledge.reading.schema_index import Floats, SchemaIndex, Slot

COMPOUND = 0.9
NEAR, FAR = 0.7, 0.28
"""Cosines between a word and a phrase that say everything and nothing."""
VECTOR = 0.52
"""What a vector alone can say, beside a word of the schema itself."""
UNNAMED = 0.3
"""What any word may say of a type that has no words of its own."""
SHARP, SHARPER, SURE = 0.5, 0.75, 0.8
"""A word speaks of the slots that are within this share of its best; of fewer where it is surely one of their words."""


def matched(schema: SchemaIndex, words: Sequence[Word]) -> tuple[Floats, Floats]:
    """One row a word, one column a slot, from 0 to 1: by words and vectors, and by words alone."""
    if not words:
        nothing = np.zeros((0, len(schema.slots)), dtype=np.float32)
        return nothing, nothing
    said = np.array([[_said(word, slot) for slot in schema.slots] for word in words], dtype=np.float32)
    found = np.maximum(said, _near(schema, words))
    found[:, schema.unnamed] = np.maximum(found[:, schema.unnamed], UNNAMED)
    best = found.max(axis=1, keepdims=True)
    sharp = np.where(said.max(axis=1, keepdims=True) >= SURE, SHARPER, SHARP)
    kept = (found >= sharp * best) | schema.unnamed[None, :]
    return np.where(kept, found, 0.0).astype(np.float32), said


def _said(word: Word, slot: Slot) -> float:
    best = max((slot.keys[key] for key in word.keys if key in slot.keys), default=0.0)
    if best or len(word.said) < 7:
        return best
    plain = [key for key in word.keys if key[0] not in "#~"]
    if any(key.endswith(tail) and len(key) - len(tail) > 2 for key in plain for tail in slot.tails):
        return COMPOUND
    return 0.0


def _near(schema: SchemaIndex, words: Sequence[Word]) -> Floats:
    rows, owners = schema.vectors
    cosines = np.asarray(schema.embedder.embed([word.english for word in words])) @ rows.T
    told = np.unique(owners)  # a type of numbers alone may have no phrase
    best = np.full((len(words), len(schema.slots)), -1.0, dtype=np.float32)
    for slot in told:
        best[:, slot] = cosines[:, owners == slot].max(axis=1)
    level = np.clip((best - FAR) / (NEAR - FAR), 0.0, 1.0)
    above = np.clip(0.4 + (best - best[:, told].mean(axis=1, keepdims=True)) / 0.35, 0.0, 1.0)
    return np.asarray(VECTOR * level * above, dtype=np.float32)
