"""Products of floats with matrices of four bits -> products of integers, in two thirds of the time.

The graph is left without its matrices, which lie beside it in four bits and are unpacked when it is opened
(`reading/embedded/matrices.py`). What is multiplied with them has a scale for the whole tensor, or for each row behind
a GELU, whose rows differ most. A few channels are far larger than the others, and would leave these no steps: much of
their size is moved into the matrix.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import NodeProto, TensorProto, helper, numpy_helper

from groundplan.reading.embedded.network import MOVED, PACKED, SCALES, whole

SHARE = 0.65
"""Of the size of a channel, by its logarithm, that the matrix takes over."""
ROW_STEPS, ZERO = 127, 128


@dataclass(frozen=True)
class Matrix:
    """In four bits, a row for every output, and the node that multiplies with it."""

    node: NodeProto
    packed: Any
    scales: Any

    @property
    def source(self) -> str:
        """What it is multiplied with."""
        return str(self.node.input[0])

    @property
    def name(self) -> str:
        """Of the constants that are made of it."""
        return str(self.node.input[1])


def with_integers(path: Path, inputs: Iterable[dict[str, Any]], matrices: Path) -> None:
    """Writes the graph anew, without its matrices, and these; `inputs` are examples of how large numbers become."""
    model = onnx.load(path)
    constants = {tensor.name: tensor for tensor in model.graph.initializer}
    found = [_matrix(node, constants) for node in model.graph.node if _is_packed(node)]
    moved = _moved(found, _largest(model, {matrix.source for matrix in found}, inputs))
    rows = {output for node in model.graph.node if node.op_type == "Gelu" for output in node.output}
    nodes = _nodes(model.graph, {matrix.node.name: matrix for matrix in found}, rows)
    needed = {name for node in nodes for name in node.input}
    kept = [*_outside(found, moved), *_row_constants(), *constants.values()]
    for there, wanted in ((model.graph.node, nodes), (model.graph.initializer, [c for c in kept if c.name in needed])):
        del there[:]
        there.extend(wanted)
    path.write_bytes(model.SerializeToString())
    np.savez(matrices, **_kept(found, moved))


def _is_packed(node: NodeProto) -> bool:
    return node.op_type == "MatMulNBits" and any(a.name == "bits" and a.i == 4 for a in node.attribute)


def _matrix(node: NodeProto, constants: dict[str, TensorProto]) -> Matrix:
    packed, scales = (numpy_helper.to_array(constants[name]) for name in node.input[1:3])
    return Matrix(node, packed, scales.reshape(packed.shape[:2]))


def _largest(model: onnx.ModelProto, names: set[str], inputs: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The largest size of every channel of these tensors."""
    watched = onnx.ModelProto()
    watched.CopyFrom(model)
    asked = sorted(names)
    watched.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in asked)
    session = onnxruntime.InferenceSession(watched.SerializeToString(), providers=["CPUExecutionProvider"])
    seen: dict[str, Any] = {}
    for given in inputs:
        for name, tensor in zip(asked, session.run(asked, given), strict=True):
            seen[name] = np.maximum(np.abs(tensor).reshape(-1, tensor.shape[-1]).max(0), seen.get(name, 0))
    return seen


def _moved(matrices: list[Matrix], largest: dict[str, Any]) -> dict[str, Any]:
    """What every channel of a source is divided by, and its part of the matrices multiplied with; 1 in the middle."""
    heights: dict[str, Any] = {}
    for one in matrices:
        height = np.abs(whole(one.packed, one.scales)).max(0)
        heights[one.source] = np.maximum(height, heights.get(one.source, 1e-5))
    out = {}
    for source, height in heights.items():
        sizes = SHARE * np.log(np.maximum(largest[source], 1e-5)) - (1 - SHARE) * np.log(height)
        out[source] = np.exp(sizes - sizes.mean()).astype(np.float32)
    return out


def _nodes(graph: onnx.GraphProto, matrices: dict[str, Matrix], rows: set[str]) -> list[NodeProto]:
    """All of the graph's, those that multiply with a matrix made new; what enters several is made integers once."""
    out: list[NodeProto] = []
    entered: set[str] = set()
    for node in graph.node:
        if node.name not in matrices:
            out.append(node)
            continue
        matrix = matrices[node.name]
        by_row = matrix.source in rows
        if matrix.source not in entered:
            entered.add(matrix.source)
            out += _by_row(matrix.source) if by_row else _at_once(matrix.source)
        out += _product(matrix, by_row)
    return out


def _at_once(source: str) -> list[NodeProto]:
    return [
        helper.make_node("Mul", [source, f"{source}.eased"], [f"{source}.even"]),
        helper.make_node(
            "DynamicQuantizeLinear", [f"{source}.even"], [f"{source}.{part}" for part in ("integers", "scale", "zero")]
        ),
    ]


def _by_row(source: str) -> list[NodeProto]:
    return [
        helper.make_node("Mul", [source, f"{source}.eased"], [f"{source}.even"]),
        helper.make_node("Abs", [f"{source}.even"], [f"{source}.sizes"]),
        helper.make_node("ReduceMax", [f"{source}.sizes", "row.axis"], [f"{source}.rows"], keepdims=1),
        helper.make_node("Reciprocal", [f"{source}.rows"], [f"{source}.shrunk"]),
        helper.make_node("Mul", [f"{source}.even", f"{source}.shrunk"], [f"{source}.unit"]),
        helper.make_node("QuantizeLinear", [f"{source}.unit", "row.scale", "row.zero"], [f"{source}.integers"]),
    ]


def _row_constants() -> list[TensorProto]:
    made = {"axis": np.array([-1]), "scale": np.array(1 / ROW_STEPS, np.float32), "zero": np.array(ZERO, np.uint8)}
    return [numpy_helper.from_array(value, f"row.{name}") for name, value in made.items()]


def _product(matrix: Matrix, by_row: bool) -> list[NodeProto]:
    source, name, out = matrix.source, matrix.name, str(matrix.node.output[0])
    kind = "row" if by_row else source
    nodes = [
        helper.make_node("MatMulInteger", [f"{source}.integers", f"{name}.integers", f"{kind}.zero"], [f"{out}.sums"]),
        helper.make_node("Cast", [f"{out}.sums"], [f"{out}.floats"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{kind}.scale", f"{name}.steps"], [f"{name}.scale"]),
        helper.make_node("Mul", [f"{out}.floats", f"{name}.scale"], [f"{out}.unit" if by_row else out]),
    ]
    return [*nodes, helper.make_node("Mul", [f"{out}.unit", f"{source}.rows"], [out])] if by_row else nodes


def _outside(matrices: list[Matrix], moved: dict[str, Any]) -> list[TensorProto]:
    """What is given when the graph is opened: names, types and shapes alone."""
    out = [_declared(f"{source}.eased", TensorProto.FLOAT, value.shape) for source, value in moved.items()]
    for one in matrices:
        outputs = len(one.packed)
        out.append(_declared(f"{one.name}.integers", TensorProto.INT8, (len(moved[one.source]), outputs)))
        out.append(_declared(f"{one.name}.steps", TensorProto.FLOAT, (outputs,)))
    return out


def _declared(name: str, type: int, shape: tuple[int, ...]) -> TensorProto:
    tensor = TensorProto(name=name, data_type=type, dims=shape, data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="given")
    return tensor


def _kept(matrices: list[Matrix], moved: dict[str, Any]) -> dict[str, Any]:
    out = {f"{source}/{MOVED}": value for source, value in moved.items()}
    for one in matrices:
        out |= {f"{one.source}/{one.name}/{PACKED}": one.packed, f"{one.source}/{one.name}/{SCALES}": one.scales}
    return out
