"""What a run has used up of its plan's limits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from groundplan.contracts import Limits
from groundplan.errors import StepError


class EndError(StepError):
    """The run ends with this step: no other plan would help."""

    code = "failed-step"
    help = ""


class LimitError(EndError):
    """A limit of the plan is used up."""

    code = "over-limit"
    help = "raise the plan's limits, or ask for less"


class Budget:
    """Counts calls, bytes and seconds; what is beyond a limit is an error that says which."""

    def __init__(self, limits: Limits, whole: Budget | None = None) -> None:
        self._limits = limits
        self._whole = whole
        self._clock: asyncio.Timeout | None = None
        self.calls = 0
        self.bytes = 0

    def part(self) -> Budget:
        """A budget of one call, which counts for the whole as well."""
        return Budget(self._limits, self)

    def call(self) -> None:
        """One more call is about to be made."""
        self.calls += 1
        if self._whole:
            self._whole.call()
        elif self._limits.calls is not None and self.calls > self._limits.calls:
            raise LimitError(f"the plan may make {self._limits.calls} calls of tools, and needs more")

    def keep(self, result: Any) -> None:
        """One more result is kept."""
        if self._limits.bytes is not None:
            self._weigh(weight(result))

    def spent(self, calls: int, bytes: int) -> None:
        """What was used up before this process took the run over."""
        self.calls += calls
        self.bytes += bytes

    def clock(self) -> asyncio.Timeout:
        """The time that the plan may take, as a context."""
        self._clock = asyncio.timeout(self._limits.seconds)
        return self._clock

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Time that does not count: nothing is done, somebody is waited for."""
        end, loop = self._clock.when() if self._clock else None, asyncio.get_running_loop()
        if self._clock is None or end is None:
            yield
            return
        left = end - loop.time()
        self._clock.reschedule(None)
        try:
            yield
        finally:
            self._clock.reschedule(loop.time() + left)

    def _weigh(self, bytes: int) -> None:
        self.bytes += bytes
        if self._whole:
            self._whole._weigh(bytes)
        elif self._limits.bytes is not None and self.bytes > self._limits.bytes:
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
