"""A float graph to int8, its large matrices to four bits, a scale for every block of a row."""

from __future__ import annotations

import math
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import DefaultWeightOnlyQuantConfig, MatMulNBitsQuantizer
from onnxruntime.quantization.shape_inference import quant_pre_process

BLOCK = 32
FLOAT, INT8 = 1, 4
"""The `accuracy_level` of MatMulNBits: what numbers are multiplied as, once the matrix is read."""


def quantise(plain: Path, path: Path, block: int = BLOCK, large: int | None = None, level: int = INT8) -> None:
    """Writes the small graph; matrices have a scale for every `block` numbers of a row.

    Matrices of `large` numbers and more have four bits each.
    Multiplied in int8, activations get a scale for every block, too. With one scale for the whole tensor (plain dynamic
    quantisation) a vector would depend on the other texts of its batch: cosine 0.94 between a text alone and in one.
    """
    prepared, table = plain.with_name("prepared.onnx"), plain.with_name("table.onnx")
    quant_pre_process(plain, prepared, skip_symbolic_shape=True)
    _forget_shapes(prepared)
    coarse = _of_at_least(large, onnx.load(prepared)) if large else set()
    quantize_dynamic(prepared, table, weight_type=QuantType.QInt8, op_types_to_quantize=["Gather"])
    model = onnx.load(table)
    if coarse:
        model = _matrices(model, 4, block, level, {node.name for node in model.graph.node} - coarse)
    onnx.save(without_traces(_matrices(model, 8, block, level, set())), path)


def _of_at_least(size: int, model: onnx.ModelProto) -> set[str]:
    """The nodes whose matrix is so large."""
    sizes = {tensor.name: math.prod(tensor.dims) for tensor in model.graph.initializer}
    products = [node for node in model.graph.node if node.op_type == "MatMul"]
    return {node.name for node in products if max(sizes.get(one, 0) for one in node.input) >= size}


def _matrices(model: onnx.ModelProto, bits: int, block: int, level: int, but: set[str]) -> onnx.ModelProto:
    config = DefaultWeightOnlyQuantConfig(
        block_size=block, is_symmetric=True, accuracy_level=level, bits=bits, op_types_to_quantize=("MatMul",)
    )
    quantizer = MatMulNBitsQuantizer(model, nodes_to_exclude=sorted(but), algo_config=config)
    quantizer.process()
    return quantizer.model.model


def _forget_shapes(path: Path) -> None:
    """Shapes between nodes are inferred anew: folding constants leaves some that are no longer true."""
    model = onnx.load(path)
    del model.graph.value_info[:]
    onnx.save(model, path)


def without_traces(model: onnx.ModelProto) -> onnx.ModelProto:
    """Drop the exporter's stack traces: they name folders of this machine."""
    graph = model.graph
    for part in (model, graph, *graph.node, *graph.input, *graph.output, *graph.value_info, *graph.initializer):
        del part.metadata_props[:]
        part.doc_string = ""
    return model
