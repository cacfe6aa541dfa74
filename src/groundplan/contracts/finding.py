"""What is wrong with a plan, and what was safely mended."""

from __future__ import annotations

from typing import Any

from groundplan.contracts.noun import Noun


class Finding(Noun):
    """One fault, written for two readers: the person, and the next prompt."""

    code: str
    message: str
    step: str | None = None
    help: str = ""
    final: bool = False
    """No other plan would help: a limit is used up, or nobody approved what it would change."""


class Repair(Noun):
    """One safe change: what stood there, what stands there now, and why."""

    step: str
    kind: str
    before: Any = None
    after: Any = None
    reason: str = ""
