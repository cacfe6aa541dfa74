"""Forms over several tables: rows of a table that is said, and names in place of keys."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.stems import stem
from groundplan.reading.embedded.pieces import words_of
from groundplan.reading.embedded.sheet import Field

_NAMES = ("name", "title", "имя", "название")


def name_beside(shown: Field, fields: Sequence[Field], said: frozenset[str]) -> str:
    """The column that names what a key stands for, where the key's own name is not said; any other column is itself."""
    key = stem(words_of(shown.column.name)[-1]) if shown.column.role == "identifier" and shown.table else ""
    if not key or key in said:
        return shown.name
    beside = [each for each in fields if each.table == shown.table and each.column.type == "text"]
    return next((each.name for each in beside if words_of(each.column.name)[-1] in _NAMES), shown.name)
