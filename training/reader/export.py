"""Exports a trained reader as one int8 ONNX graph with its tokenizer, label maps and card.

python -m training.reader.export --weights reader-13.pt --tokenizer tokenizer.json --out src/groundplan/models/reader
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import shutil
import tempfile
import warnings
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from groundplan.readers.trained.heads import AGGS, ANALYSES, CHOICES, NUMBERS, OPS, OUTPUTS, ROLES, TAGS
from groundplan.readers.trained.sheet import LONGEST
from training.quantise import quantise
from training.reader.model import ReaderNet

VERSION = "5"
OPSET = 20
"""The first with one node for GELU."""
BLOCK = 128
"""A quarter of the scales of blocks of 32: quicker, and as right as these."""
INPUTS = ("ids", "kinds", "matches", "priors", "columns", "cells", "owners")
OUTPUTS_NAMED = ("question", "column", "cell", "number", "pair")


def main() -> None:
    """Writes model.onnx, tokenizer.json and model.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, nargs="+", required=True, help="several of one lineage are averaged")
    parser.add_argument("--tokenizer", type=Path, default=Path(".train/tokenizer.json"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--temperatures", type=Path, default=None, help="what `calibrate` wrote")
    parser.add_argument("--opset", type=int, default=OPSET)
    parser.add_argument("--block", type=int, default=BLOCK, help="numbers of a row that share a scale")
    parser.add_argument("--padded", action="store_true", help="keep the mask of padding; the product feeds none")
    arguments = parser.parse_args()
    net = ReaderNet().eval()
    states = [torch.load(file, map_location="cpu", weights_only=True) for file in arguments.weights]
    net.load_state_dict({name: sum(state[name].float() for state in states) / len(states) for name in states[0]})
    arguments.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        plain = Path(scratch) / "plain.onnx"
        to_onnx(net, plain, arguments.opset, arguments.padded)
        quantise(plain, arguments.out / "model.onnx", arguments.block)
    shutil.copy(arguments.tokenizer, arguments.out / "tokenizer.json")
    digest = hashlib.sha256((arguments.out / "model.onnx").read_bytes()).hexdigest()
    heat = json.loads(arguments.temperatures.read_text(encoding="utf-8")) if arguments.temperatures else {}
    labels = {"choices": CHOICES, "analysis": ANALYSES, "outputs": OUTPUTS, "aggs": AGGS, "roles": ROLES, "ops": OPS,
              "numbers": NUMBERS, "tags": TAGS}  # fmt: skip
    facts = {
        "name": f"reader-{VERSION}-int8-{digest[:12]}",
        "version": VERSION,
        "sha256": digest,
        "temperatures": heat,
        "labels": labels,
    }
    (arguments.out / "model.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    print(f"{(arguments.out / 'model.onnx').stat().st_size / 1e6:.1f} MB, sha256 {digest}")


class Unpadded(nn.Module):
    """A layer without its mask: the product reads one sheet at a time, and a sheet has no padding."""

    def __init__(self, layer: nn.Module) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        vectors: Tensor = self.layer(x, None)
        return vectors


def without_mask(net: ReaderNet) -> ReaderNet:
    """The net for sheets without padding; its weights are those of `net`, which is left as it is."""
    bare = copy.copy(net)
    bare._modules = {**net._modules, "layers": nn.ModuleList(map(Unpadded, net.layers))}
    return bare


def to_onnx(net: ReaderNet, path: Path, opset: int = OPSET, padded: bool = False) -> None:
    """The graph with every length free."""
    net = net if padded else without_mask(net)
    tokens, columns, cells = (
        torch.export.Dim(name, min=2, max=most)
        for name, most in (("tokens", LONGEST), ("columns", 512), ("cells", 2048))
    )
    example = tuple(torch.ones(1, size, dtype=torch.int64) for size in (120, 120, 120, 120, 9, 14, 14))
    axes = ({1: tokens}, {1: tokens}, {1: tokens}, {1: tokens}, {1: columns}, {1: cells}, {1: cells})
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter warns about its own internals
        program = torch.onnx.export(
            net, example, input_names=list(INPUTS), output_names=list(OUTPUTS_NAMED), dynamic_shapes=axes,
            opset_version=opset, dynamo=True, verbose=False,
        )  # fmt: skip
    program.save(path)
    onnx.checker.check_model(onnx.load(path))


if __name__ == "__main__":
    main()
