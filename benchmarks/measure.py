"""What a benchmark gives, and how it is timed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One measurement, and what it is held against."""

    name: str
    value: float
    unit: str
    peer: str = ""
    peer_value: float | None = None
    target: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours over the peer's."""
        return self.value / self.peer_value if self.peer_value else None


def seconds(work: Callable[[], Any], repeats: int = 5) -> float:
    """The median of several runs."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def least(rounds: int, *works: Callable[[], Any]) -> list[float]:
    """Each one's shortest run, taking turns: what else the machine does only adds, and meets all of them alike."""
    return [min(times) for times in zip(*([seconds(work, 1) for work in works] for _ in range(rounds)), strict=True)]
