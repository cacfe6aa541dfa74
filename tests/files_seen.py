"""A file as it is read: its tables with their rows and types, what was left out, and what was told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundplan.contracts.source_model import SourceModel
from groundplan.sources.opened import open_sources


@dataclass(frozen=True)
class Seen:
    tables: dict[str, list[tuple[Any, ...]]]
    types: dict[str, dict[str, str]]
    left_out: dict[str, int]
    notes: tuple[str, ...]
    model: SourceModel

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """Of a file with one table."""
        (found,) = self.tables.values()
        return found

    @property
    def columns(self) -> dict[str, str]:
        """Of a file with one table: name and type."""
        (found,) = self.types.values()
        return found

    def column(self, name: str) -> list[Any]:
        return [row[list(self.columns).index(name)] for row in self.rows]


Look = Callable[..., Seen]


def seen(folder: Path, name: str, content: str | bytes) -> Seen:
    """A file of that name with this content, written and opened."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return seen_at(path, folder / "cache")


def seen_at(path: Path, cache: Path) -> Seen:
    """What lies there, opened."""
    opened = open_sources((str(path),), cache)
    try:
        tables, types = {}, {}
        for dataset in opened.understood.datasets:
            rows = opened.get(dataset.name).arrow().select([field.name for field in dataset.fields])
            tables[dataset.name] = [tuple(row.values()) for row in rows.to_pylist()]
            types[dataset.name] = {field.name: field.type for field in dataset.fields}
        left_out: dict[str, int] = {}
        for dataset in opened.understood.datasets:
            for one in dataset.left_out:
                left_out[one.what] = left_out.get(one.what, 0) + one.rows
        return Seen(tables, types, left_out, opened.notes, opened.understood)
    finally:
        opened.close()
