"""Vectors of a domain's phrases, kept beside the base between one process and the next."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from groundplan.embed import Embedder

Floats = npt.NDArray[np.float32]


def embedded(embedder: Embedder, texts: Sequence[str], folder: Path | None, name: str) -> Floats:
    """The vectors of texts, from the folder where they are those of these texts and this embedder."""
    if folder is None:
        return np.asarray(embedder.embed(texts), dtype=np.float32)
    key = hashlib.sha256("\n".join([embedder.name, *texts]).encode()).hexdigest()
    file = folder / f"phrases-{name}.npz"
    found = _read(file, key)
    if found is None:
        found = np.asarray(embedder.embed(texts), dtype=np.float32)
        _write(file, key, found)
    return found


def _read(file: Path, key: str) -> Floats | None:
    with suppress(OSError, ValueError, KeyError, EOFError, BadZipFile), np.load(file) as saved:
        if str(saved["key"]) == key:
            return np.asarray(saved["vectors"], dtype=np.float32)
    return None


def _write(file: Path, key: str, vectors: Floats) -> None:
    """Whole or not at all; a base that may not be written to is read without."""
    part = file.with_suffix(f".{os.getpid()}.part")
    with suppress(OSError):
        with part.open("wb") as out:
            np.savez(out, key=key, vectors=vectors)
        part.replace(file)
