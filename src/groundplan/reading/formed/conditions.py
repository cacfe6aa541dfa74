"""Filters of a form -> tests of a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from groundplan.query.language import parts as p
from groundplan.query.periods import DAYS
from groundplan.reading.formed.form import Filter
from groundplan.reading.formed.paths import Paths, Unsayable

SIMPLE = {"=", ">", ">=", "<", "<="}


def every(tests: Sequence[Any]) -> Any:
    """All of them; None where there are none."""
    return tests[0] if len(tests) == 1 else p.All(tests=tuple(tests)) if tests else None


def either(alternatives: Sequence[Sequence[Filter]], paths: Paths) -> Any:
    """The alternatives of a form, each of which is several conditions."""
    parts = [every([test(one, paths) for one in part]) for part in alternatives if part]
    return parts[0] if len(parts) == 1 else p.AnyOf(tests=tuple(parts)) if parts else None


def test(one: Filter, paths: Paths) -> Any:
    """One condition."""
    left: Any = paths(one.column)
    if one.part is not None:
        left = p.Taken(part="weekday" if one.part == "weekday" else "hour_of_day", of=left)
    if one.op in ("is_null", "not_null"):
        return p.Missing(of=left) if one.op == "is_null" else p.Not(test=p.Missing(of=left))
    if one.other is not None:
        if one.op not in SIMPLE:
            raise Unsayable
        return p.Compare(left=left, op=one.op, right=paths(one.other))
    values = [_value(one, held, paths) for held in (one.value if isinstance(one.value, (list, tuple)) else [one.value])]
    return _held(one, left, values)


def _held(one: Filter, left: Any, values: Sequence[Any]) -> Any:
    if one.op in SIMPLE:
        return p.Compare(left=left, op=one.op, right=values[0])
    if one.op == "between" and len(values) == 2:
        return p.Between(left=left, low=values[0], high=values[1])
    plain: Mapping[str, Callable[[], Any]] = {
        "!=": lambda: p.Not(test=p.Compare(left=left, op="=", right=values[0])),
        "in": lambda: p.Among(left=left, values=tuple(values)),
        "not_in": lambda: p.Not(test=p.Among(left=left, values=tuple(values))),
        "contains": lambda: p.Compare(left=left, op="has", right=values[0]),
        "not_contains": lambda: p.Not(test=p.Compare(left=left, op="has", right=values[0])),
        "starts_with": lambda: p.Compare(left=left, op="starts", right=values[0]),
    }
    if one.op not in plain:
        raise Unsayable
    return plain[one.op]()


def _value(one: Filter, value: Any, paths: Paths) -> Any:
    if one.part == "weekday":
        days = {name[:3]: name for name in DAYS}
        return p.Value(value=days.get(str(value), str(value)))
    if one.part is None and paths.dated(one.column) and isinstance(value, str):
        return p.Period(text=value)
    if not isinstance(value, (bool, int, float, str)):
        raise Unsayable
    return p.Value(value=value)
