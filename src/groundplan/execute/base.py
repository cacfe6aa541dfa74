"""The seam behind which plans run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from groundplan.contracts import Finding, Plan
from groundplan.pack import Catalogue, Source


@dataclass(frozen=True)
class Outcome:
    """What the steps gave, what failed, and how long each took."""

    results: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    rescued: tuple[Finding, ...] = ()
    """What failed and was made good by a fallback."""


class Executor(Protocol):
    """Runs every step of a checked plan that can run; a failed step is a finding, never a crash."""

    async def execute(
        self, plan: Plan, catalogue: Catalogue, source: Source, *, approved: bool = False,
        inputs: Mapping[str, Any] | None = None,
    ) -> Outcome:  # fmt: skip
        """Results by step id; None for a step whose `when` is false, and for one that reads only from such steps.

        A step after a failed one is not run, unless the failed one has a fallback, which runs only then. A step that
        changes the outside world runs only where the plan was approved; without, the run ends there and says so.
        When it is cancelled no further step, item or try is begun.
        """
