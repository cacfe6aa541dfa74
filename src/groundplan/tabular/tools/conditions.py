"""Conditions on rows: one {column, op, value}, or a column against another, to one true-or-false expression."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import reduce
from operator import or_
from typing import Any

from groundplan.errors import StepError
from groundplan.sources.cells import NOTHING
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import column, is_temporal, kind, number_in
from groundplan.tabular.tools.dates import dated_text
from groundplan.tabular.tools.notes import noted, notes_of

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


Period = tuple[datetime, datetime]
"""From the first moment on, up to the second, which is no longer part of it."""

_PERIOD = re.compile(
    r"(\d{4})(?:-?Q([1-4])|-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?Z?)?)?)?$"
)
_TRUE, _FALSE = {"true", "yes", "1", "t", "y"}, {"false", "no", "0", "f", "n"}


def condition(value: Any, op: str, wanted: Any) -> Any:
    """Whether a column's value meets the condition; empty values meet only `is_null`."""
    if op == "is_null":
        return _empty(value)
    if op == "not_null":
        return ~_empty(value)
    if op in _TEXT:
        return _any(_TEXT[op](_text(value), str(each).lower()) for each in _many(wanted, op))
    if op == "not_contains":
        return ~condition(value, "contains", wanted)
    if op == "not_in":
        return ~condition(value, "in", wanted)
    if op == "!=":
        return ~condition(value, "=", wanted)
    if op == "in":
        return _any(condition(value, "=", each) for each in _many(wanted, op))
    if op == "between":
        low, high = _both(wanted)
        return condition(value, ">=", low) & condition(value, "<=", high)
    return _compared(value, op, wanted)


def _empty(value: Any) -> Any:
    """Whether nothing is written, or only a mark that says so: `-`, `n/a`."""
    if not value.type().is_string():
        return value.isnull()
    return value.isnull() | value.strip().lower().isin(sorted(NOTHING))


def period_of(text: Any) -> Period | None:
    """The time an ISO text speaks of: `2024` is the whole year, `2024-03` the month; None if it is no date."""
    if isinstance(text, datetime):
        return text, text + timedelta(microseconds=1)
    if isinstance(text, date):
        return period_of(text.isoformat())
    match = _PERIOD.fullmatch(str(text).strip())
    if match is None:
        return None
    year, quarter, month, day, hour, minute, second = (int(part) if part else None for part in match.groups())
    assert year is not None
    try:
        if hour is not None:
            start = datetime(year, month or 1, day or 1, hour, minute or 0, second or 0)
            return start, start + timedelta(seconds=1 if second is not None else 60)
        if day is not None:
            start = datetime(year, month or 1, day)
            return start, start + timedelta(days=1)
        first, months = (3 * quarter - 2, 3) if quarter else (month or 1, 1 if month else 12)
        last = first + months - 1
        return datetime(year, first, 1), datetime(year + last // 12, last % 12 + 1, 1)
    except ValueError:
        return None


def _compared(value: Any, op: str, wanted: Any) -> Any:
    dtype = value.type()
    if wanted is None or isinstance(wanted, (list, tuple, dict)):
        raise StepError(f"the condition {value.get_name()!r} {op} needs one value, not {wanted!r}")
    if is_temporal(dtype):
        return _in_time(value, op, wanted)
    if dtype.is_array():
        return value.contains(_plain_text(wanted).strip().lower())
    if dtype.is_boolean():
        return _ORDER[op](value, _truth(value, wanted))
    if dtype.is_numeric():
        return _ORDER[op](value, _number(value, wanted))
    if isinstance(wanted, (int, float)) and op != "=":
        return _ORDER[op](number_in(value), wanted)
    return _ORDER[op](value.lower(), _plain_text(wanted).lower())


def _in_time(value: Any, op: str, wanted: Any) -> Any:
    period = period_of(wanted)
    if period is None:
        raise StepError(
            f"column {value.get_name()!r} holds {kind(value)} and {wanted!r} is none: write it as 2024-03-31"
        )
    start, end = (_moment(value, moment) for moment in period)
    if op == "=":
        return (value >= start) & (value < end)
    return {">": value >= end, ">=": value >= start, "<": value < start, "<=": value < end}[op]


def _moment(value: Any, moment: datetime) -> Any:
    import ibis  # slow, and a help text needs none of it

    if not value.type().is_date():
        return ibis.literal(moment, type=value.type())
    # A date is before a moment of its day: round up, so that `< 12:00` keeps the day.
    whole = moment.date() if moment.time() == time() else moment.date() + timedelta(days=1)
    return ibis.literal(whole)


def _number(value: Any, wanted: Any) -> float | int:
    if isinstance(wanted, (int, float)):
        return wanted
    text = str(wanted).strip().replace(",", "").replace(" ", "")
    try:
        return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)
    except ValueError:
        raise StepError(f"column {value.get_name()!r} holds {kind(value)} and {wanted!r} is no number") from None


def _truth(value: Any, wanted: Any) -> bool:
    said = str(wanted).strip().lower()
    if said in _TRUE | _FALSE:
        return said in _TRUE
    raise StepError(f"column {value.get_name()!r} holds true or false and {wanted!r} is neither")


def _plain_text(wanted: Any) -> str:
    whole = isinstance(wanted, float) and wanted.is_integer()
    return str(int(wanted)) if whole else str(wanted)


def _text(value: Any) -> Any:
    return value.lower() if value.type().is_string() else value.cast("string").lower()


def _many(wanted: Any, op: str) -> Sequence[Any]:
    many = wanted if isinstance(wanted, (list, tuple)) else [wanted]
    if not many or many == [None]:
        raise StepError(f"the condition `{op}` has no value to compare with")
    return many


def _both(wanted: Any) -> tuple[Any, Any]:
    if not isinstance(wanted, (list, tuple)) or len(wanted) != 2:
        raise StepError(f"`between` needs [low, high], not {wanted!r}")
    return wanted[0], wanted[1]


def _any(tests: Any) -> Any:
    return reduce(or_, tests)


_TEXT: dict[str, Any] = {
    "contains": lambda value, part: value.contains(part),
    "starts_with": lambda value, part: value.startswith(part),
    "ends_with": lambda value, part: value.endswith(part),
}
_ORDER: dict[str, Any] = {
    "=": lambda value, wanted: value == wanted,
    ">": lambda value, wanted: value > wanted,
    ">=": lambda value, wanted: value >= wanted,
    "<": lambda value, wanted: value < wanted,
    "<=": lambda value, wanted: value <= wanted,
}
