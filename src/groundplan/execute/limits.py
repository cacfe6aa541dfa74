"""What a run has used up of its plan's limits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from groundplan.contracts import Limits
from groundplan.errors import StepError


class LimitError(StepError):
    """A limit of the plan is used up: no other plan would help."""


class Budget:
    """Counts calls and bytes; what is beyond a limit is an error that says which."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._calls = 0
        self._bytes = 0

    def call(self) -> None:
        """One more call is about to be made."""
        self._calls += 1
        if self._limits.calls is not None and self._calls > self._limits.calls:
            raise LimitError(f"the plan may make {self._limits.calls} calls of tools, and needs more")

    def keep(self, result: Any) -> None:
        """One more result is kept."""
        if self._limits.bytes is None:
            return
        self._bytes += weight(result)
        if self._bytes > self._limits.bytes:
            raise LimitError(f"the results weigh more than the {self._limits.bytes:,} bytes that the plan may keep")


def weight(value: Any) -> int:
    """About how many bytes a result takes in memory; what is not computed yet takes none."""
    if isinstance(value, (bytes, bytearray, str)):
        return len(value)
    if isinstance(nbytes := getattr(value, "nbytes", None), int):
        return nbytes
    if isinstance(value, Mapping):
        return sum(weight(key) + weight(inner) for key, inner in value.items())
    if isinstance(value, (list, tuple, set)):
        return sum(map(weight, value))
    if hasattr(value, "model_dump_json"):
        return len(value.model_dump_json())
    return len(json.dumps(value)) if isinstance(value, (int, float, bool, type(None))) else 0
