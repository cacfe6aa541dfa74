"""Trains the reader on one GPU (or, tiny, on a processor).

python -m training.reader.train --data .train --base FOLDER --out FOLDER --seed 1 [--generated 250000] [--epochs 3]
"""

from __future__ import annotations

import argparse
import copy
import functools
import itertools
import json
import math
import pickle
import random
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import torch

from training.reader.featurise import load, training_arrays
from training.reader.loss import Batch
from training.reader.model import ReaderNet, with_base
from training.reader.pack import Arrays
from training.reader.step import Steps


def on_device(stacked: dict[int, Arrays], device: str) -> dict[int, Batch]:
    """All buckets in the device's memory: they are small, and nothing then waits."""
    return {
        width: {
            name: torch.from_numpy(a.astype(np.int32) if a.dtype == np.uint16 else a).to(device)
            for name, a in one.items()
        }
        for width, one in stacked.items()
    }


def batches(data: dict[int, Batch], tokens: int, chance: random.Random) -> Iterator[Batch]:
    """One epoch: batches of like length, of about so many tokens, in random order."""
    plan = []
    for width, one in data.items():
        order = torch.randperm(len(one["scored"]), generator=torch.Generator().manual_seed(chance.randrange(2**31)))
        plan += [(width, order[each]) for each in _cut(len(order), tokens // width)]
    chance.shuffle(plan)
    for width, rows in plan:
        rows = rows.to(data[width]["ids"].device)
        yield {name: tensor[rows] for name, tensor in data[width].items()}


def fit(net: ReaderNet, epochs: Iterable[dict[int, Batch]], arguments: argparse.Namespace) -> ReaderNet:
    """Trained on one set after the other, and averaged over the last part of the way."""
    chance, step, steps, begun = random.Random(arguments.seed), 0, 0, time.time()
    mean = copy.deepcopy(net).eval()
    way = Steps(net.train(), arguments.rate, arguments.device)
    for number, data in enumerate(epochs, 1):
        count = sum(len(one["scored"]) for one in data.values())
        print(f"epoch {number}: {count} examples at {time.time() - begun:.0f} s", file=sys.stderr)
        steps = steps or arguments.epochs * _size(data, arguments.tokens)
        for batch in batches(data, arguments.tokens, chance):
            value = way.take(batch, _share(step, steps))
            step += 1
            if step % 8 == 0 or step == steps:
                _average(mean, net, min(0.997, step / (step + 50)))
            if step % 500 == 0 or step == steps:
                speed = step / (time.time() - begun)
                print(f"step {step}/{steps} loss {float(value):.3f} {speed:.1f} steps/s", file=sys.stderr)
    return mean


def _size(data: dict[int, Batch], tokens: int) -> int:
    return sum(len(_cut(len(one["scored"]), tokens // width)) for width, one in data.items())


def _cut(count: int, size: int) -> list[slice]:
    """Whole batches, so that there are few shapes; the rest, which is another one in each epoch, only if it is all."""
    size = min(max(8, size), count)
    return [slice(at, at + size) for at in range(0, count - size + 1, size)]


def _share(step: int, steps: int) -> float:
    """Of the rate: it rises, and falls along a cosine."""
    warm = max(1, min(500, steps // 20))
    if step < warm:
        return step / warm
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, (step - warm) / max(1, steps - warm))))


@torch.no_grad()
def _average(mean: ReaderNet, net: ReaderNet, keep: float) -> None:
    keep = keep**8 if keep > 0.9 else keep
    for ours, theirs in zip(mean.parameters(), net.parameters(), strict=True):
        ours.lerp_(theirs, 1 - keep)


def sets(arguments: argparse.Namespace) -> Iterator[dict[int, Batch]]:
    """The examples of each epoch: the files by turns, each waited for; without files made here, the same each time."""
    if not arguments.arrays:
        made = on_device(_made(arguments, arguments.seed), arguments.device)
        yield from itertools.repeat(made, arguments.epochs)
        return
    for number in range(arguments.epochs):
        path = _there(arguments.arrays[number % len(arguments.arrays)], arguments.patience)
        yield _read(path, arguments.device)


@functools.cache
def _read(path: Path, device: str) -> dict[int, Batch]:
    """A file is read once: the device has room for all of them."""
    return on_device(pickle.loads(path.read_bytes()), device)


def _there(path: Path, patience: int) -> Path:
    for _ in range(patience):
        if path.exists():
            return path
        time.sleep(1)
    sys.exit(f"{path} is not there after {patience} seconds: make it with --arrays {path} --only-arrays")


def _made(arguments: argparse.Namespace, seed: int) -> dict[int, Arrays]:
    lines = load(arguments.data)["train"]
    lines = [line for line in lines if line["source"] in arguments.sources.split(",")][: arguments.lines or None]
    copies = {"charts": arguments.charts_copies, "everyday": arguments.everyday_copies}

    def told(what: str, number: int, of: int) -> None:
        if number % 50 == 0 or number == of:
            print(f"{what} {number}/{of}", file=sys.stderr)

    return training_arrays(lines, arguments.data / "tokenizer.json", seed, copies, arguments.generated, told)


def _keep(made: dict[int, Arrays], path: Path) -> None:
    """Written whole or not at all: another process may wait for it."""
    part = path.with_suffix(".part")
    part.write_bytes(pickle.dumps(made, protocol=5))
    part.rename(path)


def main() -> None:
    """Trains and saves."""
    arguments = _arguments()
    if arguments.only_arrays:
        for number, path in enumerate(arguments.arrays):
            _keep(_made(arguments, arguments.seed + number), path)
        return
    begun = time.time()
    torch.manual_seed(arguments.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    net = ReaderNet(arguments.dropout)
    if arguments.base:
        net = with_base(net, arguments.base / "model.safetensors")
    if arguments.start:
        state = torch.load(arguments.start, map_location="cpu", weights_only=True)
        net.load_state_dict({name: tensor.float() for name, tensor in state.items()})
    net = net.to(arguments.device)
    mean = fit(net, sets(arguments), arguments)
    arguments.out.mkdir(parents=True, exist_ok=True)
    torch.save(
        {name: tensor.half().cpu() for name, tensor in mean.state_dict().items()},
        arguments.out / f"reader-{arguments.seed}.pt",
    )
    report = {"seed": arguments.seed, "seconds": round(time.time() - begun)}
    (arguments.out / f"reader-{arguments.seed}.json").write_text(json.dumps(report))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".train"), help="what `build` wrote, and tokenizer.json")
    parser.add_argument(
        "--base",
        type=Path,
        default=None,
        help="folder with the model.safetensors of all-MiniLM-L6-v2; random weights without it",
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
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--lines", type=int, default=0, help="only so many lines: for a tiny run")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


if __name__ == "__main__":
    main()
