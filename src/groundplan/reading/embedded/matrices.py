"""Matrices that lie in four bits in the package, as the integers that a network is opened with.

The numbers of an output lie in blocks, each with a scale. What is multiplied with them is made even by the graph: the
larger a channel, the more of its size is taken from it; the matrix gets that size here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

STEPS = 63
"""Either way: sums of two products then fit into sixteen bits, which is all that some processors have for them."""
PACKED, SCALES, MOVED = "packed", "scales", "moved"


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
