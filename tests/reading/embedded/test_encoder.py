"""The second network is asked where the first is in doubt, and then both count."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np
import pytest

from groundplan.reading.embedded import Encoder
from groundplan.reading.embedded import encoder as networks
from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.sheet import Sheet, make_sheet
from groundplan.sources.shape import Column

COLUMNS = (
    Column(name="region", type="text", role="categorical", values=("North", "South"), samples=("North", "South")),
    Column(name="revenue", type="number", role="numeric"),
    Column(name="cost", type="number", role="numeric"),
)


def sheet(encoder: Encoder, text: str) -> Sheet:
    """A question over three columns."""
    return make_sheet(text, "sales", [Field(one.name, one) for one in COLUMNS], (), encoder.tokens)


def test_a_plain_question_is_read_by_one_and_a_doubtful_one_by_both() -> None:
    encoder = Encoder()
    assert encoder.read(sheet(encoder, "total revenue by region")).split < networks.UNSURE
    assert list(encoder._loaded) == ["model.onnx"]
    encoder.read(sheet(encoder, "the worst of it all, money gone and such"))
    assert list(encoder._loaded) == ["model.onnx", "second.onnx"]


def test_another_role_or_cell_is_a_doubt_that_the_second_is_not_asked_for(encoder: Encoder) -> None:
    told = encoder.read(sheet(encoder, "total revenue by region"))
    roles, cells = told.roles.copy(), told.cells.copy()
    roles[1, 0], cells[0] = 0.45, 0.4
    unsure = replace(told, roles=roles, cells=cells)
    assert (unsure.doubt, unsure.split) == (pytest.approx(0.45), told.split)
    assert replace(told, aggs=np.full_like(told.aggs, 0.35)).split == pytest.approx(0.35)


def test_both_together_lie_between_the_two(encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = sheet(encoder, "what did the north lose")
    monkeypatch.setattr(networks, "UNSURE", 1.1)
    one = np.log(encoder.read(asked).choices["status"])
    monkeypatch.setattr(networks, "UNSURE", 0.0)
    mean = np.log(encoder.read(asked).choices["status"])
    second = encoder._run(networks.SECOND, asked.arrays())[0][0, : len(one)]
    other = second / encoder.facts["temperatures"]["status"]
    assert np.ptp(one - other) > 1e-3, "another network"
    assert np.ptp(mean - (one + other) / 2) < 1e-3, "the same but for a constant"


def test_the_files_are_those_that_the_model_names(encoder: Encoder) -> None:
    for name, digest in encoder.facts["sha256"].items():
        assert hashlib.sha256((encoder.folder / name).read_bytes()).hexdigest() == digest
    assert sum(path.stat().st_size for path in encoder.folder.iterdir()) < 30e6
