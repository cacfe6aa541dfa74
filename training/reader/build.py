"""Collects what the reader learns from into one folder: lines of one shape, tables profiled as at run time.

python -m training.reader.build --charts FOLDER --everyday FOLDER --out .train
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.progress import track

from groundplan.sources.opened import open_sources
from groundplan.sources.shape import Column, Table
from training.reader.examples import KEPT_ASIDE, canonical, part
from training.reader.nvbench import form_of, read_lines

VALUES = 300
"""Values of a text column that travel with a line's table."""


def main() -> None:
    """Writes tables.jsonl and lines.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--charts", type=Path, required=True, help="folder with train.jsonl, dev.jsonl and tables/")
    parser.add_argument("--everyday", type=Path, required=True, help="folder with tables.jsonl and questions.jsonl")
    parser.add_argument("--out", type=Path, default=Path(".train"))
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    tables: dict[str, dict[str, Any]] = {}
    lines = [*_charts(arguments.charts, tables), *everyday(arguments.everyday, tables)]
    _write(arguments.out / "tables.jsonl", ({"id": id, **table} for id, table in tables.items()))
    _write(arguments.out / "lines.jsonl", lines)
    counts: dict[str, int] = {}
    for line in lines:
        counts[f"{line['source']} {line['split']}"] = counts.get(f"{line['source']} {line['split']}", 0) + 1
    print(json.dumps(counts, indent=1))


def _write(file: Path, lines: Any) -> None:
    with file.open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _charts(folder: Path, tables: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for file, split in (("train.jsonl", "train"), ("dev.jsonl", "dev")):
        for line in track(list(read_lines(folder / file)), description=f"charts {split}"):
            source = line["sources"][0]
            if source not in tables:
                tables[source] = _profiled(folder / source)
            try:
                form = form_of(line["gold"]["vql"], [c["name"] for c in tables[source]["columns"]])
            except (KeyError, ValueError):
                continue
            aside = "aside" if split == "train" and part(line["id"]) == 0 else split
            yield {"id": line["id"], "table": source, "question": line["question"], "status": "answered",
                   "form": canonical(form), "source": "charts", "split": aside}  # fmt: skip


def _profiled(file: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as cache:
        source = open_sources((str(file),), Path(cache))
        table: Table = source.model[0]
        source.close()
    return {"name": table.name, "columns": [_column(c) for c in table.columns]}


def _column(column: Column) -> dict[str, Any]:
    values = list(column.values[:VALUES]) or [v for v in (column.low, column.high, *column.samples) if v is not None]
    plain = [v if isinstance(v, (int, float, bool)) else str(v) for v in values]
    return {"name": column.name, "type": column.type, "values": plain}


def everyday(folder: Path, tables: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The everyday questions, each with the split of its table; `tables` is filled with theirs."""
    for table in read_lines(folder / "tables.jsonl"):
        tables[table["id"]] = {
            "name": table["id"].split("_", 1)[-1], "title": table["title"], "columns": table["columns"],
        }  # fmt: skip
    for line in read_lines(folder / "questions.jsonl"):
        place = part(line["table"])
        split = "test" if place < KEPT_ASIDE else "tune" if place == KEPT_ASIDE else "train"
        kept = {key: line[key] for key in ("id", "table", "lang", "question", "history", "status", "tags", "form")}
        if kept["form"] and kept["status"] == "answered":
            kept["form"] = canonical(kept["form"])
        yield {**kept, "choices": line.get("choices") or [], "source": "everyday", "split": split}


if __name__ == "__main__":
    main()
