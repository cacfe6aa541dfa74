"""Exports a trained reader as int8 ONNX with its tokenizer, label maps and temperatures.

python -m training.reader.export --first A.pt --others B.pt C.pt [--temperatures T] --out src/groundplan/models/reader
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import Tensor, nn

from groundplan.readers.trained.heads import AGGS, ANALYSES, CHOICES, NUMBERS, OPS, OUTPUTS, ROLES, TAGS
from groundplan.readers.trained.sheet import LONGEST
from training.quantise import quantise
from training.reader.model import SIZES, ReaderNet

VERSION = "7"
OPSET = 20
"""The first with one node for GELU."""
BLOCK = 128
"""A quarter of the scales of blocks of 32: quicker, and as right as these."""
LARGE, LARGE_OTHERS = 100_000, 100_000
"""Numbers of a matrix from which it has four bits: the words and the feed-forward layers, which lose nothing by it; of
the networks asked in doubt those of the attention, too."""
INPUTS = ("kinds", "matches", "priors", "columns", "cells", "owners")
OUTPUTS_NAMED = ("question", "column", "cell", "number", "pair")


def main() -> None:
    """Writes model.onnx, others.onnx where there are such, tokenizer.json and model.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=Path, required=True, help="weights")
    parser.add_argument("--others", type=Path, nargs="*", default=[], help="weights from other starts, asked in doubt")
    parser.add_argument("--size", choices=SIZES, default="small", help="of the first")
    parser.add_argument("--tokenizer", type=Path, default=Path(".train/tokenizer.json"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--temperatures", type=Path, default=None, help="what `calibrate` wrote")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    digests = {"model.onnx": write(First(loaded(arguments.first, arguments.size)), arguments.out / "model.onnx", LARGE)}
    if arguments.others:
        others = Others([loaded(path) for path in arguments.others])
        digests["others.onnx"] = write(others, arguments.out / "others.onnx", LARGE_OTHERS)
    shutil.copy(arguments.tokenizer, arguments.out / "tokenizer.json")
    heat = json.loads(arguments.temperatures.read_text(encoding="utf-8")) if arguments.temperatures else {}
    facts = described(digests, 1 + len(arguments.others), heat)
    (arguments.out / "model.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    for name, digest in digests.items():
        print(f"{name}: {(arguments.out / name).stat().st_size / 1e6:.1f} MB, sha256 {digest}")


def loaded(weights: Path, size: str = "small") -> ReaderNet:
    """The net with these weights, to read with."""
    net = ReaderNet(size=size).eval()
    state = torch.load(weights, map_location="cpu", weights_only=True)
    net.load_state_dict({name: tensor.float() for name, tensor in state.items()})
    return net


def described(digests: dict[str, str], networks: int, heat: dict[str, float]) -> dict[str, Any]:
    """What the model says of itself."""
    labels = {"choices": CHOICES, "analysis": ANALYSES, "outputs": OUTPUTS, "aggs": AGGS, "roles": ROLES, "ops": OPS,
              "numbers": NUMBERS, "tags": TAGS}  # fmt: skip
    name = "-".join(digest[:12] for digest in digests.values())
    return {
        "name": f"reader-{VERSION}-int8-{name}",
        "version": VERSION,
        "networks": networks,
        "sha256": digests,
        "temperatures": heat,
        "labels": labels,
    }


class First(nn.Module):
    """The net for one sheet without padding, so without a mask; the words' vectors go on to the others."""

    def __init__(self, net: ReaderNet) -> None:
        super().__init__()
        self.net = net
        self.given = (torch.ones(1, 120, dtype=torch.int64), "ids")
        self.outputs = (*OUTPUTS_NAMED, "words")

    def forward(
        self,
        ids: Tensor,
        kinds: Tensor,
        matches: Tensor,
        priors: Tensor,
        columns: Tensor,
        cells: Tensor,
        owners: Tensor,
    ) -> tuple[Tensor, ...]:
        words = self.net.words(ids)
        return (*self.net.scored(self.net.trunk(words, None, kinds, matches, priors), columns, cells, owners), words)


class Others(nn.Module):
    """Nets without words of their own, for they are trained over the same ones; the mean of what they say."""

    def __init__(self, nets: list[ReaderNet]) -> None:
        super().__init__()
        self.nets = nn.ModuleList(nets)
        self.given = (torch.zeros(1, 120, SIZES["small"].hidden), "words")
        self.outputs = OUTPUTS_NAMED

    def forward(
        self, words: Tensor, kinds: Tensor, matches: Tensor, priors: Tensor, columns: Tensor, cells: Tensor,
        owners: Tensor,
    ) -> tuple[Tensor, ...]:  # fmt: skip
        trunks = [net.trunk(words, None, kinds, matches, priors) for net in self.nets]
        said = [net.scored(x, columns, cells, owners) for net, x in zip(self.nets, trunks, strict=True)]
        return tuple(sum(parts[1:], parts[0]) / len(said) for parts in zip(*said, strict=True))


def write(net: First | Others, path: Path, large: int) -> str:
    """The small graph, and its sha256."""
    with tempfile.TemporaryDirectory() as scratch:
        plain = Path(scratch) / "plain.onnx"
        to_onnx(net, plain)
        quantise(plain, path, BLOCK, large)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def to_onnx(net: First | Others, path: Path) -> None:
    """The graph with every length free."""
    tokens, columns, cells = (
        torch.export.Dim(name, min=2, max=most)
        for name, most in (("tokens", LONGEST), ("columns", 512), ("cells", 2048))
    )
    given, name = net.given
    example = (given, *(torch.ones(1, size, dtype=torch.int64) for size in (120, 120, 120, 9, 14, 14)))
    axes = ({1: tokens}, {1: tokens}, {1: tokens}, {1: tokens}, {1: columns}, {1: cells}, {1: cells})
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter warns about its own internals
        program = torch.onnx.export(
            net, example, input_names=[name, *INPUTS], output_names=list(net.outputs), dynamic_shapes=axes,
            opset_version=OPSET, dynamo=True, verbose=False,
        )  # fmt: skip
    program.save(path)
    onnx.checker.check_model(onnx.load(path))


if __name__ == "__main__":
    main()
