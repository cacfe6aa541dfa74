"""A query compiled and run over rows in memory, as the reference interpreter is asked of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from groundplan.contracts.source_model import SourceModel
from groundplan.query.compiled.steps import steps_of
from groundplan.query.language.parts import Query
from groundplan.query.tools import IMPLEMENTATIONS
from groundplan.sources import duck
from groundplan.sources.frame import Frame

TYPES = {
    "text": pa.string(), "integer": pa.int64(), "number": pa.float64(), "boolean": pa.bool_(),
    "date": pa.date32(), "datetime": pa.timestamp("us"),
}  # fmt: skip


def frames_of(model: SourceModel, rows: Mapping[str, Sequence[Mapping[str, Any]]], spill: Any) -> dict[str, Frame]:
    """Every dataset as a table of one DuckDB."""
    backend = duck.backend(duck.connect(spill))
    for dataset in model.datasets:
        columns = {
            field.name: pa.array([row.get(field.name) for row in rows[dataset.name]], TYPES[field.type])
            for field in dataset.fields
        }
        backend.create_table(dataset.name, pa.table(columns))
    return {dataset.name: Frame(backend.table(dataset.name)) for dataset in model.datasets}


def compiled(query: Query, model: SourceModel, frames: Mapping[str, Frame], today: dt.date) -> Frame:
    """The frame that the steps of the query give."""
    made = steps_of(query, model, today)
    results: dict[str, Frame] = {}

    def meant(value: Any) -> Any:
        if not isinstance(value, dict) or set(value) != {"$ref"}:
            return value
        step, _, name = value["$ref"].partition(".")
        return frames[name] if step == "source" else results[step]

    for step in made.steps:
        results[step.id] = IMPLEMENTATIONS[step.tool](**{name: meant(value) for name, value in step.args.items()})
    found: Frame = meant(dict(made.ref))
    return found


def rows_told(frame: Frame) -> list[tuple[Any, ...]]:
    """The rows in their order, figures as floats."""
    table = frame.arrow()
    return [tuple(map(_plain, row)) for row in zip(*(column.to_pylist() for column in table.columns), strict=True)]


def _plain(value: Any) -> Any:
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date()
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
