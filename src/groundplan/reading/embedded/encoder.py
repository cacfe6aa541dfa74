"""The trained encoder inside the package: int8 ONNX, no server, no download.

It may have a second network, smaller and quicker. Where the first is of two minds it reads the sheet as well, and the
mean of both counts: two that err in different places are right more often than each of them. A wide table, of which
most is only looked over, is read by the second alone, and in doubt again over a few of its columns, by both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import numpy as np

from groundplan.embed import Embedder
from groundplan.errors import SetupError
from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.network import opened
from groundplan.reading.embedded.question_words import ALL, TELLING, Tokens
from groundplan.reading.embedded.scores import Array, Scores, scores
from groundplan.reading.embedded.sheet import MANY, Sheet

HEADS = ("question", "column", "cell", "number", "pair")

FIRST, SECOND = "model.onnx", "second.onnx"

MODEL_FILES = ("model.json", FIRST, "tokenizer.json")

UNSURE = 0.15
"""Chance of another label, figure or operator from which the second network is asked, too."""

AGAIN = 0.3
"""Chance of another label, role or condition from which the table is read again, so that most are read once."""
LIKELIEST = 8
"""Columns, beside those that the question or the form before names."""


class Encoder:
    """Sheet in, scores out; loaded at the first question."""

    def __init__(self, folder: Path | None = None, cache: Path | None = None) -> None:
        self.folder = folder or Path(str(files("groundplan"))) / "models" / "reader"
        self._cache = cache
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

    def load(self, name: str) -> None:
        """Open a network before it is asked."""
        self._session(name)

    def _run(self, name: str, inputs: dict[str, Any]) -> list[Any]:
        """What a network says, head by head."""
        said: list[Any] = self._session(name).run(list(HEADS), inputs)
        return said

    def _session(self, name: str) -> Any:
        with self._loading:
            if name not in self._loaded:
                prints = " ".join(self.facts["sha256"].values())
                self._loaded[name] = opened(self.folder / name, self._cache, prints)
            return self._loaded[name]


def load_in_background(encoder: Encoder, embedder: Embedder) -> None:
    """Starts loading what every question is read with, while sources are opened and libraries imported.

    No daemon: a process that ends meanwhile would tear native code off its thread.
    """
    Thread(target=_load, args=(encoder, embedder), daemon=False).start()


def _load(encoder: Encoder, embedder: Embedder) -> None:
    with suppress(Exception):  # whoever reads meets the same, and says it
        encoder.load(FIRST)
        embedder.embed(["a question"])


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
