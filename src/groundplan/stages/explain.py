"""Everything that was tried -> Answer: the error handler of the road."""

from __future__ import annotations

from groundplan.contracts import Answer, Finding, Understanding
from groundplan.sources.shape import Table

NAMED = 12
"""Columns that are named to somebody who asked for another."""


def explain(
    understanding: Understanding, findings: tuple[Finding, ...], attempts: int, tables: tuple[Table, ...]
) -> Answer:
    """What was tried, every finding, and what to ask instead."""
    if understanding.doubt:
        return Answer(text=_doubt(understanding), style="EXPLAIN")
    tried = f"No sound plan was found in {attempts} {'attempt' if attempts == 1 else 'attempts'}."
    told = [f"- {f.code}: {f.message}{f'; {f.help}' if f.help else ''}" for f in dict.fromkeys(findings)]
    return Answer(text="\n".join([tried, *told, _instead(tables)]).strip(), style="EXPLAIN")


def _doubt(understanding: Understanding) -> str:
    doubt = understanding.doubt
    assert doubt is not None
    return "\n".join([doubt.message, *(f"- {choice}" for choice in doubt.choices)])


def _instead(tables: tuple[Table, ...]) -> str:
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
