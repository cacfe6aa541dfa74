"""The weights of a shipped reader, to go on from: its numbers of four and eight bits as floats again.

python -m training.reader.reopen --model src/groundplan/models/reader --out FOLDER
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import GraphProto, numpy_helper
from torch import Tensor

from groundplan.reading.embedded.encoder import FIRST, SECOND
from groundplan.reading.embedded.network import MATRICES, PACKED, SCALES, whole
from training.reader.model import BUCKETS, HEADS, SIZES, ReaderNet

NET, BIAS, WEIGHT = "net.", ".bias", ".weight"
INTEGERS, BYTES, TABLE = ".integers", "_Q8", "_quantized"
MIDDLE = 128
"""Of a byte: zero."""
Floats = dict[str, Any]


def main() -> None:
    """Writes first.pt and, where there is one, second.pt."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=Path("src/groundplan/models/reader"))
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for file, name in ((FIRST, "first.pt"), (SECOND, "second.pt")):
        if (arguments.model / file).is_file():
            torch.save(state(arguments.model / file), arguments.out / name)


def state(path: Path) -> dict[str, Tensor]:
    """All that a network has, by the names of its parts."""
    graph = onnx.load(path, load_external_data=False).graph
    constants = {one.name: numpy_helper.to_array(one) for one in graph.initializer if not one.external_data}
    found = _plain(constants) | _tables(constants)
    biases = _biases(graph)
    for name, floats in (_matrices(path.with_suffix(MATRICES)) | _bytes(constants)).items():
        found[name if name.endswith(WEIGHT) else biases[name].removesuffix(BIAS) + WEIGHT] = floats
    net = ReaderNet(size=next(name for name, size in SIZES.items() if size.hidden == len(found["norm.weight"])))
    if net.distances is not None:
        found["distances.weight"] = next(c for c in constants.values() if c.shape == (2 * BUCKETS, HEADS))
    net.load_state_dict({name: torch.from_numpy(np.array(floats)) for name, floats in found.items()})
    return net.state_dict()


def _plain(constants: Mapping[str, Any]) -> Floats:
    """What the graph holds as it is: biases, norms and the codes of words."""
    names = [name for name in constants if name.startswith(NET) and name.endswith((BIAS, WEIGHT, ".codes"))]
    return {name.removeprefix(NET): constants[name] for name in names}


def _tables(constants: Mapping[str, Any]) -> Floats:
    """Embeddings, which have one scale each."""
    out = {}
    for name in [name.removesuffix(TABLE) for name in constants if name.endswith(TABLE)]:
        steps = constants[f"{name}{TABLE}"].astype(np.float32) - float(constants[f"{name}_zero_point"])
        out[name.removeprefix(NET)] = steps * constants[f"{name}_scale"]
    return out


def _matrices(path: Path) -> Floats:
    """Those of four bits, which lie beside the graph."""
    with np.load(path, allow_pickle=False) as file:
        named = [name.removesuffix(f"/{PACKED}") for name in file.files if name.endswith(f"/{PACKED}")]
        return {name.split("/")[1]: whole(file[f"{name}/{PACKED}"], file[f"{name}/{SCALES}"]) for name in named}


def _bytes(constants: Mapping[str, Any]) -> Floats:
    """Those of eight bits, which are in the graph."""
    out = {}
    for name in [name.removesuffix(BYTES) for name in constants if name.endswith(BYTES)]:
        packed = constants[f"{name}{BYTES}"]
        floats = (packed.astype(np.float32) - MIDDLE) * constants[f"{name}_scales"].reshape(*packed.shape[:2], 1)
        out[name.removeprefix(NET)] = floats.reshape(len(packed), -1)
    return out


def _biases(graph: GraphProto) -> dict[str, str]:
    """For every matrix whose own name is lost, the bias that is added to its product."""
    after = {name: node for node in graph.node for name in node.input}
    out = {}
    for node in graph.node:
        for name in (name for name in node.input if name.endswith((INTEGERS, BYTES))):
            at = node
            while not (added := [one for one in at.input if one.startswith(NET) and one.endswith(BIAS)]):
                at = after[at.output[0]]
            out[name.removesuffix(INTEGERS).removesuffix(BYTES)] = added[0].removeprefix(NET)
    return out


if __name__ == "__main__":
    main()
