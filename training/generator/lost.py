"""Refused questions whose group or figure the table has lost: `revenue by salesperson` over channels and cities."""

from __future__ import annotations

from .headers import parts
from .tables import LEAST, Col, Table


def without(table: Table, column: Col, question: str) -> Table | None:
    """The table without a column that the question names; None where one that is left could be meant as well."""
    rest = [each for each in table.columns if each is not column]
    rows = _beginnings(*table.domain.row, *table.domain.rows, table.domain.title)
    words = _words(column)
    if column.kind not in ("group", "name", "sum", "avg") or len(rest) < LEAST or words & rows:
        return None
    if not words & _beginnings(question) or any(words & _words(each) or _people(column, each) for each in rest):
        return None
    return Table(table.domain, table.name, rest)


def _people(column: Col, other: Col) -> bool:
    """Whether `who` could be both."""
    return column.who and other.who


def _words(column: Col) -> set[str]:
    """The beginnings of what a column is called by."""
    names = [" ".join(parts(each)) for each in (column.name, column.spec.name, *column.spec.also)]
    return _beginnings(*names, *column.spec.says, *column.spec.means.nouns)


def _beginnings(*texts: str) -> set[str]:
    return {word[:5] for text in texts for word in text.lower().replace("-", " ").split() if len(word) > 2}
