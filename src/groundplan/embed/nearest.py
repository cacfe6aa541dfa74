"""Nearest vectors: every one compared while they are few, the likeliest cells when they are many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from groundplan.embed.base import Vectors

FEW = 500
"""Up to here numpy compares all in 0.2 ms a query, and FAISS, slow to import, is left alone: packs have fewer tools."""

FLAT_LIMIT = 5_000
"""Up to here comparing all takes under 1 ms a query; beyond, an inverted file with one byte a number."""

SAMPLES_PER_CELL = 40
"""What FAISS asks for to place a cell; more costs time and moves nothing."""

LEAST_PROBED = 24
TRAINING_THREADS = 2

PROBED_SHARE = 32
"""One cell in so many is looked into; `benchmarks/narrowing.py` prints how many of the true ten nearest that finds."""


class Few:
    """All vectors, searched as FAISS searches."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self.ntotal = len(vectors)

    def search(self, queries: Vectors, top: int) -> tuple[Any, Any]:
        """The products and the places of the nearest vectors, the nearest first."""
        products = np.einsum("qd,pd->qp", queries, self._vectors)  # not `@`: its threads cost more than they save
        places = np.argsort(-products, axis=1, kind="stable")[:, :top]
        return np.take_along_axis(products, places, axis=1), places


def build_nearest(vectors: Vectors) -> Any:
    """Index the vectors by inner product."""
    count, width = vectors.shape
    if count <= FEW:
        return Few(vectors)
    import faiss  # slow (0.1 s)

    if count <= FLAT_LIMIT:
        flat = faiss.IndexFlatIP(width)
        flat.add(vectors)
        return _one_thread(flat)
    faiss.omp_set_num_threads(TRAINING_THREADS)
    cells = int(2 * count**0.5)
    index: Any = faiss.index_factory(width, f"IVF{cells},SQ8", faiss.METRIC_INNER_PRODUCT)
    chosen = np.random.default_rng(0).choice(count, size=min(count, cells * SAMPLES_PER_CELL), replace=False)
    index.train(vectors[np.sort(chosen)])
    index.add(vectors)
    index.nprobe = max(LEAST_PROBED, cells // PROBED_SHARE)
    return _one_thread(index)


def save_nearest(index: Any, path: Path) -> None:
    """Write an index that took time to train; a flat one is made from its vectors in no time."""
    if index.ntotal > FLAT_LIMIT:
        import faiss  # slow, see above

        try:
            faiss.write_index(index, str(path))
        except RuntimeError as error:  # a full disk, in FAISS's words
            raise OSError(str(error)) from error


def load_nearest(vectors: Vectors, path: Path) -> Any:
    """Map a saved index from disk, or make a flat one anew."""
    if len(vectors) <= FLAT_LIMIT:
        return build_nearest(np.ascontiguousarray(vectors))
    import faiss  # slow, see above

    return _one_thread(faiss.read_index(str(path), faiss.IO_FLAG_MMAP | faiss.IO_FLAG_READ_ONLY))


def _one_thread(index: Any) -> Any:
    """Keep searches to one thread: on a busy machine, waiting for a second one takes longer than the search."""
    import faiss  # slow, see above

    faiss.omp_set_num_threads(1)
    return index
