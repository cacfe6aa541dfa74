"""The other networks are asked where the first is in doubt, and then all count."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from groundplan.contracts import Column
from groundplan.readers.trained import Encoder, runtime
from groundplan.readers.trained.sheet import Field, Sheet, make_sheet

COLUMNS = (
    Column(name="region", type="text", role="categorical", values=("North", "South"), samples=("North", "South")),
    Column(name="revenue", type="number", role="numeric"),
    Column(name="cost", type="number", role="numeric"),
)


def sheet(encoder: Encoder, text: str) -> Sheet:
    """A question over three columns."""
    return make_sheet(text, "sales", [Field(one.name, one) for one in COLUMNS], (), encoder.tokens)


def test_a_plain_question_is_read_by_one_and_a_doubtful_one_by_all() -> None:
    encoder = Encoder()
    assert encoder.read(sheet(encoder, "total revenue by region")).doubt < runtime.UNSURE
    assert list(encoder._loaded) == ["model.onnx"]
    encoder.read(sheet(encoder, "the worst of it all, money gone and such"))
    assert list(encoder._loaded) == ["model.onnx", "others.onnx"]


def test_all_together_lie_between_the_first_and_the_others(encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = sheet(encoder, "what did the north lose")
    monkeypatch.setattr(runtime, "UNSURE", 1.1)
    one = np.log(encoder.read(asked).choices["status"])
    monkeypatch.setattr(runtime, "UNSURE", 0.0)
    mean = np.log(encoder.read(asked).choices["status"])
    inputs = asked.arrays()
    *_, words = encoder._session("model.onnx").run(None, inputs)
    del inputs["ids"]
    others = encoder._session("others.onnx").run(None, {**inputs, "words": words})[0][0, : len(one)]
    rest = others / encoder.facts["temperatures"]["status"]
    count = encoder.facts["networks"]
    assert np.ptp(one - rest) > 1e-3, "other networks"
    assert np.ptp(mean - one / count - rest * (count - 1) / count) < 1e-3, "the same but for a constant"


def test_the_files_are_those_that_the_model_names(encoder: Encoder) -> None:
    for name, digest in encoder.facts["sha256"].items():
        assert hashlib.sha256((encoder.folder / name).read_bytes()).hexdigest() == digest
    assert sum(path.stat().st_size for path in encoder.folder.iterdir()) < 30e6
