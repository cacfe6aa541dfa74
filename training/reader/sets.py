"""Sets of examples: made, kept in files, waited for, in a device's memory, and as batches."""

from __future__ import annotations

import argparse
import functools
import itertools
import pickle
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from training.reader.featurise import load, training_arrays
from training.reader.loss import Batch
from training.reader.pack import Arrays


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


def size(data: dict[int, Batch], tokens: int) -> int:
    """The batches of an epoch."""
    return sum(len(_cut(len(one["scored"]), tokens // width)) for width, one in data.items())


def _cut(count: int, size: int) -> list[slice]:
    """Whole batches, so that there are few shapes; the rest, which is another one in each epoch, only if it is all."""
    size = min(max(8, size), count)
    return [slice(at, at + size) for at in range(0, count - size + 1, size)]


def sets(arguments: argparse.Namespace) -> Iterator[dict[int, Batch]]:
    """The examples of each epoch: the files by turns, each waited for; without files made here, the same each time."""
    if not arguments.arrays:
        own = on_device(made(arguments, arguments.seed), arguments.device)
        yield from itertools.repeat(own, arguments.epochs)
        return
    for number in range(arguments.epochs):
        path = _there(arguments.arrays[number % len(arguments.arrays)], arguments.patience)
        yield _read(path, arguments.device)


@functools.cache
def _read(path: Path, device: str) -> dict[int, Batch]:
    """A file is read once: the device has room for all of them."""
    return on_device(pickle.loads(path.read_bytes()), device)


def _there(path: Path, patience: int) -> Path:
    """A file that another process makes, once it is there."""
    for _ in range(patience):
        if path.exists():
            return path
        time.sleep(1)
    sys.exit(f"{path} is not there after {patience} seconds: make it with --arrays {path} --only-arrays")


def made(arguments: argparse.Namespace, seed: int) -> dict[int, Arrays]:
    """A set from the lines that `build` wrote and from the generator."""
    lines = load(arguments.data)["train"]
    lines = [line for line in lines if line["source"] in arguments.sources.split(",")][: arguments.lines or None]
    copies = {"charts": arguments.charts_copies, "everyday": arguments.everyday_copies}

    def told(what: str, number: int, of: int) -> None:
        if number % 50 == 0 or number == of:
            print(f"{what} {number}/{of}", file=sys.stderr)

    return training_arrays(lines, arguments.data / "tokenizer.json", seed, copies, arguments.generated, told)


def keep(examples: dict[int, Arrays], path: Path) -> None:
    """Written whole or not at all: another process may wait for it."""
    part = path.with_suffix(".part")
    part.write_bytes(pickle.dumps(examples, protocol=5))
    part.rename(path)
