"""Two columns of a row compared with each other."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

from groundplan.errors import StepError
from groundplan.packs.tables.tools.columns import column
from groundplan.packs.tables.tools.dates import dated_text
from groundplan.packs.tables.tools.notes import noted, notes_of
from groundplan.sources.frame import Frame

_OPERATORS = {
    "=": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le,
}  # fmt: skip


def held_against(df: Frame, test: Mapping[str, Any]) -> tuple[Frame, str]:
    """The frame with whether each row meets the condition, in a column of its own; empty where one of the two is."""
    op = str(test.get("op"))
    if op not in _OPERATORS:
        raise StepError(f"two columns are compared by {', '.join(_OPERATORS)}, not by {op!r}")
    df, left = _read(df, str(test.get("column")))
    df, right = _read(df, str(test["other"]))
    one, other = _alike(df.expr[left], df.expr[right], test)
    name = f"{left} {op} {right}"
    return noted(df.then(df.expr.mutate(**{name: _OPERATORS[op](one, other)})), *notes_of(df)), name


def _read(df: Frame, name: str) -> tuple[Frame, str]:
    """Text that is dates gets a column of dates beside it."""
    hidden = f"{name} as dates"
    if not column(df, name).type().is_string() or hidden in df.columns:
        return df, hidden if hidden in df.columns else name
    read = dated_text(df, name, into=hidden)
    return (read, hidden) if read is not None else (df, name)


def _alike(one: Any, other: Any, test: Mapping[str, Any]) -> tuple[Any, Any]:
    """Both as they are, or as days where one of them has no time of day."""
    kinds = [_kind(each.type()) for each in (one, other)]
    if kinds[0] != kinds[1]:
        left, right = test.get("column"), test.get("other")
        raise StepError(f"{left!r} holds {kinds[0]} and {right!r} {kinds[1]}; compare two columns of one kind")
    types = {each.type().is_date() for each in (one, other)}
    return (one.cast("date"), other.cast("date")) if kinds[0] == "dates" and len(types) > 1 else (one, other)


def _kind(type: Any) -> str:
    names = {"numbers": type.is_numeric(), "dates": type.is_date() or type.is_timestamp(), "truths": type.is_boolean()}
    return next((name for name, is_so in names.items() if is_so), "text")
