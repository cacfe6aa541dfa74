"""Histograms, scatter and box plots: hundreds of values, kept as a digest and compared by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from statistics import fmean, median
from typing import Any

from matching import Row, holds, number, same_row

SHAPES = ("histogram", "scatter", "box")


def digest(shape: str, rows: Iterable[Row]) -> list[list[Any]]:
    """What is kept of the values: how many, and how they lie."""
    rows = list(rows)
    if shape == "box":
        groups = sorted({str(row[0]) for row in rows})
        return [[group, *spread([row[1] for row in rows if str(row[0]) == group], median)] for group in groups]
    columns = [spread(list(column), fmean) for column in zip(*rows, strict=True)]
    return [[columns[0][0], *[figure for column in columns for figure in column[1:]]]]


def spread(values: Sequence[float], middle: Any) -> list[Any]:
    """Count, smallest, middle and largest."""
    return [len(values), *[round(float(figure), 6) for figure in (min(values), middle(values), max(values))]]


def cloud(shape: str, gold: Sequence[Row]) -> list[list[Any]]:
    """Some rows with this digest, for the selftest."""
    if shape == "box":
        return [[group, value] for group, *figures in gold for value in values_of(figures, keep_mean=False)]
    count, *figures = gold[0]
    parts = [values_of([count, *figures[n : n + 3]], keep_mean=True) for n in range(0, len(figures), 3)]
    return [list(row) for row in zip(*parts, strict=True)]


def values_of(figures: Sequence[float], keep_mean: bool) -> list[float]:
    count, low, middle, high = int(figures[0]), *figures[1:]
    if keep_mean:
        middle = (middle * count - low - high) / (count - 2)
    return [low, *[middle] * (count - 2), high]


def numbers(rows: Sequence[Row], chosen: Sequence[int]) -> list[list[float]]:
    """The chosen columns as numbers, rows with a gap left out."""
    picked = [[number(row[n]) for n in chosen] for row in rows]
    return [[cell for cell in row if cell is not None] for row in picked if None not in row]


def drawn(shape: str, gold: Sequence[Row], rows: Sequence[Row], mark: str | None) -> bool:
    """Whether these rows are that histogram, scatter or box plot, with any columns beside it."""
    if not rows or len({len(row) for row in rows}) != 1:
        return False
    width = range(len(rows[0]))
    if shape == "box":
        return boxes(gold, rows, width)
    if shape == "scatter":
        return any(matches(gold, rows, pair) for pair in permutations(width, 2))
    binned = mark in ("histogram", "bar") and any(totals(rows, n) == gold[0][0] for n in width)
    return binned or any(matches(gold, rows, [n]) for n in width)


def matches(gold: Sequence[Row], rows: Sequence[Row], chosen: Sequence[int]) -> bool:
    values = numbers(rows, chosen)
    return len(values) == gold[0][0] and same_row(gold[0], digest("values", values)[0], percent=False)


def totals(rows: Sequence[Row], column: int) -> float:
    """The sum of a column that holds a number in every row; else -1."""
    cells = [number(row[column]) for row in rows]
    return -1.0 if None in cells else round(sum(cell for cell in cells if cell is not None), 6)


def boxes(gold: Sequence[Row], rows: Sequence[Row], width: range) -> bool:
    """Raw values by group, or each group's smallest, median and largest."""
    if holds([[row[0], *row[2:]] for row in gold], rows):
        return True
    for group, value in permutations(width, 2):
        pairs = [[row[group], number(row[value])] for row in rows]
        filled = [pair for pair in pairs if pair[1] is not None]
        if filled and holds(gold, digest("box", filled)):
            return True
    return False
