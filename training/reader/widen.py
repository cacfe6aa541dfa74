"""Tables with columns of other tables among their own, to measure how wide ones are read."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

Line = dict[str, Any]
SEED = 5


def widened(lines: Sequence[Line], columns: int) -> list[Line]:
    """The lines, each table with so many columns; what is asked of it stays the same."""
    chance = random.Random(SEED)
    tables = {line["table"]["name"]: line["table"] for line in lines}
    wide = {name: _with_others(table, tables, columns, chance) for name, table in tables.items()}
    return [{**line, "table": wide[line["table"]["name"]]} for line in lines]


def _with_others(table: Line, tables: dict[str, Line], columns: int, chance: random.Random) -> Line:
    own = {column["name"].lower(): column for column in table["columns"]}
    others = [column for other in tables.values() if other is not table for column in other["columns"]]
    chance.shuffle(others)
    for column in others:
        if len(own) >= columns:
            break
        own.setdefault(column["name"].lower(), column)
    shown = list(own.values())
    chance.shuffle(shown)
    return {**table, "columns": shown}
