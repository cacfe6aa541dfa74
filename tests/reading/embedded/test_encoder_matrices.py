"""Matrices in four bits become the integers that a network is opened with."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from groundplan.reading.embedded import Encoder
from groundplan.reading.embedded.network import STEPS, stepped, unpacked, whole


def test_two_numbers_lie_in_a_byte_and_each_block_has_its_scale() -> None:
    packed = np.array([[[0x8F, 0x70], [0x98, 0x88]]], np.uint8)
    assert whole(packed, np.array([[0.5, 10.0]], np.float32)).tolist() == [[3.5, 0.0, -4.0, -0.5, 0.0, 10.0, 0.0, 0.0]]


def test_every_output_has_steps_of_its_own_and_none_is_further_than_half_a_step() -> None:
    rows = np.array([[1.0, -2.0, 0.3], [0.0, 0.0, 0.0], [400.0, 7.0, -100.0]], np.float32)
    integers, steps = stepped(rows.copy())
    assert integers.dtype == np.int8 and integers.flags.c_contiguous and np.abs(integers).max() == STEPS
    assert (np.abs(integers.T * steps[:, None] - rows) <= steps[:, None] * 0.5001).all()


def test_what_is_moved_out_of_a_channel_is_moved_into_the_matrix(tmp_path: Path) -> None:
    packed = np.array([[[0x98, 0xA9]]], np.uint8)
    moved = np.array([1.0, 4.0, 0.5, 2.0], np.float32)
    kept = {"in/moved": moved, "in/m/packed": packed, "in/m/scales": np.ones((1, 1), np.float32)}
    np.savez(tmp_path / "kept.npz", **kept)
    out = unpacked(tmp_path / "kept.npz")
    assert out["in.eased"].tolist() == [1.0, 0.25, 2.0, 0.5]
    product = (np.array([3.0, 5.0, 7.0, 9.0]) * out["in.eased"]) @ (out["m.integers"] * out["m.steps"])
    assert abs(product[0] - (5 + 7 + 18)) < 0.2


def test_the_reader_in_the_package_is_opened_with_all_of_its_matrices() -> None:
    for name in ("model.npz", "second.npz"):
        given = unpacked(Encoder().folder / name)
        matrices = [value for key, value in given.items() if key.endswith(".integers")]
        assert len(matrices) >= 36 and all(np.abs(m).max(0).min() == STEPS for m in matrices)
