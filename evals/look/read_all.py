"""Reads every file of a folder with the product and writes what it read: `python read_all.py FOLDER OUT.jsonl`."""

from __future__ import annotations

import json
import sys
import tempfile
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from groundplan.errors import GroundplanError


def cell(value: Any) -> Any:
    """A value as the scorer takes it: moments with a zone in UTC, dates as ISO text, nothing for NaN."""
    if isinstance(value, list | tuple):
        return [cell(one) for one in value]
    if isinstance(value, datetime) and value.tzinfo:
        value = value.astimezone(UTC)
    if isinstance(value, Decimal):
        value = float(value)
    return value.isoformat() if isinstance(value, date) else None if value != value else value


def read(path: Path, cache: Path) -> list[dict[str, Any]]:
    """The tables of one file, each with `name`, `columns`, `left_out`, `odd` and `notes`."""
    from groundplan.sources.opened import open_sources  # here, so that a missing door is told for each file

    opened, tables = open_sources((str(path),), cache), []
    for dataset in opened.understood.datasets:
        held = opened.get(dataset.name).expr.to_pyarrow()
        cuts = {field.name: field.separator for field in dataset.fields}
        columns = {
            name: [pieces(cell(value), cuts[name]) for value in held[name].to_pylist()]
            for name in held.column_names
            if name in cuts  # what went out and what came in stand beside the columns of the file
        }
        odd = {field.name: sum(field.odd.values()) for field in dataset.fields if field.odd}
        left_out = [{"what": one.what, "rows": one.rows} for one in dataset.left_out]
        tables.append(
            {"name": dataset.name, "columns": columns, "left_out": left_out, "odd": odd, "notes": list(opened.notes)}
        )
    return tables


def pieces(value: Any, separator: str) -> Any:
    """A cell that holds a list, cut as the model says."""
    if not separator or not isinstance(value, str):
        return value
    if separator == "json":
        return json.loads(value)
    return [piece.strip() for piece in value.split(separator) if piece.strip()]


def told(path: Path, cache: Path) -> dict[str, Any]:
    """What became of one file; whatever is not one of the product's own errors is a crash."""
    line: dict[str, Any] = {"file": path.name, "error": None, "tables": []}
    try:
        return {**line, "tables": read(path, cache)}
    except GroundplanError as error:
        return {**line, "error": str(error)}
    except Exception as error:
        return {**line, "crash": repr(error)}


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as cache, open(sys.argv[2], "w", encoding="utf-8") as out:
        for file in sorted(Path(sys.argv[1]).iterdir()):
            if file.is_file() and file.name != "truth.jsonl":
                out.write(json.dumps(told(file, Path(cache)), ensure_ascii=False, default=str) + "\n")
