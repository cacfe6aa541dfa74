"""The best groups: chosen by a figure over all their rows, before anything is shown of them."""

from __future__ import annotations

from groundplan.packs.tables.tools.aggregate import able_to_aggregate, aggregate
from groundplan.packs.tables.tools.notes import noted, notes_of
from groundplan.packs.tables.tools.ranking import top_n
from groundplan.sources.frame import Frame

_FIGURE, _NAME = "figure of the group", "name of the group"


def best_groups(
    df: Frame,
    *,
    group: str,
    metric: str | None = None,
    agg_func: str,
    order: str = "desc",
    n: int,
    first: int | None = None,
    percent: bool | None = None,
) -> Frame:
    """The rows of the n groups that come first in order of a figure; ties as `top_n` has them.

    `first`: the place to begin at, so that 2 passes over the best. `percent`: n is a part of a hundred of the groups,
    rounded up. The group without a name is one like any other.
    """
    df = able_to_aggregate(df, [agg_func])  # rows and figures must be on one connection
    metrics = [metric] if metric else []
    figures = aggregate(df, group_by=[group], metrics=metrics, agg_func=agg_func, names=[_FIGURE])
    top = top_n(figures, by=_FIGURE, order=order, n=n, first=first, percent=percent)
    names = top.expr.select(top.expr[group].name(_NAME))
    rows = df.then(df.expr.semi_join(names, df.expr[group].identical_to(names[_NAME])))
    return noted(rows, *notes_of(top))
