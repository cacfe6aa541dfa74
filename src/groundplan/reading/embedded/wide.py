"""A wide table in doubt is read again, over a few of its columns: with all of their cells, by both networks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from groundplan.reading.embedded.matches import ALL, TELLING
from groundplan.reading.embedded.runtime import Encoder
from groundplan.reading.embedded.scores import Array, Scores
from groundplan.reading.embedded.sheet import MANY, Field, Sheet

AGAIN = 0.3
"""Chance of another label, role or condition from which the table is read again, so that most are read once."""
LIKELIEST = 8
"""Columns, beside those that the question or the form before names."""


def read_over(
    fields: Sequence[Field], made: Callable[[Sequence[Field]], Sheet], encoder: Encoder
) -> tuple[Sheet, Scores]:
    """The sheet that counts, `made` of all columns or of few, and what it says."""
    sheet = made(fields)
    told = encoder.read(sheet)
    if len(fields) <= MANY or told.doubt < AGAIN:
        return sheet, told
    sheet = made(worth_reading(told, sheet))
    return sheet, encoder.read(sheet)


def worth_reading(told: Scores, sheet: Sheet) -> list[Field]:
    """The likeliest columns, those that are named, and a date for what is said of time; in their order."""
    chance = _chance(told, sheet)
    named = {at for at in range(len(sheet.fields)) if _named(sheet, at)}
    likeliest = [int(at) for at in np.argsort(-chance, kind="stable")]
    dates = [at for at in likeliest if sheet.fields[at].column.role == "temporal"]
    kept = {*likeliest[:LIKELIEST], *dates[:1], *[at for at in likeliest if at in named][: MANY - LIKELIEST - 1]}
    return [sheet.fields[at] for at in sorted(kept)]


def _chance(told: Scores, sheet: Sheet) -> Array:
    """Of every column, that it has any part in the form."""
    limited = 1 - told.ops[:, 0]
    chance = np.maximum.reduce((told.aggs.max(1), told.roles.max(1), limited, told.tags[..., 1:].max((1, 2))))
    np.maximum.at(chance, np.array(sheet.owners, int), told.cells)
    return np.asarray(chance[1:], dtype=np.float32)  # the first is the rows


def _named(sheet: Sheet, at: int) -> bool:
    """By the words of the question, or by the form before."""
    mark = sheet.columns[at + 1]
    return sheet.matches[mark] in (ALL, TELLING) or sheet.priors[mark] > 0
