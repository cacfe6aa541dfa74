"""One fault per file; the order in which plans are held against them."""

from __future__ import annotations

from collections.abc import Iterable

from groundplan.checks.cycle import cycle
from groundplan.checks.dangling_ref import dangling_ref
from groundplan.checks.duplicate_step import duplicate_step
from groundplan.checks.narrowed_tool import narrowed_tool
from groundplan.checks.over_limit import over_limit
from groundplan.checks.unjustified_step import unjustified_step
from groundplan.checks.unknown_label import unknown_label
from groundplan.checks.unknown_tool import unknown_tool
from groundplan.checks.unmet_requirement import unmet_requirement
from groundplan.checks.unsafe_write import unsafe_write
from groundplan.checks.wrong_argument import wrong_argument
from groundplan.contracts import Brief, Finding, Plan
from groundplan.plan.passes import Check

CHECKS: tuple[Check, ...] = (
    # what is named must exist, before anything is said about how it hangs together
    unknown_label,
    unknown_tool,
    narrowed_tool,
    wrong_argument,
    duplicate_step,  # before references, which go by these names
    dangling_ref,
    cycle,
    # what is asked must be done, and nothing else
    unmet_requirement,
    unjustified_step,
    # what is done must be bounded and safe
    over_limit,
    unsafe_write,
)


def check_plan(plan: Plan, brief: Brief, more: Iterable[Check] = ()) -> tuple[Finding, ...]:
    """Every finding of every check, the pack's own checks last."""
    return tuple(finding for check in (*CHECKS, *more) for finding in check(plan, brief))


__all__ = ["CHECKS", "check_plan"]
