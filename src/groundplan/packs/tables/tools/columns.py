"""Columns by name, held to the kind of values a tool can work with."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from groundplan.errors import StepError
from groundplan.packs.tables.tools.local import backend_of
from groundplan.packs.tables.tools.numbers import ENOUGH, number_in, shares
from groundplan.sources.frame import Frame


def column(df: Frame, name: str) -> Any:
    """The column of that name."""
    if name in df.columns:
        return df.expr[name]
    near = get_close_matches(name, df.columns, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise StepError(f"there is no column {name!r} among {listed(df.columns)}{hint}")


def numeric(df: Frame, name: str) -> Any:
    """A column of numbers; true and false count as 1 and 0."""
    found = column(df, name)
    if found.type().is_boolean():
        return found.cast("int64")
    return _held(df, name, found, is_numeric, "numbers")


def amounts(df: Frame, name: str) -> Any:
    """A column of numbers, or the numbers in its text where nearly every value begins with one: `5 kW`."""
    found = column(df, name)
    if found.type().is_string() and backend_of(df) == "duckdb" and shares(df, name)["numbers"] >= ENOUGH:
        return number_in(found)
    return numeric(df, name)


def temporal(df: Frame, name: str) -> Any:
    """A column of dates or timestamps."""
    found = column(df, name)
    if found.type().is_string() or found.type().is_integer():
        raise StepError(f"column {name!r} holds {kind(found)}, not dates: put parse_datetime on it first")
    return _held(df, name, found, is_temporal, "dates")


def is_numeric(dtype: Any) -> bool:
    """Whether figures can be computed of it."""
    return bool(dtype.is_numeric() or dtype.is_boolean())


def is_temporal(dtype: Any) -> bool:
    """Whether it is a date or a timestamp."""
    return bool(dtype.is_date() or dtype.is_timestamp())


def kind(value: Any) -> str:
    """What a column holds, in a person's words."""
    dtype = value.type()
    for holds, words in (
        (dtype.is_boolean, "true or false"),
        (dtype.is_integer, "whole numbers"),
        (dtype.is_numeric, "numbers"),
        (dtype.is_date, "dates"),
        (dtype.is_timestamp, "timestamps"),
        (dtype.is_string, "text"),
    ):
        if holds():
            return words
    return str(dtype)


def listed(names: tuple[str, ...] | list[str], most: int = 12) -> str:
    """Names for a sentence, not too many of them."""
    shown = ", ".join(repr(name) for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown or "none"


def fresh(df: Frame, *names: str) -> None:
    """New columns must not hide the ones that are there."""
    for name in names:
        if name in df.columns:
            raise StepError(f"there is a column {name!r} already: give the new one another name")


def _held(df: Frame, name: str, found: Any, fits: Callable[[Any], bool], wanted: str) -> Any:
    if fits(found.type()):
        return found
    others = [other for other in df.columns if fits(df.expr[other].type())]
    raise StepError(f"column {name!r} holds {kind(found)}, not {wanted}; columns with {wanted}: {listed(others)}")
