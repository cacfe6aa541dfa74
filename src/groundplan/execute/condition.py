"""A step's `when`: a CEL expression over the results so far. Nothing is ever evaluated as Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundplan.errors import StepError


def holds(expression: str, results: Mapping[str, Any]) -> bool:
    """Whether the condition is true of the results that are plain data, and of what the caller hands over."""
    import cel  # slow to import, and few plans have conditions

    plain = {id: value for id, value in results.items() if isinstance(value, (dict, list, str, int, float, bool))}
    try:
        return bool(cel.evaluate(expression, plain))
    except Exception as fault:  # the library raises bare ValueError, RuntimeError and TypeError
        raise StepError(f"the condition {expression!r} cannot be decided: {fault}") from fault
