"""Rows that are no data: the header said again, and a last row that sums up the rows above it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from groundplan.sources import duck

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LABEL = re.compile(
    r"\W*((grand|sub|career|season|overall|all[- ]?time)?[\s-]*totals?|sum|career|overall|всего|итого|gesamt|summe)\W*",
    re.IGNORECASE,
)
"""What the first cell of a row of sums says, whole."""
LEAST = 2
"""Rows above that make a sum, and columns that make a header."""
MOST = 1_000_000
"""In tables with more rows, nobody writes the sums below."""
NEAR = 0.005
"""Sums of rounded figures differ by little."""


@dataclass(frozen=True)
class Kept:
    """The rows that are data."""

    relation: str
    notes: tuple[str, ...] = ()


def without_furniture(connection: DuckDBPyConnection, relation: str, types: Mapping[str, str]) -> Kept:
    """The relation without repeated headers and without the row of sums, and what was left out."""
    left_out = [found for found in (_headers(types), _sums(connection, relation, types)) if found]
    kept, notes = relation, []
    for condition, note in left_out:
        count = connection.execute(f"SELECT count(*) FROM {relation} WHERE {condition}").fetchall()[0][0]
        if count:
            kept = f"(SELECT * FROM {kept} WHERE NOT ({condition}))"
            notes.append(note.format(count=count, rows="row" if count == 1 else "rows"))
    return Kept(kept, tuple(notes))


def _headers(types: Mapping[str, str]) -> tuple[str, str] | None:
    """A header among the rows makes every column text, as files that were put one below the other have it."""
    if len(types) < LEAST or any(type != "VARCHAR" for type in types.values()):
        return None
    same = " AND ".join(f"coalesce({duck.name(name)}, '') = {duck.text(name)}" for name in types)
    return same, "{count} {rows} that repeat the header left out"


def _sums(connection: DuckDBPyConnection, relation: str, types: Mapping[str, str]) -> tuple[str, str] | None:
    rows = connection.execute(f"SELECT count(*) FROM {relation}").fetchall()[0][0]
    if not LEAST < rows <= MOST:
        return None
    picked = ", ".join(map(_shown, types, types.values()))
    last = connection.execute(f"SELECT {picked} FROM {relation} LIMIT 1 OFFSET {rows - 1}").fetchall()[0]
    cells = dict(zip(types, last, strict=True))
    label = next((cell for cell in last if cell not in (None, "")), None)
    if not isinstance(label, str) or not LABEL.fullmatch(label) or not _adds_up(connection, relation, cells):
        return None
    texts = {name: cell for name, cell in cells.items() if isinstance(cell, str) and types[name] == "VARCHAR"}
    same = " AND ".join(f"coalesce({duck.name(name)}, '') = {duck.text(cell)}" for name, cell in texts.items())
    shown = label.strip().replace("{", "{{").replace("}", "}}")
    return same, f"the last row, {shown!r}, sums up the rows above it and is left out"


def _shown(column: str, type: str) -> str:
    """A moment with a zone as text: DuckDB makes it a value of a library that may not be there."""
    return f"CAST({duck.name(column)} AS VARCHAR)" if type.endswith("WITH TIME ZONE") else duck.name(column)


def _adds_up(connection: DuckDBPyConnection, relation: str, cells: Mapping[str, Any]) -> bool:
    """Whether a figure of the last row is the sum of those above it."""
    wanted = {name: number for name, cell in cells.items() if (number := _number(cell))}
    if not wanted:
        return False
    picked = ", ".join(f"sum({_read(name)})" for name in wanted)
    found = connection.execute(f"SELECT {picked} FROM {relation}").fetchall()[0]
    above = ((whole - number, number) for whole, number in zip(found, wanted.values(), strict=True))
    return any(abs(rest - number) <= NEAR * abs(number) for rest, number in above)


def _read(name: str) -> str:
    text = f"regexp_replace(CAST({duck.name(name)} AS VARCHAR), '[^-0-9.]', '', 'g')"
    return f"coalesce(TRY_CAST({text} AS DOUBLE), 0)"


def _number(cell: Any) -> float | None:
    """The figure of a cell; nothing where it holds none, or 0, which any empty column adds up to."""
    text = re.sub(r"[^-0-9.]", "", str(cell)) if cell is not None and not isinstance(cell, bool) else ""
    try:
        return float(text) or None
    except ValueError:
        return None
