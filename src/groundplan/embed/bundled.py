"""The sentence model inside the package: int8 ONNX, no server, no download."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from groundplan.embed.base import Memory, Vectors
from groundplan.embed.wordpieces import wordpieces
from groundplan.errors import SetupError

MAX_TOKENS = 256
BATCH = 32
THREADS = 2
"""More cores help little on sentences this short, and the run needs them elsewhere."""

MODEL_FILES = ("model.json", "model.onnx", "tokenizer.json")


class BundledEmbedder:
    """all-MiniLM-L6-v2, loaded at the first text."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(str(files("groundplan"))) / "models" / "sentences"
        self._memory = Memory()
        self._loading = Lock()
        _require(self._folder)

    @cached_property
    def name(self) -> str:
        """The weights' name, with a piece of their hash."""
        return str(json.loads((self._folder / "model.json").read_text(encoding="utf-8"))["name"])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed each text; only its first 256 tokens are read."""
        return self._memory.recall(texts, self._compute)

    def _compute(self, texts: Sequence[str]) -> Vectors:
        tokenizer, session = self._model()
        # encode_batch would start threads that warn at every later fork; one by one costs 0.1 ms a text.
        tokens = [_cut(tokenizer.encode(_encodable(text)).ids) for text in texts]
        vectors = np.empty((len(texts), session.get_outputs()[0].shape[1]), dtype=np.float32)
        for batch in _by_length(tokens):
            vectors[batch] = session.run(None, _padded([tokens[index] for index in batch]))[0]
        return vectors

    def _model(self) -> tuple[Any, Any]:
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        # Slow (0.1 s): --help and plans without retrieval do without it.
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        # Threads that spin while they wait double the processor time, and starve whoever shares the cores.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        path = str(self._folder / "model.onnx")
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        return wordpieces(self._folder / "tokenizer.json"), session


def _require(folder: Path) -> None:
    missing = [name for name in MODEL_FILES if not (folder / name).is_file()]
    if missing:
        raise SetupError(
            f"the sentence model lacks {', '.join(missing)} in {folder}; reinstall groundplan, "
            "or run `python training/export_sentences.py` in a checkout."
        )


def _encodable(text: str) -> str:
    """Replace lone surrogates (a file name or an argument in another encoding), which the tokenizer refuses."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _cut(tokens: list[int]) -> list[int]:
    """A sentence that is too long, with its last token, which marks the end."""
    return tokens if len(tokens) <= MAX_TOKENS else [*tokens[: MAX_TOKENS - 1], tokens[-1]]


def _by_length(tokens: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Group the indices so that texts of like length share a batch, and little of it is padding."""
    order = sorted(range(len(tokens)), key=lambda index: len(tokens[index]))
    for start in range(0, len(order), BATCH):
        yield order[start : start + BATCH]


def _padded(tokens: Sequence[Sequence[int]]) -> dict[str, np.ndarray[Any, np.dtype[np.int64]]]:
    ids = np.zeros((len(tokens), max(map(len, tokens))), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, sentence in enumerate(tokens):
        ids[row, : len(sentence)] = sentence
        mask[row, : len(sentence)] = 1
    return {"input_ids": ids, "attention_mask": mask}
