"""Vectors of passages in a Chroma collection: embedded, our own vectors always passed, nothing ever downloaded."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from groundplan.embed import Embedder
from groundplan.language.russian import english
from groundplan.packs.knowledge.nouns import Passage

CURRENT = "vectors.current"
"""The file that names the folder of finished vectors."""

HNSW: Any = {"hnsw": {"space": "ip", "ef_construction": 200, "ef_search": 200}}
"""Twice as wide as asked for: the hundred nearest are then all but exact, and the same every time."""


class Meaning:
    """A collection of vectors, one a passage."""

    def __init__(self, client: Any, collection: Any, embedder: Embedder) -> None:
        self._client, self._collection, self._embedder = client, collection, embedder

    def __len__(self) -> int:
        return int(self._collection.count())

    def add(self, passages: Sequence[Passage]) -> None:
        """Embed some passages and keep their vectors."""
        vectors = self._embedder.embed([meant(f"{passage.title}. {passage.text}") for passage in passages])
        self._collection.upsert(ids=[passage.id for passage in passages], embeddings=vectors)

    def remove(self, ids: Sequence[str]) -> None:
        """Drop the vectors of passages that are gone."""
        for start in range(0, len(ids), 1_000):
            self._collection.delete(ids=list(ids[start : start + 1_000]))

    def nearest(self, query: str, top: int, ids: Sequence[str] | None = None) -> list[tuple[str, float]]:
        """The passages nearest to a query with their cosines, of all or of these; ValueError if they cannot be read."""
        from chromadb.errors import ChromaError

        try:
            return self._nearest(query, top, ids)
        except (ChromaError, OSError, RuntimeError) as error:
            raise ValueError(f"the vectors cannot be read ({error})") from error

    def _nearest(self, query: str, top: int, ids: Sequence[str] | None) -> list[tuple[str, float]]:
        top = min(top, len(self) if ids is None else len(ids))
        if top < 1:
            return []
        vector = self._embedder.embed([meant(query)])
        among = {} if ids is None else {"ids": list(ids)}
        found = self._collection.query(query_embeddings=vector, n_results=top, include=["distances"], **among)
        return [(id, 1.0 - float(far)) for id, far in zip(found["ids"][0], found["distances"][0], strict=True)]

    def close(self) -> None:
        """Let go of the files."""
        self._client.close()


def meant(text: str) -> str:
    """A text as the English model can read it: Russian word by word in English."""
    return english(text)


def installed() -> bool:
    """Whether vectors can be kept at all."""
    return find_spec("chromadb") is not None


def open_meaning(place: Path, embedder: Embedder) -> Meaning:
    """The finished vectors of a base; raises LookupError where this model made none, ValueError if they are broken."""
    try:
        folder = place / (place / CURRENT).read_text("utf-8")
    except OSError as error:
        raise LookupError("no vectors were made yet") from error
    return opened(folder, embedder, make=False)


def finished(place: Path) -> bool:
    """Whether there are vectors to be used, as far as a look at the folder tells."""
    return (place / CURRENT).is_file() and (place / (place / CURRENT).read_text("utf-8")).is_dir()


def finish(place: Path, folder: str) -> None:
    """Say which vectors are to be used from now on, and drop others.

    Never emptied and filled again: Chroma remembers in a process what it has opened under a path.
    """
    (place / CURRENT).write_text(folder, "utf-8")
    for other in place.glob("vectors-*"):
        if other.name != folder:
            shutil.rmtree(other, ignore_errors=True)


def opened(folder: Path, embedder: Embedder, make: bool) -> Meaning:
    """The collection of a model in a folder, made where there is none if wanted."""
    if not make and not folder.is_dir():
        raise LookupError("the vectors are gone")
    import chromadb  # 2 s and an extra
    from chromadb.config import Settings
    from chromadb.errors import ChromaError, NotFoundError

    # Vectors of different models never meet: the name of the collection tells whose they are.
    name = f"passages-{hashlib.sha256(embedder.name.encode()).hexdigest()[:16]}"
    try:
        client = chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))
        # No embedding function: Chroma's own would be fetched from the network the first time it is called.
        if make:
            collection = client.get_or_create_collection(name, embedding_function=None, configuration=HNSW)
        else:
            collection = client.get_collection(name, embedding_function=None)
    except NotFoundError as error:
        raise LookupError("the vectors were made by another model") from error
    except (ChromaError, OSError, RuntimeError, AttributeError, ValueError) as error:  # it stumbles over itself
        raise ValueError(f"the vectors cannot be read ({error})") from error
    return Meaning(client, collection, embedder)
