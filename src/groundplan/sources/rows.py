"""Rows of Python values -> an Arrow table: one type a column, text where values do not agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any


def arrow_table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Any:
    """The rows as Arrow columns of whole numbers, numbers, booleans, dates, moments or text."""
    import pyarrow as pa  # slow to import

    columns: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else [()] * len(names)
    return pa.table([_array(values) for values in columns], names=list(names))


def text_table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Any:
    """The rows of a text file as they stand."""
    import pyarrow as pa  # slow to import

    columns: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else [()] * len(names)
    return pa.table([_texts(values) for values in columns], names=list(names))


def _texts(values: Sequence[str | None]) -> Any:
    """Built piece by piece: `pyarrow.array` imports pandas only to see whether it was given a series."""
    from pyarrow.lib import StringBuilder

    builder = StringBuilder()
    builder.append_values(values)
    return builder.finish()


def _array(values: Sequence[Any]) -> Any:
    import pyarrow as pa  # slow to import

    values = [None if value == "" else value for value in values]
    kinds = {type(value) for value in values} - {type(None)}
    if kinds == {bool}:
        return pa.array(values, pa.bool_())
    if kinds and kinds <= {int, float, Decimal}:
        return _numbers(values)
    if kinds and kinds <= {date, datetime}:
        return _moments(values)
    return pa.array([None if value is None else written(value) for value in values], pa.string())


def _numbers(values: Sequence[Any]) -> Any:
    import pyarrow as pa  # slow to import

    whole = all(
        value is None or (value == value and float(value).is_integer() and abs(value) < 2**53) for value in values
    )
    if whole:
        return pa.array([None if value is None else int(value) for value in values], pa.int64())
    return pa.array([None if value is None else float(value) for value in values], pa.float64())


def _moments(values: Sequence[Any]) -> Any:
    import pyarrow as pa  # slow to import

    moments = [datetime(v.year, v.month, v.day) if type(v) is date else v for v in values]
    if all(moment is None or moment.time() == time() for moment in moments):
        return pa.array([moment and moment.date() for moment in moments], pa.date32())
    return pa.array(moments, pa.timestamp("us"))


def written(value: Any) -> str:
    """A value as a person would write it: 3.0 is 3, midnight is no time."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, (date, time, timedelta)):
        return str(value)
    return str(value)
