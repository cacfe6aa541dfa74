"""The seam behind which plans run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from groundplan.contracts import Finding, Plan
from groundplan.pack import Implementation, Source


@dataclass(frozen=True)
class Outcome:
    """What the steps gave, what failed, and how long each took."""

    results: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)


class Executor(Protocol):
    """Runs every step of a checked plan that can run; a failed step is a finding, never a crash."""

    async def execute(self, plan: Plan, tools: Mapping[str, Implementation], source: Source) -> Outcome:
        """Results by step id. A step after a failed one is not run."""
