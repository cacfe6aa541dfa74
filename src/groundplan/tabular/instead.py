"""What could be asked of tables, told to somebody whose question came to nothing."""

from __future__ import annotations

from groundplan.pack import Source
from groundplan.sources.shape import Table

NAMED = 12
"""Columns that are named to somebody who asked for another."""


def instead(source: Source) -> str:
    """The columns there are, and a question about them."""
    tables: tuple[Table, ...] = source.model
    columns = [column for table in tables for column in table.columns]
    shown = ", ".join(column.name for column in columns[:NAMED])
    rest = f" and {len(columns) - NAMED} more" if len(columns) > NAMED else ""
    there = f"There are the columns {shown}{rest}." if columns else ""
    return " ".join(part for part in (there, _example(tables)) if part)


def _example(tables: tuple[Table, ...]) -> str:
    for table in tables:
        figure = next((c.name for c in table.columns if c.role == "numeric"), None)
        group = next((c.name for c in table.columns if c.role == "categorical"), None)
        if figure and group:
            return f'Ask, for example, for "total {figure} by {group}".'
    return ""
