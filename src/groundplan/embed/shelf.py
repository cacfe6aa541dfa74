"""A tool index on disk: a folder of plain arrays, written whole or not at all; and its nearest vectors, few or many."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from groundplan.embed.base import Vectors
from groundplan.embed.lexical import Lexical

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


ARRAYS = ("hashes", "starts", "postings", "weights")
MANIFEST = "names.json"


class CorruptShelf(Exception):
    """What stands on disk is not what was written; never leaves this room."""


@dataclass(frozen=True)
class Shelf:
    """Everything a search reads."""

    names: tuple[str, ...]
    vectors: Vectors
    lexical: Lexical
    nearest: Any


def save_shelf(shelf: Shelf, folder: Path) -> None:
    """Write beside the place and move it there in one step, so that no reader meets half an index."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{folder.name[:12]}-", dir=folder.parent))
    try:
        _write(shelf, beside)
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(beside, folder)
    except OSError:
        shutil.rmtree(beside, ignore_errors=True)
        if not folder.is_dir():  # else another process was faster, and wrote the same
            raise


def load_shelf(folder: Path, names: Sequence[str]) -> Shelf:
    """Map an index from disk; raises CorruptShelf if it cannot be the one that was written."""
    try:
        _check_sizes(folder, names)
        vectors = np.load(folder / "vectors.npy", mmap_mode="r")
        lexical = Lexical(len(names), *(np.load(folder / f"{name}.npy", mmap_mode="r") for name in ARRAYS))
        _check_shapes(vectors, lexical)
        return Shelf(tuple(names), vectors, lexical, load_nearest(vectors, folder / "nearest.faiss"))
    except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:  # FAISS raises RuntimeError
        raise CorruptShelf(f"{folder}: {error}") from error


def _write(shelf: Shelf, folder: Path) -> None:
    np.save(folder / "vectors.npy", shelf.vectors)
    for name in ARRAYS:
        np.save(folder / f"{name}.npy", getattr(shelf.lexical, name))
    save_nearest(shelf.nearest, folder / "nearest.faiss")
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    (folder / MANIFEST).write_text(json.dumps({"names": shelf.names, "sizes": sizes}), encoding="utf-8")


def _check_sizes(folder: Path, names: Sequence[str]) -> None:
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    if manifest["names"] != list(names):
        raise ValueError("the names differ")
    for name, size in manifest["sizes"].items():
        if (folder / name).stat().st_size != size:
            raise ValueError(f"{name} has another size")


def _check_shapes(vectors: Vectors, lexical: Lexical) -> None:
    """Look at a few rows only: reading all would undo the mapping."""
    count = lexical.documents
    if vectors.shape[:1] != (count,) or vectors.dtype != np.float32:
        raise ValueError("vectors.npy has another shape")
    few = np.clip(vectors[:: max(1, count // 64)], -2, 2)  # garbled bytes may be huge; squared, they would overflow
    if not np.allclose(np.linalg.norm(few, axis=1), 1, atol=1e-3):
        raise ValueError("vectors.npy holds no unit vectors")
    if len(lexical.starts) != len(lexical.hashes) + 1 or lexical.starts[-1] != len(lexical.postings):
        raise ValueError("the postings do not fit together")
