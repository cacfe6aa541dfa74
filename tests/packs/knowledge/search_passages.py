"""A few passages to search, and an embedder that counts words: quick, and near where words are shared."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np

from groundplan.embed import Vectors
from groundplan.packs.knowledge.nouns import Passage

TEXTS = {
    "gateway": ("Payment gateway", "The team of Nora Lindqvist moved the gateway of Harbour Bank to Kafka."),
    "bank": ("Harbour Bank", "The bank was founded in Bergen in 1994; its chairman is Olaf Brandt."),
    "stock": ("Stock control", "Counting boxes for a chain of pharmacies: receipts, shipments, yearly counts."),
    "bot": ("Support bot", "The bot answers customers of an insurer and hands hard cases to people."),
    "courier": ("Приложение для курьеров", "Маршруты, статусы заказов и фотография при вручении."),
    "leave": ("Отпуск", "Отпускные выплачивают сотрудникам за три дня до начала отпуска."),
}


def passage(id: str, title: str = "", text: str = "", kind: str = "text", nodes: Sequence[str] = ()) -> Passage:
    if not title and not text:
        title, text = TEXTS[id]
    return Passage(id=id, document="notes.md", title=title, text=text, kind=kind, nodes=tuple(nodes))


def passages() -> list[Passage]:
    return [passage(id) for id in TEXTS]


class WordCounter:
    """Counts words into 64 places; remembers what it was given."""

    def __init__(self, name: str = "counter") -> None:
        self._name = name
        self.given: list[str] = []

    @property
    def name(self) -> str:
        return self._name

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.given += texts
        vectors = np.zeros((len(texts), 64), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.lower()):
                vectors[row, zlib.crc32(word.encode()) % 64] += 1
        return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), dtype=np.float32)
