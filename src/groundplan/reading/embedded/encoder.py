"""The trained encoder inside the package: int8 ONNX, no server, no download.

It may have a second network, smaller and quicker. Where the first is of two minds it reads the sheet as well, and the
mean of both counts: two that err in different places are right more often than each of them. A wide table, of which
most is only looked over, is read by the second alone, and in doubt again over a few of its columns, by both.

Matrices lie in four bits in the package and are opened as integers. The numbers of an output lie in blocks, each with a
scale. What is multiplied with them is made even by the graph: the larger a channel, the more of its size is taken from
it; the matrix gets that size here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from groundplan.errors import SetupError
from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.question_words import ALL, TELLING, Tokens
from groundplan.reading.embedded.scores import Array, Scores, scores
from groundplan.reading.embedded.sheet import MANY, Sheet

HEADS = ("question", "column", "cell", "number", "pair")

FIRST, SECOND = "model.onnx", "second.onnx"

MATRICES = ".npz"
"""Behind the name of a network: its matrices, in four bits."""

MODEL_FILES = ("model.json", FIRST, "tokenizer.json")

THREADS = 2

SLOWER = ["SkipLayerNormFusion"]
"""What onnxruntime would make one step of, five times as long as the two."""

UNSURE = 0.15
"""Chance of another label, figure or operator from which the second network is asked, too."""

STEPS = 63
"""Either way: sums of two products then fit into sixteen bits, which is all that some processors have for them."""
PACKED, SCALES, MOVED = "packed", "scales", "moved"
AGAIN = 0.3
"""Chance of another label, role or condition from which the table is read again, so that most are read once."""
LIKELIEST = 8
"""Columns, beside those that the question or the form before names."""


class Encoder:
    """Sheet in, scores out; loaded at the first question."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(str(files("groundplan"))) / "models" / "reader"
        self._loading = Lock()
        self._loaded: dict[str, Any] = {}
        self._need(*MODEL_FILES)
        self._need(*self.facts["sha256"])

    def _need(self, *names: str) -> None:
        missing = [name for name in names if not (self.folder / name).is_file()]
        if missing:
            raise SetupError(
                f"the trained reader lacks {', '.join(missing)} in {self.folder}; reinstall groundplan, "
                "or see training/README.md in a checkout."
            )

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the model says of itself: version, files, temperatures."""
        known: dict[str, Any] = json.loads((self.folder / "model.json").read_text(encoding="utf-8"))
        return known

    @cached_property
    def tokens(self) -> Tokens:
        """The tokenizer of the trunk."""
        return Tokens(self.folder / "tokenizer.json")

    def read(self, sheet: Sheet) -> Scores:
        """One pass over a sheet, by both networks in doubt; over a wide table by the quicker one."""
        inputs, heat = sheet.arrays(), self.facts["temperatures"]
        if not sheet.cells:  # the heads want one cell at least; its score is dropped
            inputs["cells"], inputs["owners"] = np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64)
        if SECOND not in self.facts["sha256"]:
            return scores(self._run(FIRST, inputs), sheet, heat)
        if len(sheet.fields) > MANY:
            return scores(self._run(SECOND, inputs), sheet, heat)
        first = self._run(FIRST, inputs)
        told = scores(first, sheet, heat)
        if told.split < UNSURE:
            return told
        second = self._run(SECOND, inputs)
        return scores([(one + other) / 2 for one, other in zip(first, second, strict=True)], sheet, heat)

    def _run(self, name: str, inputs: dict[str, Any]) -> list[Any]:
        """What a network says, head by head."""
        said: list[Any] = self._session(name).run(list(HEADS), inputs)
        return said

    def _session(self, name: str) -> Any:
        with self._loading:
            if name not in self._loaded:
                self._loaded[name] = _opened(self.folder / name)
            return self._loaded[name]


def _opened(path: Path) -> Any:
    import onnxruntime  # 0.2 s, only when a question is read

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    matrices = unpacked(path.with_suffix(MATRICES))
    options.add_external_initializers(
        list(matrices), [onnxruntime.OrtValue.ortvalue_from_numpy(matrix) for matrix in matrices.values()]
    )
    return onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=SLOWER
    )


def unpacked(path: Path) -> dict[str, Any]:
    """By their names in the graph: what makes a source even (`.eased`), the `.integers` and `.steps` of a matrix."""
    out: dict[str, Any] = {}
    with np.load(path, allow_pickle=False) as file:
        for name in (name for name in file.files if name.endswith(f"/{PACKED}")):
            source, matrix, _ = name.split("/")
            moved = file[f"{source}/{MOVED}"]
            out[f"{source}.eased"] = 1 / moved
            floats = whole(file[name], file[f"{source}/{matrix}/{SCALES}"])
            floats *= moved
            out[f"{matrix}.integers"], out[f"{matrix}.steps"] = stepped(floats)
    return out


def whole(packed: Any, scales: Any) -> Any:
    """The numbers of a matrix, a row for every output; `packed` is outputs x blocks x two numbers a byte."""
    outputs, blocks, pairs = packed.shape
    floats = np.empty((outputs, blocks, pairs, 2), np.float32)
    np.bitwise_and(packed, 15, out=floats[..., 0], casting="unsafe")
    np.right_shift(packed, 4, out=floats[..., 1], casting="unsafe")
    floats = floats.reshape(outputs, blocks, 2 * pairs)
    floats -= 8
    floats *= scales[..., None]
    return floats.reshape(outputs, -1)


def stepped(rows: Any) -> tuple[Any, Any]:
    """Whole steps, a column for every output, and how long a step of each is; `rows` are used up."""
    largest = np.maximum(rows.max(1), -rows.min(1))
    steps = np.where(largest > 0, largest, STEPS).astype(np.float32) / STEPS
    rows /= steps[:, None]
    return np.ascontiguousarray(np.rint(rows, out=rows).astype(np.int8).T), steps


def read_over(
    fields: Sequence[Field], made: Callable[[Sequence[Field]], Sheet], encoder: Encoder
) -> tuple[Sheet, Scores]:
    """The sheet that counts, `made` of all columns or of few, and what it says."""
    sheet = made(fields)
    told = encoder.read(sheet)
    if len(fields) <= MANY or told.doubt < AGAIN:
        return sheet, told
    sheet = made(worth_reading(told, sheet))
    return sheet, encoder.read(sheet)


def worth_reading(told: Scores, sheet: Sheet) -> list[Field]:
    """The likeliest columns, those that are named, and a date for what is said of time; in their order."""
    chance = _chance(told, sheet)
    named = {at for at in range(len(sheet.fields)) if _named(sheet, at)}
    likeliest = [int(at) for at in np.argsort(-chance, kind="stable")]
    dates = [at for at in likeliest if sheet.fields[at].column.role == "temporal"]
    kept = {*likeliest[:LIKELIEST], *dates[:1], *[at for at in likeliest if at in named][: MANY - LIKELIEST - 1]}
    return [sheet.fields[at] for at in sorted(kept)]


def _chance(told: Scores, sheet: Sheet) -> Array:
    """Of every column, that it has any part in the form."""
    limited = 1 - told.ops[:, 0]
    chance = np.maximum.reduce((told.aggs.max(1), told.roles.max(1), limited, told.tags[..., 1:].max((1, 2))))
    np.maximum.at(chance, np.array(sheet.owners, int), told.cells)
    return np.asarray(chance[1:], dtype=np.float32)  # the first is the rows


def _named(sheet: Sheet, at: int) -> bool:
    """By the words of the question, or by the form before."""
    mark = sheet.columns[at + 1]
    return sheet.matches[mark] in (ALL, TELLING) or sheet.priors[mark] > 0
