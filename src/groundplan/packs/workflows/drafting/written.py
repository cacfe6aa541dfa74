"""Tests as text: in the question language, over rows; in CEL, over one row of a step."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from groundplan.contracts import REF
from groundplan.packs.workflows.drafting.compared import Field, Test

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def as_query(tests: Sequence[Test]) -> tuple[str, dict[str, Any]]:
    """The tests in the question language, and what it is given beside."""
    parts, beside = [], {}
    for test in tests:
        if _beside_query(test.value):
            beside[test.slot] = test.value
        parts.append(_part(test))
    return " and ".join(parts), beside


def _part(test: Test) -> str:
    if test.op in ("missing", "filled"):
        return f"{'not ' if test.op == 'filled' else ''}missing({test.slot})"
    if test.op in ("in", "not in"):
        told_values = f"{test.slot} in ({', '.join(map(written, test.value))})"
        return told_values if test.op == "in" else f"not {told_values}"
    if isinstance(test.value, Field):
        return f"{test.slot} {test.op} {test.value.name}"
    value = f"given.{test.slot}" if _beside_query(test.value) else written(test.value)
    return f"{test.slot} {test.op} {value}"


def _beside_query(value: Any) -> bool:
    """What is handed to a query by name: references, and days, which the query tells from texts."""
    return (isinstance(value, dict) and REF in value) or bool(isinstance(value, str) and _DAY.fullmatch(value))


def written(value: Any) -> str:
    """A value as the question language writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return (
        str(value)
        if isinstance(value, (int, float))
        else '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
    )


def as_cel(tests: Sequence[Test], row: str) -> str:
    """The tests as a condition on a row of a step."""
    return " && ".join(f"({_cel(test, row)})" for test in tests)


def _cel(test: Test, row: str) -> str:
    at = f"{row}.{test.slot}"
    if test.op in ("missing", "filled"):
        return f"{at} {'==' if test.op == 'missing' else '!='} null"
    if test.op in ("in", "not in"):
        inside = f"{at} in [{', '.join(map(written, test.value))}]"
        return inside if test.op == "in" else f"!({inside})"
    if isinstance(test.value, Field):
        return f"{at} {test.op} {row}.{test.value.name}"
    value = str(test.value[REF]) if isinstance(test.value, dict) else written(test.value)
    return f"{at} {'==' if test.op == '=' else test.op} {value}"
