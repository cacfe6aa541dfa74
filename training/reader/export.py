"""Exports a trained reader as ONNX of four and eight bits with its tokenizer, label maps and temperatures.

python -m training.reader.export --first A.pt [--second B.pt] [--temperatures T] --out src/groundplan/models/reader
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

from groundplan.reading.embedded.encoder import FIRST, HEADS, SECOND
from groundplan.reading.embedded.network import MATRICES
from groundplan.reading.embedded.question_words import Tokens
from groundplan.reading.embedded.scores import AGGS, ANALYSES, CHOICES, NUMBERS, OPS, OUTPUTS, ROLES, TAGS
from groundplan.reading.embedded.sheet import LONGEST
from training.generator import examples
from training.integers import with_integers
from training.quantise import FLOAT, quantise
from training.reader.examples import of_line
from training.reader.featurise import sheet_of
from training.reader.model import SIZES, ReaderNet

VERSION = "12.2"
OPSET = 20
"""The first with one node for GELU."""
BLOCK = 128
"""A quarter of the scales of blocks of 32: quicker, and as right as these."""
LARGE = 100_000
"""Numbers of a matrix from which it has four bits instead of eight; it loses nothing by it."""
SEEN = 200
"""Questions, and their seed."""
INPUTS = ("ids", "kinds", "matches", "priors", "columns", "cells", "owners")


def main() -> None:
    """Writes model.onnx and model.npz, second.* where there is a second network, tokenizer.json and model.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=Path, required=True, help="weights of the network that reads every question")
    parser.add_argument("--second", type=Path, help="weights of the one that reads in doubt")
    parser.add_argument("--tokenizer", type=Path, default=Path(".train/tokenizer.json"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--temperatures", type=Path, default=None, help="what `calibrate` wrote")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    given = {FIRST: arguments.first} | ({SECOND: arguments.second} if arguments.second else {})
    shutil.copy(arguments.tokenizer, arguments.out / "tokenizer.json")
    seen = sheets(Tokens(arguments.tokenizer))
    digests: dict[str, str] = {}
    for name, weights in given.items():
        digests |= write(loaded(weights), arguments.out / name, seen)
    heat = json.loads(arguments.temperatures.read_text(encoding="utf-8")) if arguments.temperatures else {}
    (arguments.out / "model.json").write_text(json.dumps(described(digests, heat), indent=1) + "\n", encoding="utf-8")
    for name, digest in digests.items():
        print(f"{name}: {(arguments.out / name).stat().st_size / 1e6:.1f} MB, sha256 {digest}")


def loaded(weights: Path) -> ReaderNet:
    """The net with these weights, of the size that has their shapes, to read with."""
    state = torch.load(weights, map_location="cpu", weights_only=True)
    state = {name: tensor.float() if tensor.is_floating_point() else tensor for name, tensor in state.items()}
    shapes = {name: tensor.shape for name, tensor in state.items()}
    nets = (ReaderNet(size=size) for size in SIZES)
    net = next(net for net in nets if {name: tensor.shape for name, tensor in net.state_dict().items()} == shapes)
    net.load_state_dict(state)
    return net.eval()


def described(digests: dict[str, str], heat: dict[str, float]) -> dict[str, Any]:
    """What the model says of itself."""
    labels = {"choices": CHOICES, "analysis": ANALYSES, "outputs": OUTPUTS, "aggs": AGGS, "roles": ROLES, "ops": OPS,
              "numbers": NUMBERS, "tags": TAGS}  # fmt: skip
    name = hashlib.sha256("".join(digests.values()).encode()).hexdigest()
    return {
        "name": f"reader-{VERSION}-int8-{name[:12]}",
        "version": VERSION,
        "sha256": digests,
        "temperatures": heat,
        "labels": labels,
    }


class Plain(nn.Module):
    """The net for one sheet without padding, so without a mask."""

    def __init__(self, net: ReaderNet) -> None:
        super().__init__()
        self.net = net

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
        return self.net.scored(self.net.trunk(ids, None, kinds, matches, priors), columns, cells, owners)


def write(net: ReaderNet, path: Path, seen: list[dict[str, Any]]) -> dict[str, str]:
    """The small graph and, beside it, its matrices; the sha256 of both."""
    with tempfile.TemporaryDirectory() as scratch:
        plain = Path(scratch) / "plain.onnx"
        to_onnx(Plain(net), plain)
        quantise(plain, path, BLOCK, LARGE, FLOAT)
    return packed(path, seen)


def packed(path: Path, seen: list[dict[str, Any]]) -> dict[str, str]:
    """The graph's large matrices beside it; the sha256 of both files."""
    matrices = path.with_suffix(MATRICES)
    with_integers(path, seen, matrices)
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (path, matrices)}


def sheets(tokens: Tokens) -> list[dict[str, Any]]:
    """Of the generator's questions: how large numbers become on the way through a network is seen on them."""
    lines = ({**one, "source": "generator"} for one in examples(SEEN, SEEN))
    made = [sheet_of(of_line(line), tokens) for line in lines]
    return [sheet.arrays() for sheet in made if sheet.cells]


def to_onnx(net: Plain, path: Path) -> None:
    """The graph with every length free."""
    tokens, columns, cells = (
        torch.export.Dim(name, min=2, max=most)
        for name, most in (("tokens", LONGEST), ("columns", 512), ("cells", 2048))
    )
    example = tuple(torch.ones(1, size, dtype=torch.int64) for size in (120, 120, 120, 120, 9, 14, 14))
    axes = ({1: tokens}, {1: tokens}, {1: tokens}, {1: tokens}, {1: columns}, {1: cells}, {1: cells})
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter warns about its own internals
        program = torch.onnx.export(
            net, example, input_names=list(INPUTS), output_names=list(HEADS), dynamic_shapes=axes,
            opset_version=OPSET, dynamo=True, verbose=False,
        )  # fmt: skip
    program.save(path)
    onnx.checker.check_model(onnx.load(path))


if __name__ == "__main__":
    main()
