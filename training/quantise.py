"""A float graph to int8: the word tables, then the matrices, a scale for every block of a row."""

from __future__ import annotations

from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.matmul_nbits_quantizer import DefaultWeightOnlyQuantConfig, MatMulNBitsQuantizer
from onnxruntime.quantization.shape_inference import quant_pre_process

BLOCK = 32
INT8_COMPUTE = 4  # the `accuracy_level` of MatMulNBits that multiplies in int8


def quantise(plain: Path, path: Path, block: int = BLOCK) -> None:
    """Writes the small graph; matrices have a scale for every `block` numbers of a row.

    Activations get a scale for every block, too. With one scale for the whole tensor (plain dynamic quantisation) a
    vector would depend on the other texts of its batch: cosine 0.94 between a text alone and in company.
    """
    prepared, table = plain.with_name("prepared.onnx"), plain.with_name("table.onnx")
    quant_pre_process(plain, prepared, skip_symbolic_shape=True)
    _forget_shapes(prepared)
    quantize_dynamic(prepared, table, weight_type=QuantType.QInt8, op_types_to_quantize=["Gather"])
    config = DefaultWeightOnlyQuantConfig(block_size=block, is_symmetric=True, accuracy_level=INT8_COMPUTE, bits=8)
    quantizer = MatMulNBitsQuantizer(onnx.load(table), algo_config=config)
    quantizer.process()
    onnx.save(without_traces(quantizer.model.model), path)


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
