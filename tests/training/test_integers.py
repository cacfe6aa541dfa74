"""Products of integers give what products of floats gave, with channels and rows of very different sizes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

onnx: Any = pytest.importorskip("onnx", reason="onnx is for training only; see training/requirements.txt")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402
from training.integers import with_integers  # noqa: E402
from training.quantise import FLOAT, quantise  # noqa: E402

from groundplan.reading.embedded.network import unpacked  # noqa: E402
from training import integers  # noqa: E402

WIDE, INNER, BLOCK = 256, 512, 128


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """Two matrices in four bits, a GELU between them."""
    chance = np.random.default_rng(1)
    matrices = {"up": chance.normal(0, 0.1, (WIDE, INNER)), "down": chance.normal(0, 0.1, (INNER, WIDE))}
    nodes = [
        helper.make_node("MatMul", ["x", "up"], ["raised"], name="raise"),
        helper.make_node("Gelu", ["raised"], ["bent"], name="bend"),
        helper.make_node("MatMul", ["bent", "down"], ["y"], name="lower"),
    ]
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "tokens", WIDE]) for name in "xy")
    constants = [numpy_helper.from_array(value.astype(np.float32), name) for name, value in matrices.items()]
    model = helper.make_model(helper.make_graph(nodes, "two", [x], [y], constants), ir_version=10)
    model.opset_import[0].version = 20
    onnx.save(model, tmp_path / "plain.onnx")
    quantise(tmp_path / "plain.onnx", tmp_path / "small.onnx", BLOCK, 1000, FLOAT)
    return tmp_path / "small.onnx"


def _inputs(seed: int) -> dict[str, Any]:
    """Rows of different sizes, and three channels that are a hundred times as large as the others."""
    chance = np.random.default_rng(seed)
    x = chance.normal(0, 0.2, (1, 12, WIDE)) * np.linspace(0.3, 3, 12)[:, None]
    x[..., :3] *= 100
    return {"x": x.astype(np.float32)}


def _far(graph: Path, matrices: Path, floats: Any) -> float:
    """How far the products are from those of floats, beside the size of these."""
    given = unpacked(matrices)
    options = onnxruntime.SessionOptions()
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in given.values()]
    options.add_external_initializers(list(given), values)
    session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    return float(np.linalg.norm(session.run(None, _inputs(9))[0] - floats) / np.linalg.norm(floats))


def test_large_channels_do_not_drown_the_others(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    floats = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"]).run(None, _inputs(9))[0]
    kept, size = graph.read_bytes(), graph.stat().st_size
    matrices = graph.with_suffix(".npz")
    with_integers(graph, [_inputs(seed) for seed in range(4)], matrices)
    assert graph.stat().st_size < size / 10 and matrices.stat().st_size < size * 1.1
    assert not {"MatMulNBits", "MatMul"} & {
        node.op_type for node in onnx.load(graph, load_external_data=False).graph.node
    }
    eased = _far(graph, matrices, floats)
    graph.write_bytes(kept)
    monkeypatch.setattr(
        integers,
        "_moved",
        lambda found, largest: {m.source: np.ones(len(largest[m.source]), np.float32) for m in found},
    )
    with_integers(graph, [_inputs(0)], matrices)
    assert eased < 0.03 and eased < 0.7 * _far(graph, matrices, floats)
