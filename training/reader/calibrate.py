"""Finds the temperature of every head on lines kept aside, so that a probability means what it says.

python -m training.reader.calibrate --data .train --model FOLDER --splits tune,aside --out temperatures.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from groundplan.reading.embedded.encoder import Encoder
from groundplan.reading.embedded.scores import AGGS, CHOICES, ROLES, Scores, sigmoid, softmax
from training.reader.examples import of_line
from training.reader.featurise import load, sheet_of
from training.reader.labels import Labels, labels

HEATS = tuple(round(0.5 + 0.1 * step, 1) for step in range(26))
Sample = tuple[str, np.ndarray, np.ndarray]
"""A head, its logits, and what was right: an index for a choice, zeros and ones else."""


def main() -> None:
    """Writes the temperatures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".train"))
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--splits", default="tune,aside")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    encoder, known = Encoder(arguments.model), load(arguments.data)
    lines = [line for split in arguments.splits.split(",") for line in known[split]]
    gathered: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {}
    for line in track(lines, description="calibrate"):
        for head, logits, right in samples(line, encoder):
            gathered.setdefault(head, []).append((logits, right))
    heats = {head: best_heat(head, pairs) for head, pairs in sorted(gathered.items())}
    arguments.out.write_text(json.dumps(heats, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(heats))


def samples(line: dict[str, Any], encoder: Encoder) -> Iterator[Sample]:
    """What every head said of a line, and what it should have said."""
    example = of_line(line)
    sheet = sheet_of(example, encoder.tokens)
    target = labels(example, sheet)
    if target is None:
        return
    said = encoder.read(sheet)
    for name in CHOICES:
        if name == "status" or target["scored"]:
            yield name, np.log(said.choices[name] + 1e-9), np.array(target["choices"][name])
    if target["scored"]:
        yield from _columns(said, target, len(sheet.columns))
        yield "cells", logit(said.cells[: len(sheet.cells)]), _bits(len(sheet.cells), target["cells"])


def _columns(said: Scores, target: Labels, count: int) -> Iterator[Sample]:
    marks = np.zeros((count, len(AGGS) + len(ROLES)))
    for place, marked in target["columns"].items():
        marks[place, marked] = 1
    yield "aggs", logit(said.aggs), marks[:, : len(AGGS)]
    yield "roles", logit(said.roles), marks[:, len(AGGS) :]
    for place in range(1, count):
        yield "ops", np.log(said.ops[place] + 1e-9), np.array(target["ops"].get(place, 0))


def _bits(count: int, places: list[int]) -> np.ndarray:
    bits = np.zeros(count)
    bits[places] = 1
    return bits


def logit(odds: np.ndarray) -> np.ndarray:
    """What a probability was before the sigmoid."""
    clipped = np.clip(odds, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(clipped / (1 - clipped)))


def best_heat(head: str, pairs: list[tuple[np.ndarray, np.ndarray]]) -> float:
    """The temperature under which what was right is likeliest."""
    return min(HEATS, key=lambda heat: sum(_surprise(head, logits / heat, right) for logits, right in pairs))


def _surprise(head: str, logits: np.ndarray, right: np.ndarray) -> float:
    if right.ndim == 0:
        return -float(np.log(softmax(logits.astype(np.float32))[int(right)] + 1e-9))
    odds = sigmoid(logits.astype(np.float32))
    return -float(np.log(np.where(right > 0, odds, 1 - odds) + 1e-9).sum())


if __name__ == "__main__":
    main()
