"""Expressions of figures over a frame: parsed into parts and computed, never run as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.errors import SourceError, StepError
from groundplan.sources.frame import Frame
from groundplan.sources.model.expressions import aggregates, evaluated, parsed
from groundplan.tabular.tools.columns import able, fresh
from groundplan.tabular.tools.notes import noted, notes_of


def add_figure(df: Frame, *, name: str, expression: str) -> Frame:
    """The rows with the value of an expression in a new column."""
    fresh(df, name)
    if of_groups(expression):
        raise StepError(f"{expression!r} is of groups, not of rows: put it into figures of an aggregate")
    df = able_to_evaluate(df, [expression])
    return noted(
        df.then(df.expr.mutate(**{name: value_of(df, expression)})), *notes_of(df), f"{name!r} is {expression}"
    )


def of_groups(expression: str) -> bool:
    """Whether it takes one value of many rows."""
    try:
        return aggregates(parsed(expression))
    except SourceError as error:
        raise StepError(str(error)) from None


def value_of(df: Frame, expression: str) -> Any:
    """Its value over the frame."""
    try:
        return evaluated(expression, df.expr)
    except SourceError as error:
        raise StepError(str(error)) from None


def able_to_evaluate(df: Frame, expressions: Sequence[str]) -> Frame:
    """The frame where its backend has every operation of the expressions, else a copy where they are."""
    if not expressions:
        return df
    from ibis.expr.operations import Value  # slow, and a help text needs none of it

    used = {type(part).__name__ for text in expressions for part in value_of(df, text).op().find(Value)}
    return able(df, *sorted(used))
