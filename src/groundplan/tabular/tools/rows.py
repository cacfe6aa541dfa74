"""Rows in: join, parse, filter, derive a duration, choose columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from groundplan.errors import StepError
from groundplan.reading.formed.form import alternatives
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import able, column, fresh, temporal
from groundplan.tabular.tools.conditions import condition, held_against, period_of
from groundplan.tabular.tools.dates import dated, dated_text
from groundplan.tabular.tools.grain import bucket
from groundplan.tabular.tools.lists import parts
from groundplan.tabular.tools.natural import sorted_by
from groundplan.tabular.tools.notes import noted, notes_of
from groundplan.tabular.tools.order import arranged, arrangement, ascending

Test = tuple[str, str, Any, str | None]
"""Column, operator, value, and how it is joined to the one before, where `match` does not say so."""
_SECONDS = {"seconds": 1, "minutes": 60, "hours": 3_600, "days": 86_400, "weeks": 604_800, "years": 31_556_952}
_RANGE = {">", ">=", "<", "<=", "between"}


def join_tables(df: Frame, other: Frame, *, left_on: str, right_on: str, table: str) -> Frame:
    """Every row of the first table with the columns of the second where the keys agree."""
    left, right = column(df, left_on), column(other, right_on)
    clashing = {f"{table}.{name}": name for name in other.columns if name in df.columns}
    renamed = other.expr.rename(clashing)
    key = renamed[f"{table}.{right_on}" if right_on in df.columns else right_on]
    if left.type().is_string() != right.type().is_string():
        left, key = left.cast("string"), key.cast("string")  # a key read as text in one file, as a number in the other
    joined = df.then(df.expr.left_join(renamed, left == key).select(*df.columns, *renamed.columns))
    return noted(joined, *_repeats(other, right, table))


def parse_datetime(df: Frame, *, column: str) -> Frame:
    """The column as dates or timestamps."""
    return dated(df, column, into=column)


def filter_rows(df: Frame, *, where: Sequence[Mapping[str, Any]], match: str = "all") -> Frame:
    """The rows that meet all conditions, or any; where `join` of one says otherwise, `and` binds tighter than `or`."""
    if not where:
        return df
    shown = df.columns
    df, tests = comparable(df, where)
    return noted(df.then(df.expr.filter(met(df, tests, match)).select(*shown)), *notes_of(df))


def comparable(df: Frame, where: Sequence[Mapping[str, Any]]) -> tuple[Frame, list[Test]]:
    """The frame with what the conditions are compared with beside its columns, and the conditions on that."""
    tests = []
    for test in where:
        df, name = held_against(df, test) if test.get("other") else _comparable(df, test)
        op, value = ("=", True) if test.get("other") else (str(test["op"]), test.get("value"))
        tests.append((name, op, value, test.get("join")))
    return df, tests


def met(df: Frame, tests: Sequence[Test], match: str) -> Any:
    """Whether a row meets every condition of one alternative; `match: any` makes each an alternative of its own."""
    usual = "and" if match == "all" else "or"
    held = [condition(df.expr[name], op, value) for name, op, value, _ in tests]
    return reduce(or_, (reduce(and_, part) for part in alternatives(held, [join or usual for *_, join in tests])))


def derive_duration(df: Frame, *, start: str, end: str, unit: str = "days", name: str = "duration_days") -> Frame:
    """The time from one date to another: whole days between dates, with fractions otherwise."""
    fresh(df, name)
    first, last = temporal(df, start), temporal(df, end)
    seconds = last.cast("timestamp").epoch_seconds() - first.cast("timestamp").epoch_seconds()
    whole = first.type().is_date() and last.type().is_date() and unit == "days"
    return df.then(df.expr.mutate(**{name: (seconds / _SECONDS[unit]).cast("int64" if whole else "float64")}))


def select_columns(df: Frame, *, columns: Sequence[str], distinct: bool = False) -> Frame:
    """Some of the columns, in that order, each combination once if asked."""
    for name in columns:
        column(df, name)
    names = list(dict.fromkeys(columns))
    chosen = df.expr.select(*names)
    if not distinct:
        return df.then(chosen)
    kept = [key for key in arrangement(df.expr) if key[0] in names]
    rest = [name for name in names if name not in {key[0] for key in kept}]
    once = df.then(chosen.distinct())
    return sorted_by(once, [*kept, *ascending(rest)]) if kept else df.then(arranged(once.expr, ascending(rest)))


def _comparable(df: Frame, test: Mapping[str, Any]) -> tuple[Frame, str]:
    """The frame and the column to compare: text that is dates gets a column of dates beside it."""
    name, op, value = str(test.get("column")), str(test.get("op")), test.get("value")
    if test.get("separator"):
        return _listed(df, name, str(test["separator"]))
    if test.get("part"):
        return _parted(df, name, str(test["part"]))
    found = column(df, name)
    if not found.type().is_string():
        return df, name
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    if _speaks_of_dates(op, values):
        hidden = f"{name} as dates"
        read = df if hidden in df.columns else dated_text(df, name, into=hidden)
        if read is not None:
            return read, hidden
    if op in _RANGE and any(isinstance(each, (int, float)) for each in values):
        return able(df, "TryCast"), name
    return df, name


def _listed(df: Frame, name: str, separator: str) -> tuple[Frame, str]:
    """The parts of a list, in a column of its own."""
    hidden = f"parts of {name}"
    found = parts(column(df, name).lower(), separator)
    return noted(df.then(df.expr.mutate(**{hidden: found})), *notes_of(df)), hidden


def _parted(df: Frame, name: str, part: str) -> tuple[Frame, str]:
    """The weekday or the hour of a date, in a column of its own."""
    read = dated(df, name, into=f"{name} as dates")
    moment = read.expr[f"{name} as dates"]
    if part == "hour" and not moment.type().is_timestamp():
        raise StepError(f"column {name!r} holds days without a time of day; ask without the hour")
    value = bucket(moment, "weekday") if part == "weekday" else moment.hour()
    return noted(read.then(read.expr.mutate(**{f"{part} of {name}": value})), *notes_of(read)), f"{part} of {name}"


def _speaks_of_dates(op: str, values: Sequence[Any]) -> bool:
    return op in _RANGE | {"=", "!=", "in", "not_in"} and all(period_of(value) is not None for value in values)


def _repeats(other: Frame, key: Any, table: str) -> tuple[str, ...]:
    counts = other.then(other.expr.aggregate(rows=key.count(), distinct=key.nunique())).arrow().to_pylist()[0]
    if counts["rows"] == counts["distinct"]:
        return ()
    return (f"{key.get_name()!r} is not unique in {table!r}: rows of the first table stand once for each match",)
