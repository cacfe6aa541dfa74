"""A network of the package, opened: from its files, or as onnxruntime made it of them before.

Taking matrices out of four bits and rearranging the graph takes 0.25 s of every new process. With a cache what comes of
it is kept, bit for bit the same network, and opened in a fifth of that.

The numbers of an output lie in blocks, each with a scale. What is multiplied with them is made even by the graph: the
larger a channel, the more of its size is taken from it; the matrix gets that size here, and is opened as integers.
"""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

MATRICES = ".npz"
"""Behind the name of a network: its matrices, in four bits."""
THREADS = 2
SLOWER = ["SkipLayerNormFusion"]
"""What onnxruntime would make one step of, five times as long as the two."""
STEPS = 63
"""Either way: sums of two products then fit into sixteen bits, which is all that some processors have for them."""
PACKED, SCALES, MOVED = "packed", "scales", "moved"
KEPT = 4
"""Networks in a cache; the oldest goes first."""


def opened(path: Path, cache: Path | None = None, prints: str = "") -> Any:
    """A session; `prints` tell the files from others of the same name."""
    if cache is None:
        return _made(path)
    import onnxruntime  # 0.1 s, only when a question is read

    key = f"{path.name} {prints} {onnxruntime.__version__} {platform.machine()}"
    kept = cache / f"{sha256(key.encode()).hexdigest()[:32]}.ort"
    if kept.is_file():
        with suppress(Exception):  # onnxruntime has its own errors, and what it cannot read is made anew below
            options = _options()
            options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL  # it has been
            return onnxruntime.InferenceSession(str(kept), options, providers=["CPUExecutionProvider"])
    return _made_and_kept(path, kept)


def _made(path: Path, options: Any = None) -> Any:
    import onnxruntime

    options = options or _options()
    matrices = unpacked(path.with_suffix(MATRICES))
    options.add_external_initializers(
        list(matrices), [onnxruntime.OrtValue.ortvalue_from_numpy(matrix) for matrix in matrices.values()]
    )
    return onnxruntime.InferenceSession(
        str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=SLOWER
    )


def _made_and_kept(path: Path, kept: Path) -> Any:
    """Written to a folder of its own, which nobody else clears away meanwhile: onnxruntime would crash; then moved."""
    import onnxruntime

    with tempfile.TemporaryDirectory(prefix="groundplan-") as folder:
        part, options = Path(folder) / kept.name, _options()
        # Up to here a graph fits every processor of its kind; what comes after is of no use to this one.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
        options.optimized_model_filepath = str(part)
        options.add_session_config_entry("session.save_model_format", "ORT")
        try:
            session = _made(path, options)
        except Exception:  # a full disk is onnxruntime's own error
            return _made(path)
        with suppress(OSError):  # a cache that cannot be written costs time alone
            _keep(part, kept)
        return session


def _keep(part: Path, kept: Path) -> None:
    """Copied beside its place and moved there in one step; the oldest networks of the cache go."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    beside = kept.with_name(f".{kept.name}.{os.getpid()}")
    shutil.copyfile(part, beside)
    os.replace(beside, kept)
    for old in sorted(kept.parent.glob("*.ort"), key=lambda file: -file.stat().st_mtime)[KEPT:]:
        old.unlink(missing_ok=True)


def _options() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    # Threads that spin while they wait double the processor time, and starve whoever shares the cores.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


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
