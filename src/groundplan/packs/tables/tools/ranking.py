"""Order and choice: sort rows, keep the first n."""

from __future__ import annotations

from typing import Any

from groundplan.errors import StepError
from groundplan.packs.tables.frame import Frame
from groundplan.packs.tables.tools.columns import column
from groundplan.packs.tables.tools.natural import in_order, sorted_by
from groundplan.packs.tables.tools.order import along, arrangement, others

_PLACE = "place in its group"


def sort_rows(df: Frame, *, by: str, order: str = "asc") -> Frame:
    """The rows in order of one column; ties as they stood, then by the other columns, empty values last."""
    column(df, by)
    stood = [key for key in arrangement(df.expr) if key[0] != by]
    known = {name for name, _ in stood}
    return sorted_by(df, [(by, order), *stood], ties=[name for name in others(df, by) if name not in known])


def top_n(
    df: Frame, *, by: str, order: str = "desc", n: int, first: int | None = None, within: str | None = None
) -> Frame:
    """The first n rows in order of one column, the highest first unless asked otherwise.

    `first`: the place to begin at, so that 2 passes over the best. `within`: counted anew in each value of that column.
    """
    start = 1 if first is None else first
    if n < 1 or start < 1:
        raise StepError(f"top_n needs a number of rows and a first place above 0, not {n} and {start}")
    if within is None:
        return df.then(sort_rows(df, by=by, order=order).expr.limit(n, offset=start - 1))
    column(df, within)
    placed = _placed(df, by, order, within)
    kept = placed.filter((placed[_PLACE] >= start - 1) & (placed[_PLACE] < start - 1 + n))
    return df.then(sorted_by(df.then(kept), [(within, "asc"), (_PLACE, "asc")]).expr.select(*df.columns))


def _placed(df: Frame, by: str, order: str, within: str) -> Any:
    """The rows with the place that each has in its group, from 0 on; ties by the other columns, empty values last."""
    import ibis  # slow, and a help text needs none of it

    column(df, by)
    read, hidden = in_order(df, by)
    expr, turned = read.expr, ibis.desc if order == "desc" else ibis.asc
    keys = [turned(key, nulls_first=False) for key in along(expr[hidden or by])]
    keys += [expr[name].asc(nulls_first=False) for name in others(df, by)]
    return expr.mutate(**{_PLACE: ibis.row_number().over(group_by=within, order_by=keys)})
