"""Trains the reader on one GPU (or, tiny, on a processor).

python -m training.reader.train --data .train --base FOLDER --out FOLDER --seed 1 [--generated 250000] [--epochs 3]
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import pickle
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from groundplan.readers.trained.heads import AGGS, CHOICES, ROLES, slices
from training.reader.featurise import load, training_arrays
from training.reader.model import ReaderNet, with_base
from training.reader.pack import Arrays

Batch = dict[str, Tensor]
SLICES = slices()
MARKS = len(AGGS) + len(ROLES)
TRUNK = ("layers", "words", "places", "norm")


def loss(net: ReaderNet, batch: Batch, smooth: float = 0.02) -> Tensor:
    """All heads together."""
    inputs = [batch[name].long() for name in ("ids", "kinds", "matches", "priors", "columns", "cells", "owners")]
    question, columns, cells, numbers, pairs = (part.float() for part in net(*inputs))
    scored = batch["scored"].float()
    real = batch["column_mask"].float()
    total = question.new_zeros(())
    for place, name in enumerate(CHOICES):
        each = F.cross_entropy(
            question[:, SLICES[name]], batch["choices"][:, place].long(), reduction="none", label_smoothing=smooth
        )
        total = total + (each if name == "status" else each * scored).mean()
    bits = torch.cat((question[:, SLICES["analysis"]], question[:, SLICES["outputs"]]), 1)
    total = total + (binary(bits, batch["labels"]).sum(1) * scored).mean()
    counted = real * torch.maximum(scored, (batch["choices"][:, 0] == 1).float())[:, None]
    total = total + (binary(columns[..., :MARKS], batch["marks"]).sum(2) * counted).sum(1).mean()
    total = total + _rivals(columns, batch, real, scored)
    ops = F.cross_entropy(
        columns[..., MARKS:].flatten(0, 1), batch["ops"].flatten().long(), reduction="none", label_smoothing=smooth
    )
    total = total + (ops.view_as(real) * real * scored[:, None]).sum(1).mean()
    total = total + (binary(cells, batch["chosen"]) * batch["cell_mask"].float() * scored[:, None]).sum(1).mean()
    return total + _said(numbers, pairs, batch, scored)


def _rivals(columns: Tensor, batch: Batch, real: Tensor, scored: Tensor) -> Tensor:
    """Columns compete for each role: the wanted ones must stand above all others, not only above one half."""
    blocked = (real == 0)[:, :, None]
    wanted = batch["marks"].float()
    figures = listwise(
        columns[..., : len(AGGS)].masked_fill(blocked, -1e4).flatten(1), wanted[..., : len(AGGS)].flatten(1)
    )
    total = (figures * scored).mean()
    for place, role in enumerate(ROLES, len(AGGS)):
        if role in ("group", "time", "of_first", "of_second", "choice"):
            total = total + listwise(columns[..., place].masked_fill(blocked[..., 0], -1e4), wanted[..., place]).mean()
    limited = torch.logsumexp(columns[..., MARKS + 1 :], -1) - columns[..., MARKS]
    return total + (listwise(limited.masked_fill(blocked[..., 0], -1e4), (batch["ops"] > 0).float()) * scored).mean()


def listwise(scores: Tensor, wanted: Tensor) -> Tensor:
    """How far the wanted entries are from having all of the probability; nothing where none is wanted."""
    count = wanted.sum(1)
    return -(F.log_softmax(scores, 1) * wanted).sum(1) / count.clamp(min=1)


def _said(numbers: Tensor, pairs: Tensor, batch: Batch, scored: Tensor) -> Tensor:
    """Which tokens say a number or a value."""
    width = numbers.shape[1]
    places = torch.arange(width, device=numbers.device)
    inside = (places[None, :] < batch["asked"].long()[:, None]).float() * scored[:, None]
    total = (binary(numbers, batch["numbers"][:, :width]).sum(2) * inside).sum(1).mean()
    tags = batch["tags"][:, :, :width]
    each = F.cross_entropy(pairs.flatten(0, 2), tags.flatten().long(), reduction="none").view(tags.shape)
    known = batch["column_mask"].float() * (1 - batch["open"].float())
    limited = (batch["ops"] > 0).float()
    weight = known * (0.3 + 0.7 * limited)  # columns without a condition have nothing but outside
    return total + (each * inside[:, None, :] * weight[:, :, None]).sum((1, 2)).mean()


def binary(scores: Tensor, wanted: Tensor) -> Tensor:
    """Each yes or no by itself."""
    return F.binary_cross_entropy_with_logits(scores, wanted.float(), reduction="none")


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
        size = max(8, tokens // width)
        plan += [(width, order[at : at + size]) for at in range(0, len(order), size)]
    chance.shuffle(plan)
    for width, rows in plan:
        rows = rows.to(data[width]["ids"].device)
        yield {name: tensor[rows] for name, tensor in data[width].items()}


def fit(net: ReaderNet, data: dict[int, Batch], arguments: argparse.Namespace) -> ReaderNet:
    """Trained, and averaged over the last part of the way."""
    chance = random.Random(arguments.seed)
    size = sum(math.ceil(len(one["scored"]) / max(8, arguments.tokens // width)) for width, one in data.items())
    steps = arguments.epochs * size
    optimizer = torch.optim.AdamW(_groups(net, arguments.rate), weight_decay=0.01, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _rate(step, steps))
    mean = copy.deepcopy(net).eval()
    forward = torch.compile(net, dynamic=True) if arguments.compile else net
    step, begun, recent = 0, time.time(), 0.0
    net.train()
    for _ in range(arguments.epochs):
        for batch in batches(data, arguments.tokens, chance):
            with torch.autocast(arguments.device, torch.bfloat16, enabled=arguments.device == "cuda"):
                value = loss(forward, batch)
            optimizer.zero_grad(set_to_none=True)
            value.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            if step % 8 == 0 or step == steps:
                _average(mean, net, min(0.997, step / (step + 50)))
            if step % 200 == 0 or step == steps:
                recent = float(value.detach())
                print(
                    f"step {step}/{steps} loss {recent:.3f} {step / (time.time() - begun):.1f} steps/s", file=sys.stderr
                )
    return mean


def _groups(net: ReaderNet, rate: float) -> list[dict[str, Any]]:
    """The word table stays as it was, so that words never seen in training keep their meaning; heads learn faster."""
    net.words.weight.requires_grad_(False)
    trunk = [p for n, p in net.named_parameters() if n.startswith(TRUNK) and p.requires_grad]
    heads = [p for n, p in net.named_parameters() if not n.startswith(TRUNK)]
    return [{"params": trunk, "lr": rate}, {"params": heads, "lr": 4 * rate}]


def _rate(step: int, steps: int) -> float:
    warm = max(1, min(500, steps // 20))
    if step < warm:
        return step / warm
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm)))


@torch.no_grad()
def _average(mean: ReaderNet, net: ReaderNet, keep: float) -> None:
    keep = keep**8 if keep > 0.9 else keep
    for ours, theirs in zip(mean.parameters(), net.parameters(), strict=True):
        ours.lerp_(theirs, 1 - keep)


def main() -> None:
    """Trains and saves."""
    arguments = _arguments()
    lines = load(arguments.data)["train"]
    lines = [line for line in lines if line["source"] in arguments.sources.split(",")][: arguments.lines or None]
    copies = {"charts": arguments.charts_copies, "everyday": arguments.everyday_copies}

    def told(what: str, number: int, of: int) -> None:
        if number % 50 == 0 or number == of:
            print(f"{what} {number}/{of}", file=sys.stderr)

    begun = time.time()
    if arguments.arrays and arguments.arrays.exists():
        stacked = pickle.loads(arguments.arrays.read_bytes())
    else:
        stacked = training_arrays(
            lines, arguments.data / "tokenizer.json", arguments.seed, copies, arguments.generated, told
        )
        if arguments.arrays:
            arguments.arrays.write_bytes(pickle.dumps(stacked, protocol=5))
    if arguments.only_arrays:
        return
    count = sum(len(one["scored"]) for one in stacked.values())
    print(f"{count} examples in {time.time() - begun:.0f} s", file=sys.stderr)
    torch.manual_seed(0)  # the heads start the same; a seed varies the examples, their order and the dropout
    torch.backends.cuda.matmul.allow_tf32 = True
    net = ReaderNet()
    if arguments.base:
        net = with_base(net, arguments.base / "model.safetensors")
    if arguments.start:
        state = torch.load(arguments.start, map_location="cpu", weights_only=True)
        net.load_state_dict({name: tensor.float() for name, tensor in state.items()})
    net = net.to(arguments.device)
    torch.manual_seed(arguments.seed)
    mean = fit(net, on_device(stacked, arguments.device), arguments)
    arguments.out.mkdir(parents=True, exist_ok=True)
    torch.save(
        {name: tensor.half().cpu() for name, tensor in mean.state_dict().items()},
        arguments.out / f"reader-{arguments.seed}.pt",
    )
    report = {"seed": arguments.seed, "examples": count, "seconds": round(time.time() - begun)}
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
    parser.add_argument(
        "--arrays", type=Path, default=None, help="file that keeps the prepared examples for other seeds"
    )
    parser.add_argument("--only-arrays", action="store_true", help="prepare the examples and stop")
    parser.add_argument("--sources", default="charts,everyday")
    parser.add_argument("--generated", type=int, default=250_000, help="examples of the generator")
    parser.add_argument("--charts-copies", type=int, default=16)
    parser.add_argument("--everyday-copies", type=int, default=24)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=24_000, help="tokens a batch")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--lines", type=int, default=0, help="only so many lines: for a tiny run")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--compile", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
