"""A network of the package, opened: from its files, or as onnxruntime made it of them before.

Taking matrices out of four bits and rearranging the graph takes 0.25 s of every new process. With a cache what comes of
it is kept, bit for bit the same network, and opened in a fifth of that.
"""

from __future__ import annotations

import os
import platform
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from groundplan.reading.embedded.matrices import unpacked

MATRICES = ".npz"
"""Behind the name of a network: its matrices, in four bits."""
THREADS = 2
SLOWER = ["SkipLayerNormFusion"]
"""What onnxruntime would make one step of, five times as long as the two."""
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
    """Written beside its place and moved there in one step; a cache that cannot be written costs time alone."""
    import onnxruntime

    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".part-", dir=kept.parent) as folder:
            part, options = Path(folder) / kept.name, _options()
            # Up to here a graph fits every processor of its kind; what comes after is of no use to this one.
            options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
            options.optimized_model_filepath = str(part)
            options.add_session_config_entry("session.save_model_format", "ORT")
            session = _made(path, options)
            os.replace(part, kept)
        for old in sorted(kept.parent.glob("*.ort"), key=lambda file: -file.stat().st_mtime)[KEPT:]:
            old.unlink(missing_ok=True)
        return session
    except Exception:  # a full disk is onnxruntime's own error
        return _made(path)


def _options() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    # Threads that spin while they wait double the processor time, and starve whoever shares the cores.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options
