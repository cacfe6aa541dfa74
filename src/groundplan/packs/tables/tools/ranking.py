"""Order and choice: sort rows, keep the first n."""

from __future__ import annotations

from groundplan.errors import StepError
from groundplan.packs.tables.frame import Frame
from groundplan.packs.tables.tools.columns import column
from groundplan.packs.tables.tools.natural import sorted_by
from groundplan.packs.tables.tools.order import others


def sort_rows(df: Frame, *, by: str, order: str = "asc") -> Frame:
    """The rows in order of one column; ties by the other columns, empty values last."""
    column(df, by)
    return sorted_by(df, [(by, order)], ties=others(df, by))


def top_n(df: Frame, *, by: str, order: str = "desc", n: int) -> Frame:
    """The first n rows in order of one column, the highest first unless asked otherwise."""
    if n < 1:
        raise StepError(f"top_n needs a number of rows above 0, not {n}")
    return df.then(sort_rows(df, by=by, order=order).expr.limit(n))
