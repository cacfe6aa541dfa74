"""The trained encoder inside the package: int8 ONNX, no server, no download."""

from __future__ import annotations

import json
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from groundplan.errors import SetupError
from groundplan.readers.trained.scores import Scores, scores
from groundplan.readers.trained.sheet import Sheet
from groundplan.readers.trained.tokens import Tokens

MODEL_FILES = ("model.json", "model.onnx", "tokenizer.json")
THREADS = 2


class Encoder:
    """Sheet in, scores out; loaded at the first question."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(str(files("groundplan"))) / "models" / "reader"
        self._loading = Lock()
        missing = [name for name in MODEL_FILES if not (self.folder / name).is_file()]
        if missing:
            raise SetupError(
                f"the trained reader lacks {', '.join(missing)} in {self.folder}; reinstall groundplan, "
                "or see training/README.md in a checkout."
            )

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the model says of itself: version, temperatures."""
        known: dict[str, Any] = json.loads((self.folder / "model.json").read_text(encoding="utf-8"))
        return known

    @cached_property
    def tokens(self) -> Tokens:
        """The tokenizer of the trunk."""
        return Tokens(self.folder / "tokenizer.json")

    def read(self, sheet: Sheet) -> Scores:
        """One pass over a sheet."""
        inputs = sheet.arrays()
        if not sheet.cells:  # the heads want one cell at least; its score is dropped
            inputs["cells"], inputs["owners"] = np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64)
        with self._loading:
            session = self._session
        return scores(tuple(session.run(None, inputs)), sheet, self.facts.get("temperatures", {}))

    @cached_property
    def _session(self) -> Any:
        import onnxruntime  # 0.2 s, only when a question is read

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        path = str(self.folder / "model.onnx")
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
