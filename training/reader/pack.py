"""Sheets and labels as padded arrays, in buckets of like length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from groundplan.reading.embedded.scores import AGGS, ANALYSES, CHOICES, NUMBERS, OUTPUTS, ROLES
from groundplan.reading.embedded.sheet import LONGEST, QUESTION, Sheet

COLUMNS, CELLS = 24, 72
BUCKETS = (64, 96, 128, 160, 192, 224, 256, 320, LONGEST)
Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Packed:
    """One example as small arrays."""

    sheet: Sheet
    labels: dict[str, Any]
    source: int


def fits(sheet: Sheet) -> bool:
    """Whether the arrays hold it."""
    return len(sheet.ids) <= LONGEST and len(sheet.columns) <= COLUMNS and len(sheet.cells) <= CELLS


def stack(packed: Sequence[Packed]) -> dict[int, Arrays]:
    """The examples of each bucket, padded."""
    out: dict[int, Arrays] = {}
    for low, high in zip((0, *BUCKETS), BUCKETS, strict=False):
        inside = [p for p in packed if low < len(p.sheet.ids) <= high]
        if inside:
            out[high] = _bucket(inside, high)
    return out


def _bucket(packed: Sequence[Packed], width: int) -> Arrays:
    count = len(packed)
    arrays: Arrays = {
        "ids": np.zeros((count, width), np.uint16),
        **{name: np.zeros((count, width), np.uint8) for name in ("kinds", "matches", "priors")},
        "columns": np.zeros((count, COLUMNS), np.uint16), "cells": np.zeros((count, CELLS), np.uint16),
        "owners": np.zeros((count, CELLS), np.uint8), "column_mask": np.zeros((count, COLUMNS), np.uint8),
        "cell_mask": np.zeros((count, CELLS), np.uint8), "choices": np.zeros((count, len(CHOICES)), np.uint8),
        "labels": np.zeros((count, len(ANALYSES) + len(OUTPUTS)), np.uint8),
        "marks": np.zeros((count, COLUMNS, len(AGGS) + len(ROLES)), np.uint8),
        "ops": np.zeros((count, COLUMNS), np.uint8), "chosen": np.zeros((count, CELLS), np.uint8),
        "tags": np.zeros((count, COLUMNS, QUESTION + 1), np.uint8), "open": np.zeros((count, COLUMNS), np.uint8),
        "numbers": np.zeros((count, QUESTION + 1, len(NUMBERS)), np.uint8), "scored": np.zeros(count, np.uint8),
        "asked": np.zeros(count, np.uint8), "source": np.zeros(count, np.uint8),
    }  # fmt: skip
    for row, one in enumerate(packed):
        _fill(arrays, row, one)
    return arrays


def _fill(arrays: Arrays, row: int, one: Packed) -> None:
    sheet, labels = one.sheet, one.labels
    for name in ("ids", "kinds", "matches", "priors", "columns", "cells", "owners"):
        values = getattr(sheet, name)
        arrays[name][row, : len(values)] = values
    arrays["column_mask"][row, : len(sheet.columns)] = 1
    arrays["cell_mask"][row, : len(sheet.cells)] = 1
    arrays["choices"][row] = list(labels["choices"].values())
    arrays["labels"][row, labels["analysis"]] = 1
    arrays["labels"][row, [len(ANALYSES) + o for o in labels["outputs"]]] = 1
    for place, marks in labels["columns"].items():
        arrays["marks"][row, place, marks] = 1
    for place, op in labels["ops"].items():
        arrays["ops"][row, place] = op
    arrays["chosen"][row, labels["cells"]] = 1
    arrays["open"][row, labels["open"]] = 1
    for place, token, tag in labels["tags"]:
        arrays["tags"][row, place, token] = tag
    for number, token in labels["numbers"]:
        arrays["numbers"][row, token, number] = 1
    arrays["scored"][row] = labels["scored"]
    arrays["asked"][row] = len(sheet.spans) + 1
    arrays["source"][row] = one.source


def joined(parts: Iterable[dict[int, Arrays]]) -> dict[int, Arrays]:
    """Several stacks as one."""
    out: dict[int, list[Arrays]] = {}
    for stacked in parts:
        for width, arrays in stacked.items():
            out.setdefault(width, []).append(arrays)
    return {width: {name: np.concatenate([a[name] for a in many]) for name in many[0]} for width, many in out.items()}
