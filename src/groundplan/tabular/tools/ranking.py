"""Order and choice: sort rows, keep the first n, the best of each group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundplan.errors import StepError
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.aggregate import able_to_aggregate, aggregate
from groundplan.tabular.tools.columns import column
from groundplan.tabular.tools.natural import in_order, sorted_by
from groundplan.tabular.tools.notes import noted, notes_of
from groundplan.tabular.tools.order import along, arrangement, others

_PLACE, _SIZE = "place in its group", "size of its group"


def sort_rows(df: Frame, *, by: str, order: str = "asc") -> Frame:
    """The rows in order of one column; ties as they stood, then by the other columns, empty values last."""
    column(df, by)
    stood = [key for key in arrangement(df.expr) if key[0] != by]
    known = {name for name, _ in stood}
    return sorted_by(df, [(by, order), *stood], ties=[name for name in others(df, by) if name not in known])


def top_n(
    df: Frame,
    *,
    by: str,
    order: str = "desc",
    n: int,
    first: int | None = None,
    percent: bool | None = None,
    within: str | None = None,
) -> Frame:
    """The first n rows in order of one column, the highest first unless asked otherwise.

    `first`: the place to begin at, so that 2 passes over the best. `within`: counted anew in each value of that column.
    `percent`: n is a part of a hundred of the rows, rounded up, so that there is one of any.
    """
    start = 1 if first is None else first
    _possible(n, start, percent)
    if within is not None:
        return _in_each(df, _placed(df, by, order, within), within, (start - 1, n), percent)
    rows = sort_rows(df, by=by, order=order).expr
    if not percent:
        return df.then(rows.limit(n, offset=start - 1))
    whole = _size(df)
    kept = -(-n * whole // 100)
    return noted(df.then(rows.limit(kept)), f"{n} % of {whole} rows, rounded up, are {kept}")


def latest_of_each(df: Frame, *, of: str, by: str) -> Frame:
    """Of each thing only its latest row; rows without a time are older than all others."""
    import ibis  # slow, and a help text needs none of it

    thing, time = column(df, of), column(df, by)
    order = ibis.row_number().over(group_by=thing, order_by=time.desc(nulls_first=False))
    kept = df.expr.mutate(**{_PLACE: order}).filter(lambda rows: rows[_PLACE] == 0).drop(_PLACE)
    return noted(df.then(kept), f"of each {of!r} only the latest row by {by!r} counts", *notes_of(df))


def _possible(n: int, start: int, percent: bool | None) -> None:
    if n < 1 or start < 1:
        raise StepError(f"top_n needs a number of rows and a first place above 0, not {n} and {start}")
    if percent and n > 100:
        raise StepError(f"a part of a hundred is 1 to 100, not {n}")
    if percent and start > 1:
        raise StepError(f"a part of a hundred begins at the first row, not at place {start}: leave `first` out")


def _in_each(df: Frame, placed: Any, within: str, taken: tuple[int, int], percent: bool | None) -> Frame:
    """Of each group the rows from a place on: so many, or that part of a hundred."""
    (start, n), place = taken, placed[_PLACE]
    enough = place * 100 < placed[_SIZE] * n if percent else place < start + n
    kept = placed.filter((place >= start) & enough)
    return df.then(sorted_by(df.then(kept), [(within, "asc"), (_PLACE, "asc")]).expr.select(*df.columns))


def _size(df: Frame) -> int:
    return int(df.then(df.expr.aggregate(rows=df.expr.count())).arrow().column("rows")[0].as_py())


def _placed(df: Frame, by: str, order: str, within: str) -> Any:
    """The rows with the place that each has in its group, from 0 on, and with how many are in it.

    Ties go by the other columns, empty values come last.
    """
    import ibis  # slow, and a help text needs none of it

    column(df, by)
    column(df, within)
    read, hidden = in_order(df, by)
    expr, turned = read.expr, ibis.desc if order == "desc" else ibis.asc
    keys = [turned(key, nulls_first=False) for key in along(expr[hidden or by])]
    keys += [expr[name].asc(nulls_first=False) for name in others(df, by)]
    place = ibis.row_number().over(group_by=within, order_by=keys)
    return expr.mutate(**{_PLACE: place, _SIZE: expr.count().over(group_by=within)})


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
    figures: Mapping[str, str] | None = None,
) -> Frame:
    """The rows of the n groups that come first in order of a figure; ties as `top_n` has them.

    `first`: the place to begin at, so that 2 passes over the best. `percent`: n is a part of a hundred of the groups,
    rounded up. The group without a name is one like any other.
    """
    df = able_to_aggregate(df, [agg_func], figures)  # rows and figures must be on one connection
    metrics = [metric] if metric else []
    ranked = aggregate(df, group_by=[group], metrics=metrics, agg_func=agg_func, figures=figures, names=[_FIGURE])
    top = top_n(ranked, by=_FIGURE, order=order, n=n, first=first, percent=percent)
    names = top.expr.select(top.expr[group].name(_NAME))
    rows = df.then(df.expr.semi_join(names, df.expr[group].identical_to(names[_NAME])))
    return noted(rows, *notes_of(top))
