"""Averages over things or periods, a figure of each of them first; and rates of each group's own rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.aggregate import aggregate, keyed, without_clash
from groundplan.tabular.tools.columns import column, numeric
from groundplan.tabular.tools.grain import chosen_grain
from groundplan.tabular.tools.notes import noted, notes_of
from groundplan.tabular.tools.order import arranged, ascending
from groundplan.tabular.tools.rows import comparable, met

_CYCLES = {
    "hour_of_day": ("hour of the day", "hours of the day"),
    "month_of_year": ("month of the year", "months of the year"),
}


def average_per(
    df: Frame,
    *,
    per: str,
    group_by: Sequence[str] = (),
    metrics: Sequence[str] = (),
    agg_func: str | Sequence[str],
    time_column: str | None = None,
    grain: str | None = None,
    figures: Mapping[str, str] | None = None,
    names: Sequence[str],
) -> Frame:
    """One row for each group, with the mean of the figures of what is in it; rows without `per` are left out.

    A thing or period without any row has no figure, so it is not in the mean; the note says over how many it is.
    """
    if per in group_by:
        raise StepError(f"{per!r} is averaged over, so it cannot be a group as well: take it out of group_by")
    known = df.then(df.expr.filter(column(df, per).notnull()))
    chosen = chosen_grain(known, time_column) if time_column and grain == "auto" else grain
    each = aggregate(
        known,
        group_by=[*group_by, per],
        metrics=metrics,
        agg_func=agg_func,
        time_column=time_column,
        grain=chosen,
        figures=figures,
        names=names,
    )
    means = [numeric(each, name).mean().name(name) for name in names]
    order = sorted(group_by, key=lambda name: name != time_column)
    result = each.then(arranged(each.expr.aggregate(means, by=list(group_by)), ascending(order)))
    shown = [f"{time_column!r} is shown by {chosen}"] if grain == "auto" and time_column != per else []
    unit = _unit(per, chosen if time_column == per else None)
    within = "" if not group_by else "period" if list(group_by) == [time_column] else "group"
    return noted(result, *shown, *notes_of(each), _averaged_over(each, unit, names[0], within), *_left_out(df, per))


def _unit(per: str, grain: str | None) -> tuple[str, str]:
    """What is averaged over: one of it, and many."""
    if grain is None:
        return f"value of {per!r}", f"values of {per!r}"
    return _CYCLES.get(grain, (grain, f"{grain}s"))


def _averaged_over(each: Frame, unit: tuple[str, str], figure: str, within: str) -> str:
    """Over what the mean is, and over how many: what has no row, or only empty values, has no figure in it."""
    one, many = unit
    if within:
        return f"averaged over the {many} that have rows in each {within}"
    count = int(each.then(each.expr.aggregate(n=each.expr[figure].count())).arrow().column("n")[0].as_py())
    return f"averaged over {count} {f'{one} that has' if count == 1 else f'{many} that have'} rows"


def _left_out(df: Frame, per: str) -> list[str]:
    """How many rows are in no mean, since it is not known what they belong to."""
    empty = df.then(df.expr.aggregate(n=column(df, per).isnull().sum()))
    count = int(empty.arrow().column("n")[0].as_py() or 0)
    return [f"rows without {per!r} are left out: {count}"] if count else []


def share_of_rows(
    df: Frame,
    *,
    where: Sequence[Mapping[str, Any]],
    match: str = "all",
    metric: str | None = None,
    agg_func: str = "count",
    group_by: Sequence[str] = (),
    time_column: str | None = None,
    grain: str | None = None,
    names: Sequence[str] = ("share_percent", "part", "whole"),
) -> Frame:
    """One row for each group: the share in per cent, the part and the whole; the share of nothing is empty."""
    if not where or len(names) != 3:
        raise StepError("a share of rows needs a condition in `where`, and three names: of share, part and whole")
    without_clash(group_by, names)
    compared, tests = comparable(df, where)
    df, keys, chosen = keyed(compared, group_by, time_column, grain)
    share, part, whole = names
    figures = [
        _figure(df, metric, agg_func, met(df, tests, match)).name(part),
        _figure(df, metric, agg_func).name(whole),
    ]
    counted = df.expr.aggregate(figures, by=keys)
    percent = (counted[part] * 100.0 / counted[whole].nullif(0)).name(share)
    order = sorted(group_by, key=lambda name: name != time_column)
    result = df.then(arranged(counted.select(*group_by, percent, part, whole), ascending(order)))
    return noted(result, *notes_of(compared), *([f"{time_column!r} is shown by {chosen}"] if grain == "auto" else []))


def _figure(df: Frame, metric: str | None, function: str, held: Any = None) -> Any:
    """The figure of the rows for which the test holds, of all rows without one."""
    import ibis  # slow, and a help text needs none of it

    if metric is None:
        if function != "count":
            raise StepError(f"`{function}` needs a metric; without one, only `count` can be taken")
        return df.expr.count(where=held)
    if function == "sum":
        return ibis.coalesce(numeric(df, metric).sum(where=held), 0)
    value = column(df, metric)
    return value.nunique(where=held) if function == "count_distinct" else value.count(where=held)
