"""bge-small-en through sentence-transformers: better vectors, when the extra and its weights are on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from groundplan.embed.base import Memory, Vectors

MODELS = ("BAAI/bge-small-en-v1.5", "BAAI/bge-small-en")
NEEDED = ("modules.json", "config.json", "tokenizer.json", "model.safetensors")


def weights_on_disk() -> Path | None:
    """Find a downloaded model's folder; nothing is ever fetched."""
    if find_spec("sentence_transformers") is None:
        return None
    # Comes with the extra; the import is slow, and useless without it.
    from huggingface_hub import try_to_load_from_cache

    for model in MODELS:
        found = [try_to_load_from_cache(model, name) for name in NEEDED]
        if all(isinstance(path, str) for path in found):
            return Path(str(found[0])).parent
    return None


class SentenceTransformersEmbedder:
    """A sentence-transformers model in a folder, loaded at the first text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._memory = Memory()
        self._loading = Lock()

    @property
    def name(self) -> str:
        """Model and revision: the hub's cache keeps them in the folder's path."""
        return f"{self._folder.parent.parent.name}@{self._folder.name}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed each text."""
        return self._memory.recall(texts, self._compute)

    def _compute(self, texts: Sequence[str]) -> Vectors:
        with self._loading:
            model = self._loaded
        # At least one text, so that no texts give no rows of the right width.
        vectors = model.encode(list(texts) or [""], normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)[: len(texts)]

    @cached_property
    def _loaded(self) -> Any:
        # Slow: pulls in torch.
        from sentence_transformers import SentenceTransformer

        return SentenceTransformer(str(self._folder), device="cpu", local_files_only=True)
