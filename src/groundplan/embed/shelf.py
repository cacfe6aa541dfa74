"""A tool index on disk: a folder of plain arrays, written whole or not at all, mapped when read."""

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
from groundplan.embed.nearest import load_nearest, save_nearest

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
