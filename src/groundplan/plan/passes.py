"""The shapes of a check and a repair."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from groundplan.contracts import Brief, Finding, Plan, Repair

Check = Callable[[Plan, Brief], Iterable[Finding]]
"""Looks at a plan and returns findings; never changes it."""

RepairPass = Callable[[Plan, Brief], tuple[Plan, tuple[Repair, ...]]]
"""Changes a plan without changing its meaning, and says what it changed; judges nothing."""
