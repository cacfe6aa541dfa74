"""Rates: the share of rows, or of a sum over them, that meets conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.errors import StepError
from groundplan.packs.tables.tools.aggregate import keyed, without_clash
from groundplan.packs.tables.tools.columns import column, numeric
from groundplan.packs.tables.tools.notes import noted, notes_of
from groundplan.packs.tables.tools.order import arranged, ascending
from groundplan.packs.tables.tools.rows import comparable, met
from groundplan.sources.frame import Frame


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
