"""Question, Blank -> the stretches of the question that are values of the data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from groundplan.reading.embedded.pieces import cyrillic, pieces
from groundplan.sources.shape import Column, Table
from groundplan.values.index import ValueIndex
from groundplan.values.match import Match


def link(text: str, tables: Sequence[Table]) -> list[Match]:
    """All values that the question seems to name, of columns whose values the profile keeps."""
    if not cyrillic(text):
        return [match for table in tables for match in index(table.name, table.columns).find(text)]
    found = [match for table in tables for match in index(table.name, table.columns).find(text, **_russian())]
    known = {(match.column, match.value) for match in found}
    return found + [match for match in _glossed(text, tables) if (match.column, match.value) not in known]


def _glossed(text: str, tables: Sequence[Table]) -> list[Match]:
    """What the question says in English: `возвращённые` is Returned."""
    places: list[tuple[int, int]] = []
    english = ""
    for piece in pieces(text):
        places += [(piece.start, piece.end)] * (len(piece.read) + 1)
        english += piece.read + " "
    found = [match for table in tables for match in index(table.name, table.columns).find(english)]
    return [
        replace(m, start=places[m.start][0], end=places[m.end - 1][1]) for m in found if m.how not in ("fuzzy", "part")
    ]


@lru_cache(maxsize=64)
def index(table: str, columns: tuple[Column, ...]) -> ValueIndex:
    """The kept values of a table, ready for lookup."""
    cells = [(table, column.name, value) for column in columns for value in column.values]
    return ValueIndex.of(cells, **(_russian() if any(cyrillic(value) for _, _, value in cells) else {}))


def _russian() -> dict[str, Any]:
    from groundplan.language.russian import keys, lemma  # loads a dictionary

    return {"lemma": lemma, "keys": keys}
