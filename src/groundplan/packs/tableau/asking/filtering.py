"""Conditions of a query -> filters of VizQL: one for each field, and calculations for all that no other filter says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from groundplan.packs.tableau.asking.formula import Formulas, Unsayable
from groundplan.packs.tableau.described.description import Described
from groundplan.packs.tableau.vizql.query import (
    Dates,
    Filter,
    Match,
    Numbers,
    OnCalculation,
    OneOf,
    OnField,
)
from groundplan.query.language import parts as p
from groundplan.query.tools.values import period_of


def filters(say: Formulas, tests: Iterable[Any]) -> tuple[Filter, ...]:
    """A filter for each condition; a field has one only, so that a second condition on it is calculated."""
    found: list[Filter] = []
    taken: set[str] = set()
    for test in _apart(tests):
        made = _plain(say, test)
        caption = made.field.field_caption if made is not None and isinstance(made.field, OnField) else ""
        found.append(made if made is not None and caption not in taken else _calculated(say, test))
        taken.add(caption)
    return tuple(found)


def _apart(tests: Iterable[Any]) -> Iterable[Any]:
    for test in tests:
        if isinstance(test, p.All):
            yield from _apart(test.tests)
        else:
            yield test


def _calculated(say: Formulas, test: Any) -> Filter:
    """Any test of a row, as a number that is held to one."""
    calculation = OnCalculation(calculation=f"IF {say(test)} THEN 1 ELSE 0 END")
    return Numbers(field=calculation, filter_type="QUANTITATIVE_NUMERICAL", quantitative_filter_type="MIN", min=1)


def _plain(say: Formulas, test: Any) -> Filter | None:
    """The filter that VizQL has for a condition on one field."""
    negated = isinstance(test, p.Not)
    inner = test.test if negated else test
    on = inner.of if isinstance(inner, p.Missing) else getattr(inner, "left", None)
    if not isinstance(on, p.Path):
        return None
    try:
        field = say.field(on)
    except Unsayable:
        return None
    return _of_field(field, inner, negated)


def _of_field(field: Described, test: Any, negated: bool) -> Filter | None:
    on = OnField(field_caption=field.caption)
    if isinstance(test, p.Missing) and field.type == "STRING":
        return OneOf(field=on, filter_type="SET", values=(None,), exclude=negated)
    if isinstance(test, p.Missing):
        kind, name = ("ONLY_NON_NULL" if negated else "ONLY_NULL"), _quantity(field)
        return _amounts(on, name, kind) if name else None
    if field.type == "STRING":
        return _of_texts(field, on, test, negated)
    if negated:
        return None
    return _of_times(on, test) if field.type in ("DATE", "DATETIME") else _of_numbers(field, on, test)


def _quantity(field: Described) -> str:
    if field.type in ("DATE", "DATETIME"):
        return "QUANTITATIVE_DATE"
    return "QUANTITATIVE_NUMERICAL" if field.type in ("INTEGER", "REAL") else ""


def _amounts(on: OnField, name: str, kind: Any) -> Filter:
    if name == "QUANTITATIVE_DATE":
        return Dates(field=on, filter_type="QUANTITATIVE_DATE", quantitative_filter_type=kind)
    return Numbers(field=on, filter_type="QUANTITATIVE_NUMERICAL", quantitative_filter_type=kind)


def _of_texts(field: Described, on: OnField, test: Any, negated: bool) -> Filter | None:
    if isinstance(test, p.Compare) and test.op in ("has", "starts") and isinstance(test.right, p.Value):
        if field.aliases or not isinstance(test.right.value, str):
            return None
        said = {"contains" if test.op == "has" else "starts_with": test.right.value}
        return Match(field=on, filter_type="MATCH", exclude=negated, **said)
    values = _values(test)
    if values is None or not all(isinstance(one, str) for one in values):
        return None
    return OneOf(field=on, filter_type="SET", values=tuple(values), exclude=negated ^ _unequal(test))


def _unequal(test: Any) -> bool:
    return isinstance(test, p.Compare) and test.op == "!="


def _values(test: Any) -> Sequence[Any] | None:
    """The values that a field is held to, one of which it has."""
    if isinstance(test, p.Compare) and test.op in ("=", "!=") and isinstance(test.right, p.Value):
        return [test.right.value]
    if isinstance(test, p.Among) and all(isinstance(one, p.Value) for one in test.values):
        return [one.value for one in test.values if isinstance(one, p.Value)]
    return None


def _of_times(on: OnField, test: Any) -> Filter | None:
    """Days from one to another; a moment within a day is calculated."""
    low, high = _bounds(test)
    if (low is None and high is None) or any(one and (one.hour or one.minute or one.second) for one in (low, high)):
        return None
    kind: Any = "RANGE" if low and high else "MIN" if low else "MAX"
    last = (high - timedelta(days=1)).date() if high else None
    dates = {"min_date": low.date() if low else None, "max_date": last}
    held = {name: one for name, one in dates.items() if one}
    return Dates(field=on, filter_type="QUANTITATIVE_DATE", quantitative_filter_type=kind, **held)


def _bounds(test: Any) -> tuple[Any, Any]:
    """Where the time begins, and where the next one does."""
    if isinstance(test, p.Between):
        low, high = period_of(test.low), period_of(test.high)
        return (low[0], high[1]) if low and high else (None, None)
    span = period_of(test.right) if isinstance(test, p.Compare) else None
    if span is None:
        return None, None
    start, end = span
    return {"=": (start, end), ">=": (start, None), ">": (end, None), "<": (None, start), "<=": (None, end)}.get(
        test.op, (None, None)
    )


def _of_numbers(field: Described, on: OnField, test: Any) -> Filter | None:
    """Both bounds belong to it; of whole numbers, more than 5 is from 6 on."""
    if field.aliases or field.type not in ("INTEGER", "REAL"):
        return None
    low = high = None
    if isinstance(test, p.Between):
        low, high = _number(test.low), _number(test.high)
        if low is None or high is None:
            return None
    elif isinstance(test, p.Compare) and (held := _number(test.right)) is not None:
        step = 1 if field.type == "INTEGER" and float(held).is_integer() else None
        if test.op in ("<", ">") and step is None:
            return None
        low = {"=": held, ">=": held, ">": held + (step or 0)}.get(test.op)
        high = {"=": held, "<=": held, "<": held - (step or 0)}.get(test.op)
    if low is None and high is None:
        return None
    kind: Any = "RANGE" if low is not None and high is not None else "MIN" if low is not None else "MAX"
    said = {name: one for name, one in (("min", low), ("max", high)) if one is not None}
    return Numbers(field=on, filter_type="QUANTITATIVE_NUMERICAL", quantitative_filter_type=kind, **said)


def _number(part: Any) -> int | float | None:
    held = part.value if isinstance(part, p.Value) else None
    return held if isinstance(held, int | float) and not isinstance(held, bool) else None
