"""A teacher says what it makes of examples, half of them in other words.

python -m training.reader.teach --teachers A.pt --near near.npz --arrays S1 S2 ...

S1.told, S2.told, ... are the same sets with what the teacher says of each example; `train --arrays S1.told ... --share
0.5` learns from it. Three teachers, the first trained without the first part of the tables, and so on, each say what
they make of the tables that they have never seen.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from training.reader.featurise import FOLDS
from training.reader.loss import INPUTS, TAUGHT, Batch, inputs
from training.reader.model import ReaderNet
from training.reader.pack import Arrays
from training.reader.sets import keep, on_device, there
from training.reader.swap import Near, swapped

TOKENS = 96_000
"""Of a batch."""


def main() -> None:
    """One set after the other, each as soon as it is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teachers", type=Path, nargs="+", required=True, help="weights, of one or of three")
    parser.add_argument("--near", type=Path, help="what `near` wrote: half of the examples in other words")
    parser.add_argument("--arrays", type=Path, nargs="+", required=True, help="sets of examples")
    parser.add_argument("--size", default="large", help="of the teachers")
    parser.add_argument("--patience", type=int, default=900, help="seconds to wait for a set")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    arguments = parser.parse_args()
    if len(arguments.teachers) not in (1, FOLDS):
        parser.error(f"{len(arguments.teachers)} teachers: there must be one, or {FOLDS}")
    teachers = [teacher(path, arguments.size, arguments.device) for path in arguments.teachers]
    near = Near.read(arguments.near) if arguments.near else None
    for number, path in enumerate(arguments.arrays, 1):
        begun = time.time()
        examples = pickle.loads(there(path, arguments.patience).read_bytes())
        if near:
            chance = np.random.default_rng(number)
            examples = {width: swapped(one, near, chance) for width, one in examples.items()}
        keep({width: taught(one, teachers, arguments.device) for width, one in examples.items()}, told_in(path))
        print(f"taught {number}/{len(arguments.arrays)} in {time.time() - begun:.0f} s", file=sys.stderr)


def told_in(path: Path) -> Path:
    """The file of a set with what its teachers say."""
    return path.with_name(f"{path.name}.told")


def teacher(weights: Path, size: str, device: str) -> ReaderNet:
    """A trained network, in sixteen bits on a GPU."""
    net = ReaderNet(0.0, size)
    state = torch.load(weights, map_location="cpu", weights_only=True)
    net.load_state_dict({name: tensor.float() for name, tensor in state.items()})
    return net.to(device, torch.bfloat16 if device == "cuda" else torch.float32).eval()


@torch.no_grad()
def taught(one: Arrays, teachers: Sequence[ReaderNet], device: str) -> Arrays:
    """The examples of one width, with the scores of the teacher or of the one that has not seen the table of each."""
    batch: Batch = on_device({0: {name: one[name] for name in (*INPUTS, "fold")}}, device)[0]
    count, width = one["ids"].shape
    told: Arrays = {}
    for fold, net in enumerate(teachers):
        for rows in torch.nonzero((batch["fold"] == fold) | (len(teachers) == 1))[:, 0].split(max(1, TOKENS // width)):
            said = net(*inputs({name: batch[name][rows] for name in INPUTS}))
            for name, scores in zip(TAUGHT, said, strict=False):
                every = told.setdefault(f"told_{name}", np.zeros((count, *scores.shape[1:]), np.float16))
                every[rows.cpu().numpy()] = scores.float().cpu().numpy()
    return one | told


if __name__ == "__main__":
    main()
