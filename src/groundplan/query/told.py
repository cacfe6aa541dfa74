"""What a query found, in words: what was asked as it was typed, and every figure or the first of the rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.contracts import Answer, Facts
from groundplan.plan.folder import load
from groundplan.query import asked
from groundplan.query.cells import number, value
from groundplan.query.language.read import read

TOLD = 10
"""Rows and groups that are told; the table holds all."""


def query_told(form: Mapping[str, Any], facts: Facts) -> Answer:
    """One sentence, and what should be known with it."""
    words = load(asked.FOLDER / "told.yaml")
    notes = [words["note"].format(note=note.rstrip(".")) for note in facts.meta.notes]
    rows = facts.tables[0] if facts.tables else None
    text = form[asked.KEY]
    if rows is None or not rows.rows:
        said = words["nothing"].format(query=text)
    elif len(rows.rows) == 1 and len(rows.columns) == 1:
        said = words["one"].format(query=text, value=_cell(rows.rows[0][0]))
    else:
        kind = "groups" if read(text).by else "rows"
        listed = "; ".join(_line(row) for row in rows.rows[:TOLD])
        rest = words["more"].format(rest=number(len(rows.rows) - TOLD)) if len(rows.rows) > TOLD else ""
        said = words[kind].format(query=text, count=number(len(rows.rows)), listed=listed, rest=rest)
    return Answer(text="\n".join([said, *notes]), style="SHORT")


def _line(row: Sequence[Any]) -> str:
    return ", ".join(map(_cell, row))


def _cell(cell: Any) -> str:
    return number(cell) if isinstance(cell, (int, float)) and not isinstance(cell, bool) else value(cell)
