"""The mean of weights that were trained on from the same start: as fast as one of them, and better than each.

python -m training.reader.mean --weights O/reader-21.pt O/reader-22.pt O/reader-23.pt --out M.pt
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor


def mean(states: Sequence[dict[str, Tensor]]) -> dict[str, Tensor]:
    """Each weight averaged."""
    return {name: torch.stack([state[name].float() for state in states]).mean(0) for name in states[0]}


def main() -> None:
    """Reads, averages and saves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    states = [torch.load(path, map_location="cpu", weights_only=True) for path in arguments.weights]
    torch.save({name: tensor.half() for name, tensor in mean(states).items()}, arguments.out)
    print(f"{arguments.out}: the mean of {len(states)}")


if __name__ == "__main__":
    main()
