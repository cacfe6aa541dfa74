"""Columns by name, held to the kind of values a tool can work with; numbers in text; data on this machine."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from groundplan.errors import StepError
from groundplan.sources.cells import MISSING, SIGNS
from groundplan.sources.frame import Frame

ENOUGH = 0.75
"""The share of the values that must speak of numbers; the rest, such as `did not finish`, come last."""
BEFORE = rf"^\s*(?:ca?\.?\s*|circa\s+|about\s+|approx\.?\s*|no\.?\s*|[~≈#(+{SIGNS}])*"
"""What may stand before a number; without case."""
NUMBER = rf"(?i){BEFORE}(-?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?|-?\.\d+)"
CLOCK = r"^\s*\+?(?:(\d{1,3}):)?(\d{1,3}):(\d{2}(?:\.\d+)?)\s*$"
"""Hours, minutes and seconds; or minutes and seconds, of which there are as many in order."""
MONTH = "jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec"
DATE = rf"(?i)^\s*\d{{1,4}}([-/.]\d{{1,2}}[-/.]\d{{1,4}}\b|\W{{1,3}}({MONTH})[a-z]*\b)"
"""Text that begins with a number and is a date: `5 May 2001`, `05.01.2024`."""


def number_in(value: Any) -> Any:
    """The number a text begins with, a time as its seconds; empty where it begins with none."""
    plain = value.replace("\u2212", "-")
    number = plain.re_extract(NUMBER, 1).replace(",", "").try_cast("float64")
    hours, minutes, seconds = (plain.re_extract(CLOCK, part).try_cast("float64") for part in (1, 2, 3))
    return plain.re_search(CLOCK).ifelse(hours.fill_null(0) * 3600 + minutes * 60 + seconds, number)


def shares(df: Frame, name: str) -> dict[str, float]:
    """How much of the text begins with numbers that are no dates, and how much holds digits at all."""
    value = df.expr[name]
    said = value.notnull() & value.strip().lower().notin(sorted(MISSING))
    numbers = said & number_in(value).notnull() & ~value.re_search(DATE)
    counts = df.expr.aggregate(said=said.sum(), numbers=numbers.sum(), digits=(said & value.re_search(r"\d")).sum())
    found = df.then(counts).arrow().to_pylist()[0]
    return {part: (found[part] or 0) / (found["said"] or 1) for part in ("numbers", "digits")}


_FAILING = {("sqlite", "StandardDev")}
"""What a backend says it knows and fails at: SQLite divides by 0 where a group has one value."""


def framed(rows: Any) -> Frame:
    """An Arrow table as a frame. Its connection is its own, so that no other run waits for it."""
    import ibis  # slow, and a help text needs none of it

    name = "rows"
    return Frame(ibis.duckdb.connect().create_table(name, _typed(rows)))


def able(df: Frame, *operations: str) -> Frame:
    """The frame where its backend knows these operations; else a copy of its rows on DuckDB, which does."""
    import ibis.expr.operations as known

    backend = df.expr.get_backend()
    if all(
        backend.has_operation(getattr(known, operation)) and (backend.name, operation) not in _FAILING
        for operation in operations
    ):
        return df
    return framed(df.arrow())


def backend_of(df: Frame) -> str:
    """The name of the backend: `duckdb`, `sqlite`, `postgres`."""
    return str(df.expr.get_backend().name)


def _typed(rows: Any) -> Any:
    """A column without any value has no type that DuckDB would keep: call it text."""
    import pyarrow as pa

    fields = [field.with_type(pa.string()) if pa.types.is_null(field.type) else field for field in rows.schema]
    return rows.cast(pa.schema(fields))


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
