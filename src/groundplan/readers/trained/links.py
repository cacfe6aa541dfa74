"""Question, Blank -> the stretches of the question that are values of the data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from groundplan.contracts import Column, Table
from groundplan.readers.trained.pieces import cyrillic
from groundplan.values import Match, ValueIndex


def link(text: str, tables: Sequence[Table]) -> list[Match]:
    """All values that the question seems to name, of columns whose values the profile keeps."""
    speech = _russian() if cyrillic(text) else {}
    return [match for table in tables for match in index(table.name, table.columns).find(text, **speech)]


@lru_cache(maxsize=64)
def index(table: str, columns: tuple[Column, ...]) -> ValueIndex:
    """The kept values of a table, ready for lookup."""
    cells = [(table, column.name, value) for column in columns for value in column.values]
    return ValueIndex.of(cells, **(_russian() if any(cyrillic(value) for _, _, value in cells) else {}))


def _russian() -> dict[str, Any]:
    from groundplan.russian import keys, lemma  # loads a dictionary

    return {"lemma": lemma, "keys": keys}
