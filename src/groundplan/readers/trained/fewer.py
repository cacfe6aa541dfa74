"""Of a wide table what the first network leaves open, as a sheet of its own for the second: a few columns.

Most of such a table has no part in a question, and the first network is sure of that. The second reads the rest in a
fifth of the time. Of other tables it reads all: now and then it knows better what the first is sure of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from groundplan.readers.trained.scores import Array, Scores
from groundplan.readers.trained.sheet import MANY, Sheet

OPEN = 0.02
"""Chance of any part in the form from which a column is open."""
LEAST = 3
"""The likeliest columns, which are read in any case."""
ROWS = 0
"""The place of the rows themselves, which stay."""


def open_places(told: Scores, sheet: Sheet) -> list[int]:
    """Of the rows, and of the columns that are open; of all, where the table is not wide."""
    if len(sheet.fields) <= MANY:
        return list(range(len(sheet.columns)))
    limited = 1 - told.ops[:, 0]
    likely = np.maximum.reduce((told.aggs.max(1), told.roles.max(1), limited, told.tags[..., 1:].max((1, 2))))
    np.maximum.at(likely, np.array(sheet.owners, int), told.cells)
    likely[ROWS] = 1.0
    order = np.argsort(-likely, kind="stable")
    count = max(LEAST + 1, int((likely >= OPEN).sum()))
    return sorted(int(place) for place in order[:count])


def fewer(sheet: Sheet, places: Sequence[int]) -> Sheet:
    """The sheet with these columns alone; what matched what stays marked as it was."""
    ends = [*sheet.columns[1:], len(sheet.ids)]
    kept = [*range(sheet.columns[ROWS]), *(at for place in places for at in range(sheet.columns[place], ends[place]))]
    moved = {before: at for at, before in enumerate(kept)}
    owned = cells_of(sheet, places)
    return Sheet(
        ids=[sheet.ids[at] for at in kept],
        kinds=[sheet.kinds[at] for at in kept],
        matches=[sheet.matches[at] for at in kept],
        priors=[sheet.priors[at] for at in kept],
        columns=[moved[sheet.columns[place]] for place in places],
        cells=[moved[sheet.cells[at]] for at in owned],
        owners=[list(places).index(sheet.owners[at]) for at in owned],
        values=[sheet.values[at] for at in owned],
        spans=sheet.spans,
        fields=tuple(sheet.fields[place - 1] for place in places if place != ROWS),
    )


def cells_of(sheet: Sheet, places: Sequence[int]) -> list[int]:
    """Which cells belong to these columns."""
    return [at for at, owner in enumerate(sheet.owners) if owner in places]


def mean(first: Sequence[Array], second: Sequence[Array], sheet: Sheet, places: Sequence[int]) -> list[Array]:
    """Of what both networks say where both have read, and what the first says of the other columns."""
    question, columns, cells, numbers, tags = (said.copy() for said in first)
    owned, asked = cells_of(sheet, places), len(sheet.spans) + 1
    pairs: tuple[tuple[Array, Any, Array], ...] = (
        (question, 0, second[0][0]),
        (columns, (0, places), second[1][0]),
        (cells, (0, owned), second[2][0, : len(owned)]),
        (numbers, (0, slice(asked)), second[3][0, :asked]),
        (tags, (0, places, slice(asked)), second[4][0, :, :asked]),
    )
    for own, where, other in pairs:
        own[where] = (own[where] + other) / 2
    return [question, columns, cells, numbers, tags]
