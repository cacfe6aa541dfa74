"""trend-without-time: the question asks for a trend, and no step looks at time.

Why it matters: a trend drawn over anything but time is no trend.

Instead: put the time column on the x axis of a time-aware chart, or use a time series feature.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import Brief, Finding, Plan, Step
from groundplan.plan.cover import abilities

TIME_AWARE = frozenset({"time_series_plot", "time_series_features"})


def trend_without_time(plan: Plan, brief: Brief) -> Iterator[Finding]:
    columns = [r.value for r in brief.requirements if r.kind == "time"]
    if not columns or not any(r.id == "analysis.trend" for r in brief.requirements):
        return
    if not any(_on_time(step, columns, brief) for step in plan.steps):
        yield Finding(
            code="trend-without-time",
            message=f"a trend is asked for, and no step looks at {columns[0]!r}",
            help=f"draw it with x={columns[0]!r}, or use a tool with time_series_features",
        )


def _on_time(step: Step, columns: list[str], brief: Brief) -> bool:
    if not TIME_AWARE & abilities(brief.catalogue.get(step.tool), brief.coverage):
        return False
    return any(step.args.get(param) in columns for param in ("x", "time_column"))
