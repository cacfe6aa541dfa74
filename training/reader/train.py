"""Trains the reader on one GPU (or, tiny, on a processor).

python -m training.reader.train --data .train --base FOLDER --out FOLDER --seed 1 [--generated 250000] [--epochs 3]
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import random
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import torch

from training.reader.bases import with_base
from training.reader.course import Course
from training.reader.loss import Batch
from training.reader.model import SIZES, ReaderNet
from training.reader.sets import batches, keep, made, sets, size
from training.reader.step import Steps


def fit(net: ReaderNet, epochs: Iterable[dict[int, Batch]], arguments: argparse.Namespace) -> ReaderNet:
    """Trained on one set after the other, and averaged over the last part of the way; lost, it turns back, slower."""
    chance, step, steps, begun = random.Random(arguments.seed), 0, 0, time.time()
    mean, rate, course = copy.deepcopy(net).eval(), arguments.rate, Course()
    way = Steps(net.train(), rate, arguments.device)
    for number, data in enumerate(epochs, 1):
        count = sum(len(one["scored"]) for one in data.values())
        print(f"epoch {number}: {count} examples at {time.time() - begun:.0f} s", file=sys.stderr)
        steps = steps or arguments.epochs * size(data, arguments.tokens)
        for batch in batches(data, arguments.tokens, chance):
            value = way.take(batch, _share(step, steps))
            course.saw(value)
            step += 1
            if step % 8 == 0 and course.lost():
                rate, course = rate / 2, Course()
                print(f"step {step}/{steps} loss {float(value):.3f}: lost, back at a rate of {rate}", file=sys.stderr)
                net.load_state_dict(mean.state_dict())
                way = Steps(net, rate, arguments.device)
            elif step % 8 == 0 or step == steps:
                _average(mean, net, min(0.997, step / (step + 50)))
            if step % 500 == 0 or step == steps:
                speed = step / (time.time() - begun)
                print(f"step {step}/{steps} loss {float(value):.3f} {speed:.1f} steps/s", file=sys.stderr)
    return mean


def _share(step: int, steps: int) -> float:
    """Of the rate: it rises, and falls along a cosine."""
    warm = max(1, min(500, steps // 10))
    if step < warm:
        return step / warm
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, (step - warm) / max(1, steps - warm))))


@torch.no_grad()
def _average(mean: ReaderNet, net: ReaderNet, keep: float) -> None:
    keep = keep**8 if keep > 0.9 else keep
    for ours, theirs in zip(mean.parameters(), net.parameters(), strict=True):
        ours.lerp_(theirs, 1 - keep)


def main() -> None:
    """Trains and saves."""
    arguments = _arguments()
    if arguments.only_arrays:
        for number, path in enumerate(arguments.arrays):
            keep(made(arguments, arguments.seed + number), path)
        return
    begun = time.time()
    torch.manual_seed(arguments.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    net = ReaderNet(arguments.dropout, arguments.size)
    if arguments.base:
        net = with_base(net, arguments.base / "model.safetensors", arguments.device)
    if arguments.start:
        state = torch.load(arguments.start, map_location="cpu", weights_only=True)
        net.load_state_dict({name: tensor.float() for name, tensor in state.items()})
    net = net.to(arguments.device)
    mean = fit(net, sets(arguments), arguments)
    arguments.out.mkdir(parents=True, exist_ok=True)
    state = {name: tensor.cpu() for name, tensor in mean.state_dict().items()}
    state = {name: tensor.half() if tensor.is_floating_point() else tensor for name, tensor in state.items()}
    torch.save(state, arguments.out / f"reader-{arguments.seed}.pt")
    report = {"seed": arguments.seed, "seconds": round(time.time() - begun)}
    (arguments.out / f"reader-{arguments.seed}.json").write_text(json.dumps(report))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".train"), help="what `build` wrote, and tokenizer.json")
    parser.add_argument(
        "--base",
        type=Path,
        default=None,
        help="folder with the model.safetensors of all-MiniLM-L6-v2 for a small network, of all-mpnet-base-v2 for "
        "others; random weights without it",
    )
    parser.add_argument("--start", type=Path, default=None, help="trained weights to go on from: a second stage")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--arrays", type=Path, nargs="+", help="prepared examples, a file for each epoch, by turns")
    parser.add_argument("--patience", type=int, default=900, help="seconds to wait for a file of them")
    parser.add_argument(
        "--only-arrays", action="store_true", help="prepare the examples, other ones for each file, and stop"
    )
    parser.add_argument("--sources", default="charts,everyday")
    parser.add_argument("--generated", type=int, default=250_000, help="examples of the generator")
    parser.add_argument("--charts-copies", type=int, default=16)
    parser.add_argument("--everyday-copies", type=int, default=24)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=24_000, help="tokens a batch")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--size", choices=SIZES, default="small")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--lines", type=int, default=0, help="only so many lines: for a tiny run")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


if __name__ == "__main__":
    main()
