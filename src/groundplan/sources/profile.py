"""A table -> what is known of it: types, roles, bounds, values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from groundplan.sources.dates import date_format, other_reading, parsed, two_ways
from groundplan.sources.measure import HUGE, Extent, Measure
from groundplan.sources.roles import role
from groundplan.sources.shape import Column, ColumnType, Table

VALUES = 2_000
"""Text columns with at most this many distinct values keep them all."""
LENGTH = 200
SAMPLES = 5
HEAD_TEXTS = 100


def profile(name: str, measure: Measure, title: str = "") -> tuple[Table, list[str]]:
    """The table as questions see it, and notes on what could be read in two ways."""
    rows, extents = measure.extents()
    head = measure.head()
    columns: list[Column] = []
    notes: list[str] = []
    for column, kind in measure.columns.items():
        made, note = _column(column, _type(kind), rows, extents[column], [row[column] for row in head], measure)
        columns.append(made)
        notes += [note] if note else []
    return Table(name=name, columns=tuple(columns), rows=rows, title=title), notes


def _column(
    name: str, type: ColumnType, rows: int, extent: Extent, head: Sequence[Any], measure: Measure
) -> tuple[Column, str | None]:
    few = type == "text" and extent.distinct <= VALUES * 1.2  # an estimate: some may turn out to be too many
    values = measure.frequent(name, VALUES + 1) if few else []
    kept = values if len(values) <= VALUES else []
    distinct = len(kept) or (measure.distinct(name) if rows <= HUGE else extent.distinct)
    seen = kept or list(dict.fromkeys(value for value in head if value is not None))
    texts = [value for value in seen if isinstance(value, str)] if type == "text" else []
    format = date_format(texts[:VALUES])
    low, high = _dated(kept, format, name, measure) if format else (extent.low, extent.high)
    made = Column(
        name=name,
        type=type,
        role=role(name, type, extent.present, distinct, low, high, texts[:HEAD_TEXTS], format is not None),
        distinct=min(distinct, extent.present),
        nulls=rows - extent.present,
        low=_shown(low),
        high=_shown(high),
        samples=tuple(_shown(value) for value in seen[:SAMPLES]),
        values=tuple(value[:LENGTH] for value in kept),
    )
    return made, _two_readings(name, texts, format)


def _dated(values: Sequence[str], format: str, name: str, measure: Measure) -> tuple[Any, Any]:
    if not values:
        return measure.moments(name, format)
    moments = [moment for value in values if (moment := parsed(value.strip(), format))]
    return min(moments), max(moments)


def _two_readings(name: str, values: Sequence[str], format: str | None) -> str | None:
    other = other_reading(values, format) if format else None
    return two_ways(name, format) if format and other else None


def _type(kind: Any) -> ColumnType:
    """The plain type behind a DuckDB type name or an ibis type."""
    name = str(kind).lower().lstrip("!")
    if name.startswith(("timestamp", "datetime")):
        return "datetime"
    if name == "date":
        return "date"
    if name.startswith("bool"):
        return "boolean"
    if name.startswith(("double", "float", "decimal", "real")):
        return "number"
    if "int" in name and not name.startswith("interval"):
        return "integer"
    return "text"


def _shown(value: Any) -> Any:
    """A value that survives JSON: dates as ISO text, text cut short."""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == datetime.min.time() else value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value[:LENGTH] if isinstance(value, str) else value
