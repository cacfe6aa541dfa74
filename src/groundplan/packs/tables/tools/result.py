"""Tables out: the rows to show, and all of them for the file."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from pydantic import Field

from groundplan.contracts import Rows
from groundplan.packs.tables.tools.values import batches, rows_of
from groundplan.sources.frame import Frame

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


def write_csv(result: Result, path: Path) -> None:
    """All rows of the result, with a header; the same rows give the same bytes."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(result.columns)
        for rows in batches(result.frame.arrow()):
            writer.writerows(rows)
