"""Text and whole numbers read as dates, whatever the format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from groundplan.errors import StepError
from groundplan.plan import folder
from groundplan.sources.dates import FORMATS
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import backend_of, column, framed, is_temporal, kind, listed
from groundplan.tabular.tools.notes import noted, notes_of

SAMPLE = 2_000
"""Distinct values looked at to tell the format."""
ENOUGH = 0.5
"""The share of them that must read as dates."""
YEARS = (1000, 2999)


def dated(df: Frame, name: str, into: str) -> Frame:
    """The frame with one column's dates in the column `into`."""
    found = column(df, name)
    dtype = found.type()
    if is_temporal(dtype):
        return df if into == name else df.then(df.expr.mutate(**{into: found}))
    if dtype.is_string():
        return _from_text(df, name, into)
    if dtype.is_numeric() and not dtype.is_boolean():
        return df.then(df.expr.mutate(**{into: _from_number(df, name)}))
    raise StepError(f"column {name!r} holds {kind(found)}, which cannot be read as dates")


def dated_text(df: Frame, name: str, into: str, uniform: bool = False) -> Frame | None:
    """The frame with the dates of a text column; None where the text is no dates, or not in one format as asked."""
    samples = _samples(df, name)
    formats = formats_of(samples)
    read = _read(samples, formats)
    if read < ENOUGH * len(samples) or (uniform and len(formats) > 1):
        return None
    if backend_of(df) != "duckdb":
        df = framed(df.arrow())  # only DuckDB skips what it cannot read; others fail or guess
    clocked = any("%H" in form or "%I" in form for form in formats)
    stamp = _stamp(df.expr[name], formats)
    parsed = df.then(df.expr.mutate(**{into: stamp if clocked else stamp.cast("date")}))
    return noted(parsed, *notes_of(df), *_doubts(name, samples, formats, read))


def formats_of(samples: Sequence[str]) -> list[str]:
    """The fewest formats that read the samples, the one that reads most first."""
    chosen: list[str] = []
    left = list(samples)
    while left:
        best = max(_formats(), key=lambda form: _read(left, [form]))  # the first of equals
        unread = [text for text in left if not _fits(text, best)]
        if len(unread) == len(left):
            break
        chosen, left = [*chosen, best], unread
    return chosen


def _from_text(df: Frame, name: str, into: str) -> Frame:
    parsed = dated_text(df, name, into)
    if parsed is not None:
        return parsed
    dates = [other for other in df.columns if is_temporal(df.expr[other].type())]
    raise StepError(
        f"column {name!r} does not read as dates, it has values such as {listed(_samples(df, name)[:3])}; "
        f"columns with dates: {listed(dates)}"
    )


def _stamp(text: Any, formats: Sequence[str]) -> Any:
    """The moment a text speaks of. DuckDB's own cast skips spaces and is twice as fast; stripping costs most of all."""
    if all(form.startswith("%Y-%m-%d") for form in formats):
        return text.try_cast("timestamp")
    return _try_strptime()(text.strip(), list(formats))


def _doubts(name: str, samples: Sequence[str], formats: Sequence[str], read: int) -> Iterable[str]:
    if read < len(samples):
        yield f"{len(samples) - read} of {len(samples)} values of {name!r} looked at are not dates and count as empty"
    for form in formats:
        other = form.replace("%m", "%_").replace("%d", "%m").replace("%_", "%d")
        if form.startswith("%m") and other in _formats() and all(_fits(text, other) for text in samples):
            yield f"{name!r} could be day first or month first: it was read as month first"


def _from_number(df: Frame, name: str) -> Any:
    import ibis  # slow, and a help text needs none of it

    value = df.expr[name].cast("int64")
    bounds = df.then(df.expr.aggregate(low=value.min(), high=value.max())).arrow().to_pylist()[0]
    low, high = bounds["low"], bounds["high"]
    if low is None or (low >= YEARS[0] and high <= YEARS[1]):
        parts = (value, 1, 1)
    elif low >= YEARS[0] * 10_000 and high <= YEARS[1] * 10_000 + 1231:
        parts = (value // 10_000, value // 100 % 100, value % 100)
    else:
        raise StepError(f"column {name!r} holds {low} to {high}, which are neither years nor dates as YYYYMMDD")
    return value.isnull().ifelse(None, ibis.date(*parts))  # SQLite would make the year 0 of an empty one


def _samples(df: Frame, name: str) -> list[str]:
    """The first and last of the distinct texts: both ends, since only there days above 12 are sure to show."""
    texts = df.expr.select(text=df.expr[name]).filter(lambda rows: rows.text.notnull()).distinct()
    ends = [texts.order_by(order).limit(SAMPLE // 2) for order in (texts.text.asc(), texts.text.desc())]
    found = df.then(ends[0].union(ends[1])).arrow().column("text").to_pylist()
    return sorted({text.strip() for text in found} - {""})


def _read(samples: Iterable[str], formats: Sequence[str]) -> int:
    return sum(any(_fits(text, form) for form in formats) for text in samples)


@lru_cache(maxsize=100_000)
def _fits(text: str, form: str) -> bool:
    try:
        datetime.strptime(text, form)
    except ValueError:
        return False
    return True


@lru_cache
def _formats() -> tuple[str, ...]:
    return tuple(format for format in folder.load(FORMATS) if "%z" not in format)  # a zone makes another type


@lru_cache
def _try_strptime() -> Any:
    import ibis
    import ibis.expr.datatypes as types

    def try_strptime(text: str, formats: list[str]) -> datetime: ...  # type: ignore[empty-body]

    signature = ((types.string, types.Array(types.string)), types.timestamp)
    return ibis.udf.scalar.builtin(try_strptime, signature=signature)
