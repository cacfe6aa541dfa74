"""Rows that are no data: the header said again, and sums of other rows; and labels that stand once for many rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from groundplan.sources import duck
from groundplan.sources.sums import PLACE, Ask, number, sums

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LEAST = 2
"""Rows above that make a sum, and columns that make a header."""
MOST = 1_000_000
"""In tables with more rows, nobody writes the sums below."""
BLANK = 0.3
"""The share of the first column that is blank where each of its labels stands for the rows below it."""


@dataclass(frozen=True)
class Kept:
    """The rows that are data."""

    relation: str
    notes: tuple[str, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


def without_furniture(connection: DuckDBPyConnection, relation: str, types: Mapping[str, str], drawn: bool) -> Kept:
    """The relation without repeated headers and sums; `drawn` by people, labels may stand once for many."""

    def ask(query: str) -> list[Any]:
        return connection.execute(query).fetchall()

    rows = ask(f"SELECT count(*) FROM {relation}")[0][0]
    if len(types) < LEAST or not LEAST < rows <= MOST:
        return Kept(relation)
    numbered = f"(SELECT *, row_number() OVER () AS {PLACE} FROM {relation})"
    again = _headers(ask, numbered, types)
    summing, labels = sums(ask, numbered, types, rows, again, drawn)
    kept, notes, left_out = relation, [], {}
    if again:
        left_out["repeated header"] = len(again)
        notes.append(f"{len(again)} {'row' if len(again) == 1 else 'rows'} that repeat the header left out")
    if summing:
        left_out["total"] = len(summing)
        notes.append(_said(summing, labels, rows))
    first = next(iter(types))
    outside = ", ".join(map(str, sorted({*again, *summing}))) or "0"
    if drawn and types[first] == "VARCHAR" and _once(ask, numbered, first, outside):
        column = duck.name(first)
        down = (
            f"SELECT * REPLACE (last_value({column} IGNORE NULLS) OVER (ORDER BY {PLACE}) AS {column}) FROM {numbered}"
        )
        kept = f"(SELECT * EXCLUDE ({PLACE}) FROM ({down} WHERE {PLACE} NOT IN ({outside})) ORDER BY {PLACE})"
        notes.append(f"labels of {first!r} stand once for the rows below them and were filled in")
    elif again or summing:
        kept = f"(SELECT * EXCLUDE ({PLACE}) FROM {numbered} WHERE {PLACE} NOT IN ({outside}))"
    return Kept(kept, tuple(notes), left_out)


def _said(sums: Sequence[int], labels: Sequence[str], rows: int) -> str:
    label = next(filter(None, labels), "")
    if len(sums) > 1:
        such = f", such as {label!r}," if label else ""
        return f"{len(sums)} rows{such} sum up others and are left out"
    which = "the last row" if sums[0] == rows else f"row {sums[0]}"
    summed = "the rows above it" if sums[0] == rows else "others"
    return f"{which}{f', {label!r},' if label else ''} sums up {summed} and is left out"


def _headers(ask: Ask, numbered: str, types: Mapping[str, str]) -> list[int]:
    """A header among the rows makes every column text, as files that were put one below the other have it."""
    if any(type != "VARCHAR" for type in types.values()):
        return []
    same = " AND ".join(f"coalesce(trim({duck.name(name)}), '') = {duck.text(name)}" for name in types)
    return [place for (place,) in ask(f"SELECT {PLACE} FROM {numbered} WHERE {same}")]


def _once(ask: Ask, numbered: str, first: str, outside: str) -> bool:
    """Whether each label of the first column stands once, over blank cells."""
    column = f"nullif(trim({duck.name(first)}), '')"
    inside = f"{numbered} WHERE {PLACE} NOT IN ({outside})"
    rows, filled, kinds, head = ask(
        f"SELECT count(*), count({column}), count(DISTINCT {column}), "
        f"bool_or({column} IS NOT NULL AND {PLACE} = (SELECT min({PLACE}) FROM {inside})) FROM {inside}"
    )[0]
    if rows < 4 or rows - filled < BLANK * rows or kinds < 2 or not head:
        return False
    labels = ask(f"SELECT {column} FROM {numbered} WHERE {column} IS NOT NULL AND {PLACE} NOT IN ({outside}) LIMIT 50")
    return bool(kinds == filled and not any(number(label) is not None for (label,) in labels))
