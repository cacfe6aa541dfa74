"""A network that is kept says the same as one that is opened from the package."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from groundplan.reading.embedded import Encoder, network
from groundplan.reading.embedded.encoder import FIRST
from groundplan.reading.embedded.sheet import Field, Sheet, make_sheet
from groundplan.sources.shape import Column


def sheet(encoder: Encoder) -> Sheet:
    region = Column(name="region", type="text", role="categorical", values=("North", "South"))
    return make_sheet("total by region", "sales", [Field("region", region)], (), encoder.tokens)


def test_it_says_the_same(encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = sheet(encoder).arrays()
    plain = encoder._run(FIRST, asked)
    made = Encoder(cache=tmp_path)._run(FIRST, asked)
    monkeypatch.setattr(network, "unpacked", None)  # what is kept needs no matrices
    kept = Encoder(cache=tmp_path)._run(FIRST, asked)
    for one, other, third in zip(plain, made, kept, strict=True):
        assert np.array_equal(one, other) and np.array_equal(one, third)
    assert [path.suffix for path in tmp_path.iterdir()] == [".ort"]


def test_what_cannot_be_read_is_made_anew(encoder: Encoder, tmp_path: Path) -> None:
    asked = sheet(encoder).arrays()
    Encoder(cache=tmp_path)._run(FIRST, asked)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:1000])
    assert np.array_equal(Encoder(cache=tmp_path)._run(FIRST, asked)[0], encoder._run(FIRST, asked)[0])
    assert file.stat().st_size > 1000


def test_a_cache_that_cannot_be_written_is_done_without(encoder: Encoder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", "utf-8")
    Encoder(cache=tmp_path / "file")._run(FIRST, sheet(encoder).arrays())


def test_few_are_kept(encoder: Encoder, tmp_path: Path) -> None:
    for at in range(network.KEPT + 1):
        (tmp_path / f"{at}.ort").write_text("of another version", "utf-8")
    Encoder(cache=tmp_path)._run(FIRST, sheet(encoder).arrays())
    assert len(list(tmp_path.iterdir())) == network.KEPT
