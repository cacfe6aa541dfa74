"""Rates whose parts stand beside them: clicks and impressions beside a click rate, so that it is averaged by these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, Figure, Note, SourceModel
from groundplan.sources import duck
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.needed_fields import plain

HOLDS = 0.98
"""The share of rows in which the rate is the one by the other."""
LOOKED = 60
"""First rows that are looked at before all are asked."""
LEAST = 8
"""Rows that are needed for agreement to mean something."""
PARTS = 8
ROUNDED = 6
"""Places after the point, at most, that rates are rounded to."""


def with_ratios(model: SourceModel, evidence: Evidence) -> SourceModel:
    """The model with a figure for each rate that can be averaged by its parts, and a note on what it rests."""
    found = [one for dataset in model.datasets for one in _ratios(dataset, evidence)]
    figures = tuple(figure for figure, _ in found)
    notes = tuple(note for _, note in found)
    return model.model_copy(update={"figures": (*model.figures, *figures), "notes": (*model.notes, *notes)})


def _ratios(dataset: Dataset, evidence: Evidence) -> Iterator[tuple[Figure, Note]]:
    head = evidence.head(dataset.name)
    parts = [field.name for field in dataset.fields if field.adds_up == "sum"][:PARTS]
    for field in dataset.fields:
        if not _rate(field) or field.name not in head:
            continue
        places = _places(head[field.name])
        for part, whole in permutations(parts, 2):
            scale = next((by for by in (1, 100) if _likely(head, field.name, part, whole, by, places)), 0)
            share = _holding(dataset.name, (field.name, part, whole), scale, places, evidence) if scale else 0.0
            if share >= HOLDS:
                yield _figure(dataset, field, part, whole, scale), _note(dataset, field, part, whole, share)
                break


def _rate(field: Field) -> bool:
    """A part of a whole: between 0 and 1, or in per cent."""
    if field.adds_up != "average" or field.type != "number":
        return False
    within = isinstance(field.low, (int, float)) and isinstance(field.high, (int, float))
    return field.unit.startswith("%") or (within and field.low >= 0 and field.high <= 1)


def _places(values: Sequence[Any]) -> int:
    """The places after the point that most of its cells have no more of."""
    return max((len(repr(float(value)).partition(".")[2]) for value in values[:LOOKED] if value is not None), default=0)


def _likely(head: Mapping[str, Sequence[Any]], rate: str, part: str, whole: str, scale: int, places: int) -> bool:
    rows = list(zip(*(head[name][:LOOKED] for name in (rate, part, whole)), strict=True))
    held = [row for row in rows if None not in row and row[2]]
    same = sum(abs(row[0] - scale * row[1] / row[2]) <= _slack(places) for row in held)
    return len(held) >= LEAST and same >= HOLDS * len(held) and len({row[0] for row in held}) > 2


def _slack(places: int) -> float:
    return float(0.51 * 10 ** -min(places, ROUNDED))


def _holding(table: str, names: Sequence[str], scale: int, places: int, evidence: Evidence) -> float:
    rate, part, whole = map(duck.name, names)
    same = f"abs({rate} - {scale}.0 * {part} / {whole}) <= {_slack(places)}"
    held = f"{rate} IS NOT NULL AND {part} IS NOT NULL AND {whole} <> 0"
    query = f"SELECT count(*), count(*) FILTER ({same}) FROM {duck.name('main', table)} WHERE {held}"
    found = evidence.rows(query)
    return round(found[0][1] / found[0][0], 4) if found and found[0][0] else 0.0


def _figure(dataset: Dataset, field: Field, part: str, whole: str, scale: int) -> Figure:
    above, below = (f"SUM({plain(dataset.name)}.{plain(name)})" for name in (part, whole))
    return Figure(
        name=f"weighted {field.name}",
        expression=f"{above} * {scale}.0 / {below}",
        description=f"the average of {field.name}, each row by its {whole}",
        offered=True,
        average_of=f"{dataset.name}.{field.name}",
    )


def _note(dataset: Dataset, field: Field, part: str, whole: str, share: float) -> Note:
    about = f"{dataset.name}.{field.name}"
    return Note(about=about, text=f"is {part!r} by {whole!r}, so that its average is taken by these", share=share)
