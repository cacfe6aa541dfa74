"""The order that text speaks of: dates, and numbers such as `5 kW`, `1st`, `12 (3)`, `ca. 1920` or `1:19:56`."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import ENOUGH, backend_of, number_in, shares
from groundplan.tabular.tools.dates import dated_text
from groundplan.tabular.tools.order import Keys, arranged


def in_order(df: Frame, name: str) -> tuple[Frame, str | None]:
    """The frame with a column of what a text column speaks of beside it, and that column's name, if there is one."""
    if not df.expr[name].type().is_string() or backend_of(df) != "duckdb":
        return df, None  # a database keeps numbers and dates in columns of their own
    hidden = f"{name} in order"
    share = shares(df, name)
    if share["numbers"] >= ENOUGH:
        return df.then(df.expr.mutate(**{hidden: number_in(df.expr[name])})), hidden
    read = dated_text(df, name, into=hidden, uniform=True) if share["digits"] >= ENOUGH else None
    return (df, None) if read is None else (df.then(read.expr), hidden)


def sorted_by(df: Frame, keys: Keys, ties: Sequence[str] = ()) -> Frame:
    """The rows in that order: by dates and numbers where the text of the first column speaks of them."""
    shown, (by, order) = df.columns, keys[0]
    df, hidden = in_order(df, by)
    if hidden is None:
        return df.then(arranged(df.expr, keys, ties))
    return df.then(arranged(df.expr, [(hidden, order), *keys], ties).select(*shown))
