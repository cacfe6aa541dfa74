"""Writes sentence weights between the base and tuned ones, where less of the tuning keeps more of everything else.

    python -m training.sentences.mix --base FOLDER --weights FILE ... --held 0.85 --share 0.5 --out FOLDER

`--held` is the share that the files hold, as `figures.json` beside them says (`chosen`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor

from training.sentences.encoder import save_pieces


def main() -> None:
    """Read, mix, write."""
    arguments = _arguments()
    arguments.out.mkdir(parents=True, exist_ok=True)
    mixed = mix(arguments.base / "model.safetensors", arguments.weights, arguments.share / arguments.held)
    for path in save_pieces(mixed, arguments.out):
        print(path)


def mix(base: Path, tuned: Sequence[Path], share: float) -> dict[str, Tensor]:
    """The tuned tensors, moved back towards the base: 0 is the base, 1 the files as they are."""
    known = {name.removeprefix("bert."): tensor.float() for name, tensor in load_file(base).items()}
    moved = {name: tensor.float() for path in tuned for name, tensor in load_file(path).items()}
    return {name: torch.lerp(known[name], tensor, share) for name, tensor in moved.items()}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="folder with the model.safetensors of the base")
    parser.add_argument("--weights", type=Path, nargs="+", required=True, help="tuned tensors, as finetune wrote them")
    parser.add_argument("--held", type=float, default=1.0, help="share of the tuning that they hold")
    parser.add_argument("--share", type=float, required=True, help="share of the tuning that is wanted")
    parser.add_argument("--out", type=Path, required=True, help="where model-N.safetensors go")
    return parser.parse_args()


if __name__ == "__main__":
    main()
