"""Which columns of a table can be held against each other."""

from __future__ import annotations

from groundplan.language.lexicon import lexicon
from groundplan.language.stems import stem
from groundplan.language.units import unit_of
from groundplan.reading.embedded.pieces import words_of
from groundplan.reading.embedded.sheet import Field
from groundplan.reading.time_columns import carries_time


def kind(field: Field) -> str | None:
    """What a column can be compared as, if it can."""
    column = field.column
    figure = column.role == "numeric" and column.type in ("integer", "number") and not carries_time(column)
    return "date" if column.role == "temporal" else "figure" if figure else None


def unit(field: Field) -> str:
    """What the figures of a column are in, as far as its name says it."""
    named = [word for word in words_of(field.column.name) if word in lexicon().unit_marks]
    group, size = unit_of(field.column.name)
    return f"{group} {size:g}" if group else named[-1] if named else ""


def comparable(one: Field, other: Field) -> bool:
    """Two columns of one table, of one kind, and in one unit as far as both name theirs."""
    same = one != other and one.table == other.table and kind(one) == kind(other)
    return same and ("" in (unit(one), unit(other)) or unit(one) == unit(other))


def timed(field: Field) -> bool:
    """Whether the name of a column speaks of time."""
    return not lexicon().telling_time.isdisjoint(stem(word) for word in words_of(field.column.name))
