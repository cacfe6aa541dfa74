"""Writes the mean of weights of which one went on from the other: it reads unseen tables better than both.

python -m training.reader.mean O/reader-411.pt O/reader-421.pt --out O/first.pt
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor


def main() -> None:
    """Read, average, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path, nargs="+", help="what `train` wrote, with and without --start")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.save(mean(arguments.weights), arguments.out)
    print(arguments.out)


def mean(paths: Sequence[Path]) -> dict[str, Tensor]:
    """The mean of every tensor of floats, as narrow as it was; the others are the same in all."""
    states = [torch.load(path, map_location="cpu", weights_only=True) for path in paths]
    shapes = [{name: tensor.shape for name, tensor in state.items()} for state in states]
    if any(shape != shapes[0] for shape in shapes):
        sys.exit(f"these are not networks of one size: {', '.join(map(str, paths))}")
    return {name: _mean([state[name] for state in states]) for name in states[0]}


def _mean(tensors: Sequence[Tensor]) -> Tensor:
    first = tensors[0]
    return (
        torch.stack([each.float() for each in tensors]).mean(0).to(first.dtype) if first.is_floating_point() else first
    )


if __name__ == "__main__":
    main()
