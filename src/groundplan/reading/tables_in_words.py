"""Tables with their columns, in few words, for a prompt."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from groundplan.llm.words import NOTHING, clipped
from groundplan.sources.shape import Column, Table, column_ids

_FULLY = 40
"""Columns up to which each has a line with samples; beyond, names alone, so that a wide table stays affordable."""
_SAMPLES = 3
_TITLE = 200


def tables_in_words(tables: Sequence[Table]) -> str:
    """Each table with its columns, named as the contracts name them."""
    names = iter(column_ids(tables))
    wide = sum(len(table.columns) for table in tables) > _FULLY
    blocks = []
    for table in tables:
        named = [(next(names), column) for column in table.columns]
        lines = _by_role(named) if wide else [_line(name, column) for name, column in named]
        blocks.append("\n".join([f"table {table.name}, {table.rows} rows{_titled(table)}", *lines]))
    return "\n".join(blocks) or NOTHING


def _titled(table: Table) -> str:
    """Its title as a JSON string: whatever it says, it ends where the quote does."""
    return f", titled {json.dumps(clipped(table.title, _TITLE), ensure_ascii=False)}" if table.title else ""


def _line(name: str, column: Column) -> str:
    known: Iterable[Any] = column.samples[:_SAMPLES]
    if column.low is not None and column.role in ("numeric", "temporal"):
        known = (f"{clipped(column.low)} to {clipped(column.high)}",)
    shown = ", ".join(clipped(value) for value in known)
    return f"- {name} ({column.role}){': ' if shown else ''}{shown}"


def _by_role(named: Iterable[tuple[str, Column]]) -> list[str]:
    roles: dict[str, list[str]] = {}
    for name, column in named:
        roles.setdefault(column.role, []).append(name)
    return [f"- {role}: {', '.join(names)}" for role, names in roles.items()]
