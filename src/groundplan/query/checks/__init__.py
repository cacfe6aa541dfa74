"""What can be wrong with a plan over frames and columns: one fault per file, in order."""

from groundplan.plan.passes import Check
from groundplan.query.checks.other_steps import other_steps
from groundplan.query.checks.plot_before_aggregate import plot_before_aggregate
from groundplan.query.checks.trend_without_time import trend_without_time
from groundplan.query.checks.ungrouped import ungrouped
from groundplan.query.checks.unknown_column import unknown_column
from groundplan.query.checks.unused_step import unused_step

CHECKS: tuple[Check, ...] = (
    other_steps,
    unknown_column,
    unused_step,
    ungrouped,
    plot_before_aggregate,
    trend_without_time,
)

__all__ = ["CHECKS"]
