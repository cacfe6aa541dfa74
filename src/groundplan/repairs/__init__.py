"""One safe repair per file. A change of meaning (metric, grouping, grain) is never here: it is a finding."""

from __future__ import annotations

from collections.abc import Iterable

from groundplan.contracts import Brief, Plan, Repair
from groundplan.plan.passes import RepairPass
from groundplan.repairs.default_argument import default_argument

REPAIRS: tuple[RepairPass, ...] = (default_argument,)


def repair_plan(plan: Plan, brief: Brief, more: Iterable[RepairPass] = ()) -> tuple[Plan, tuple[Repair, ...]]:
    """The plan after every safe repair, and what each one changed; the pack's own repairs first."""
    done: list[Repair] = []
    for repair in (*more, *REPAIRS):
        plan, repairs = repair(plan, brief)
        done += repairs
    return plan, tuple(done)


__all__ = ["REPAIRS", "repair_plan"]
