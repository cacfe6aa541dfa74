"""Arrow values as plain ones, which JSON, CSV and people can read; the result of a tool."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import Field

from groundplan.contracts import Rows
from groundplan.sources.frame import Frame

DIGITS = 12
"""Figures that count. Sums of floats differ in later ones from run to run, as threads finish in another order."""


def rows_of(table: Any, names: Sequence[str] | None = None) -> tuple[tuple[Any, ...], ...]:
    """The rows of an Arrow table, in its order."""
    chosen = list(names) if names is not None else table.column_names
    return tuple(zip(*(values_of(table.column(name)) for name in chosen), strict=True))


def values_of(column: Any) -> list[Any]:
    """The values of an Arrow column; timestamps that are all at midnight become dates."""
    values = column.to_pylist()
    stamps = [value for value in values if isinstance(value, datetime)]
    if stamps and all(stamp.time() == time() for stamp in stamps):
        return [value.date().isoformat() if value is not None else None for value in values]
    return [plain(value) for value in values]


def plain(value: Any) -> Any:
    """One value without its wrapping: no Decimal, no NaN, dates as ISO text."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return _rounded(value)
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else _rounded(float(value))
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds() / 86_400
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    return value.hex() if isinstance(value, bytes) else str(value)


def batches(table: Any, size: int = 50_000) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """All rows, some at a time, so that a large result never stands twice in memory."""
    for start in range(0, table.num_rows, size):
        yield rows_of(table.slice(start, size))


def _rounded(value: float) -> float | None:
    if not math.isfinite(value):
        return None
    if value == 0 or value.is_integer():
        return value + 0.0  # no minus zero
    exponent = math.floor(math.log10(abs(value)))
    return round(value, max(2, DIGITS - 1 - exponent))


MOST = 100_000
"""Rows kept as plain values; the file is written from the frame, which holds them all."""


class Result(Rows):
    """Rows to show, with the frame they come from and the name of the file that holds all."""

    file: str = "result.csv"
    frame: Any = Field(default=None, exclude=True, repr=False)
    total: int = 0


def save_dataframe(df: Frame, *, file: str = "result.csv") -> Rows:
    """The frame's rows as a table."""
    table = df.arrow()
    rows = rows_of(table.slice(0, MOST))
    name = Path(file).name  # a file of the run's folder, whatever else the name says
    return Result(name="result", columns=df.columns, rows=rows, file=name, frame=df, total=table.num_rows)


def sql_of(results: Mapping[str, Any]) -> str:
    """The SQL that the last frame of rows came from."""
    import ibis  # slow, and a help text needs none of it

    frames = [one.frame if isinstance(one, Result) else one for one in results.values()]
    last = next((one for one in reversed(frames) if isinstance(one, Frame)), None)
    return str(ibis.to_sql(last.expr)) if last else ""


def save_results(results: Mapping[str, Any], folder: Path) -> bool:
    """All rows of each result as a file of the folder; whether there are any."""
    whole = [result for result in results.values() if isinstance(result, Result)]
    for result in whole:
        write_csv(result, folder / result.file)
    return bool(whole)


def write_csv(result: Result, path: Path) -> None:
    """All rows of the result, with a header; the same rows give the same bytes."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(result.columns)
        for rows in batches(result.frame.arrow()):
            writer.writerows(rows)
