"""Figures from figures: ratios, shares, and what windows over time give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import column, fresh, listed, numeric
from groundplan.tabular.tools.order import Keys, along, arranged, arrangement, ascending, grouped_by


def derive_ratio(df: Frame, *, numerator: str, denominator: str, kind: str = "ratio", name: str = "ratio") -> Frame:
    """One figure divided by another, or less another; empty where the divisor is 0."""
    fresh(df, name)
    above, below = numeric(df, numerator), numeric(df, denominator)
    figure = above - below if kind == "difference" else above.cast("float64") / below.nullif(0)
    return _enriched(df, {name: figure}, arrangement(df.expr))


def difference_between(df: Frame, *, group: str, metric: str, name: str = "difference") -> Frame:
    """How far the larger of two groups is above the smaller, beside the larger; of equal ones 0 beside both."""
    fresh(df, name)
    value, groups = numeric(df, metric), column(df, group)
    found = df.then(df.expr.select(group=groups)).arrow().column("group").to_pylist()
    if len(found) != 2:
        raise StepError(f"a difference is between two groups; of {group!r} there are {len(found)}: {listed(found)}")
    above = value * 2 - value.sum().over()
    return _enriched(df, {name: (above >= 0).ifelse(above, None)}, arrangement(df.expr))


def share_of_total(df: Frame, *, metric: str, within: Sequence[str] = (), name: str = "share_percent") -> Frame:
    """Each row's percentage of the total, or of the total of its group."""
    fresh(df, name)
    value = numeric(df, metric)
    total = value.sum().over(group_by=[column(df, key) for key in within])
    return _enriched(df, {name: value * 100.0 / total.nullif(0)}, arrangement(df.expr))


def period_over_period(
    df: Frame, *, time_column: str, metric: str, by: Sequence[str] = (), name: str = "change_percent"
) -> Frame:
    """The change against the period before: in per cent, and absolute as `<metric>_change`."""
    absolute = f"{metric}_change"
    fresh(df, name, absolute)
    value = numeric(df, metric)
    before = value.lag().over(**_series(df, time_column, by))
    change = value - before
    percent = change * 100.0 / before.abs().nullif(0)
    return _enriched(df, {name: percent, absolute: change}, _by_time(df, time_column, by))


def moving_average(
    df: Frame,
    *,
    time_column: str,
    metric: str,
    window: int = 3,
    by: Sequence[str] = (),
    name: str = "moving_average",
) -> Frame:
    """The mean of the last periods; empty until there are enough of them."""
    fresh(df, name)
    if window < 1:
        raise StepError(f"a moving average needs a window of 1 period or more, not {window}")
    value = numeric(df, metric)
    over: dict[str, Any] = {"rows": (1 - window, 0), **_series(df, time_column, by)}
    full = df.expr.count().over(**over) == window
    return _enriched(df, {name: full.ifelse(value.mean().over(**over), None)}, _by_time(df, time_column, by))


def cumulative(
    df: Frame, *, time_column: str, metric: str, by: Sequence[str] = (), name: str = "running_total"
) -> Frame:
    """The running total, earliest first."""
    fresh(df, name)
    total = numeric(df, metric).sum().over(rows=(None, 0), **_series(df, time_column, by))
    return _enriched(df, {name: total}, _by_time(df, time_column, by))


def series_keys(df: Frame, time_column: str, by: Sequence[str]) -> list[str]:
    """What tells several series in one frame apart: as given, else what the rows were grouped by besides time."""
    keys = by or grouped_by(df.expr) or ()
    for key in keys:
        column(df, key)
    return [key for key in keys if key != time_column]


def _series(df: Frame, time_column: str, by: Sequence[str]) -> dict[str, Any]:
    """The window of one series: its keys and its order."""
    order = along(column(df, time_column))
    return {"group_by": [df.expr[key] for key in series_keys(df, time_column, by)], "order_by": order}


def _by_time(df: Frame, time_column: str, by: Sequence[str]) -> Keys:
    return ascending([time_column, *series_keys(df, time_column, by)])


def _enriched(df: Frame, figures: dict[str, Any], keys: Keys) -> Frame:
    """The frame with new figures, in a stated order, since a window gives rows back in any."""
    return df.then(arranged(df.expr.mutate(**figures), keys))
