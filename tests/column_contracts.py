"""What a contract over columns refers to, for plans that a model adapts: all names from closed lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from groundplan.llm.schema import NULL, SCALAR, TEXT, Schema, closed, defined, one_of, several
from groundplan.reading.formed.form import DatePart, Operator

_COLUMN, _VALUE = defined("column"), defined("value")


def definitions(columns: Sequence[str]) -> dict[str, Schema]:
    """What a contract over these columns refers to: a column, a value, a condition."""
    value = {"anyOf": [*SCALAR["anyOf"], NULL, several(SCALAR, 20)]}
    plain = {"column": _COLUMN, "op": one_of(get_args(Operator)), "value": _VALUE}
    join, part, other = {"join": one_of(("and", "or"))}, {"part": one_of(get_args(DatePart))}, {"other": _COLUMN}
    # Most conditions compare whole values with one and are joined as the whole is; one that is not so says it.
    condition = {"anyOf": [closed(**plain, **one, **more) for one in ({}, part, other) for more in ({}, join)]}
    return {"column": one_of(columns) if columns else TEXT, "value": value, "condition": condition}
