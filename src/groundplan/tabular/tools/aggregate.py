"""Aggregation: groups, segments, conditions on groups, cross tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.contracts import Rows
from groundplan.errors import StepError
from groundplan.query.results import rows_of
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import able, amounts, column, numeric, temporal
from groundplan.tabular.tools.expressions import able_to_evaluate, of_groups, value_of
from groundplan.tabular.tools.grain import able_to_bucket, bucket, chosen_grain
from groundplan.tabular.tools.natural import in_order
from groundplan.tabular.tools.notes import noted
from groundplan.tabular.tools.order import arranged, arrangement, ascending

WIDEST = 200
"""Columns a cross table may have."""
_OPERATIONS = {"median": "Median", "std": "StandardDev"}
"""Functions that not every backend has, by the names ibis has for them."""
_FUNCTIONS = ("sum", "avg", "median", "std", "min", "max", "count", "count_distinct", "figure")


def aggregate(
    df: Frame,
    *,
    group_by: Sequence[str] = (),
    metrics: Sequence[str] = (),
    agg_func: str | Sequence[str],
    time_column: str | None = None,
    grain: str | None = None,
    across: str | None = None,
    across_name: str | None = None,
    figures: Mapping[str, str] | None = None,
    names: Sequence[str],
) -> Frame:
    """One row for each group, with a figure for each metric; earliest first, else groups in their order.

    `across`: a second grain of the time, whose column stands beside that of the first and is ordered after it.
    `figures`: the expressions of metrics with an aggregate of their own, whose function is `figure`.
    """
    functions = _functions(metrics, agg_func, names)
    own = figures or {}
    second = [across_name or across.replace("_", " ")] if across else []
    without_clash(group_by, [*second, *names])
    df = able_to_aggregate(df, functions, own)
    columns: Sequence[str | None] = metrics or [None]
    each = list(zip(columns, functions, names, strict=True))
    df, ends = _ends(df, [metric for metric, function, _ in each if metric and function in ("min", "max")])
    df = able_to_bucket(df, across) if across else df
    df, keys, chosen = keyed(df, group_by, time_column, grain)
    keys = crossed(df, keys, time_column, across, second) if across else keys
    made = [
        (_own(df, metric, own) if function == "figure" else _figure(df, metric, function, ends)).name(name)
        for metric, function, name in each
    ]
    order = sorted([*second, *group_by], key=lambda name: name != time_column)
    result = df.then(arranged(df.expr.aggregate(made, by=keys), ascending(order)))
    shown = [f"{time_column!r} is shown by {chosen}"] if grain == "auto" else []
    return noted(result, *shown, *(f"{name!r} is {expression}" for name, expression in own.items()))


def segment_metric(df: Frame, *, segment_by: str, metric: str) -> Frame:
    """Each segment's count, sum, average, median, minimum, maximum and share of the whole sum."""
    column(df, segment_by)
    numeric(df, metric)
    df = able(df, "Median")
    value = numeric(df, metric)
    segments = df.expr.aggregate(
        by=[segment_by],
        count=value.count(),
        sum=value.sum(),
        average=value.mean(),
        median=value.median(),
        minimum=value.min(),
        maximum=value.max(),
    )
    shared = segments.mutate(share_percent=segments["sum"] * 100.0 / segments["sum"].sum().over().nullif(0))
    return df.then(arranged(shared, ascending([segment_by])))


def filter_groups(df: Frame, *, column: str, op: str, value: float) -> Frame:
    """The groups whose figure passes the condition."""
    figure = numeric(df, column)
    tests = {
        "=": figure == value,
        "!=": figure != value,
        ">": figure > value,
        ">=": figure >= value,
        "<": figure < value,
        "<=": figure <= value,
    }
    return df.then(arranged(df.expr.filter(tests[op]), arrangement(df.expr)))


def pivot(df: Frame, *, rows: str, columns: str, values: str) -> Rows:
    """A cross table: one line for each value of one column, one column for each value of another."""
    numeric(df, values)
    column(df, rows)
    column(df, columns)
    lines: dict[Any, dict[Any, Any]] = {}
    heads: dict[Any, None] = {}
    for line, head, value in rows_of(df.arrow(), [rows, columns, values]):
        heads.setdefault(head)
        cells = lines.setdefault(line, {})
        cells[head] = value if cells.get(head) is None else cells[head] + (value or 0)
    if len(heads) > WIDEST:
        raise StepError(
            f"a cross table of {columns!r} would have {len(heads)} columns: take a column with fewer values"
        )
    body = tuple((line, *(cells.get(head) for head in heads)) for line, cells in lines.items())
    return Rows(name="pivot", columns=(rows, *(str(head) for head in heads)), rows=body)


def able_to_aggregate(df: Frame, functions: Sequence[str], figures: Mapping[str, str] | None = None) -> Frame:
    """The frame where its backend has all these functions, else a copy where they are."""
    df = able(df, *(_OPERATIONS[function] for function in functions if function in _OPERATIONS))
    return able_to_evaluate(df, list((figures or {}).values()))


def keyed(
    df: Frame, group_by: Sequence[str], time_column: str | None, grain: str | None
) -> tuple[Frame, list[Any], str | None]:
    """The frame, the keys of its groups, and the grain that time is cut to, if it is."""
    chosen = _grain(df, group_by, time_column, grain)
    df = able_to_bucket(df, chosen) if chosen else df
    buckets = {time_column: chosen} if chosen else {}
    return df, [_key(df, name, buckets.get(name)) for name in group_by], chosen


def crossed(df: Frame, keys: list[Any], time_column: str | None, across: str, names: Sequence[str]) -> list[Any]:
    """The keys with a second grain of the time right after the first."""
    if time_column is None or not any(key.get_name() == time_column for key in keys):
        raise StepError(f"across {across!r} needs a time_column that is one of group_by, not {time_column!r}")
    value = bucket(temporal(df, time_column), across)
    return [each for key in keys for each in (key, *(value.name(n) for n in names if key.get_name() == time_column))]


def without_clash(group_by: Sequence[str], names: Sequence[str]) -> None:
    """No figure may be named as a group is, nor as another figure."""
    for name in names:
        if name in group_by or names.count(name) > 1:
            raise StepError(f"two columns of the result would be named {name!r}: give the figure another name")


def _functions(metrics: Sequence[str], agg_func: str | Sequence[str], names: Sequence[str]) -> list[str]:
    """One function for each figure."""
    wanted = max(1, len(metrics))
    functions = [agg_func] * wanted if isinstance(agg_func, str) else list(agg_func)
    if len(functions) != wanted or len(names) != wanted:
        raise StepError(
            f"{wanted} figures are asked for, with {len(functions)} functions and {len(names)} names: give one each"
        )
    if not metrics and functions != ["count"]:
        raise StepError(f"`{functions[0]}` needs a column in metrics; without one, only `count` can be taken")
    return functions


def _grain(df: Frame, group_by: Sequence[str], time_column: str | None, grain: str | None) -> str | None:
    """The grain to bucket by; None where the values stay as they are."""
    if grain is None:
        return None
    if time_column is None or time_column not in group_by:
        raise StepError(f"grain {grain!r} needs a time_column that is one of group_by, not {time_column!r}")
    temporal(df, time_column)
    return chosen_grain(df, time_column) if grain == "auto" else grain


def _key(df: Frame, name: str, grain: str | None) -> Any:
    value = column(df, name)
    return bucket(value, grain).name(name) if grain else value


def _ends(df: Frame, metrics: Sequence[str]) -> tuple[Frame, dict[str, str]]:
    """The frame with what tells the lowest and the highest of text that speaks of numbers or dates."""
    ends: dict[str, str] = {}
    for name in metrics:
        column(df, name)
        df, hidden = in_order(df, name)
        ends |= {name: hidden} if hidden else {}
    return df, ends


def _own(df: Frame, metric: str | None, figures: Mapping[str, str]) -> Any:
    if metric is None or metric not in figures:
        raise StepError(f"there is no expression for the figure {metric!r}: give it in figures, by this name")
    if not of_groups(figures[metric]):
        raise StepError(f"{figures[metric]!r} is of rows, not of groups: add it as a column with add_figure")
    return value_of(df, figures[metric])


def _figure(df: Frame, metric: str | None, function: str, ends: Mapping[str, str]) -> Any:
    if metric is None:
        return df.expr.count()
    if metric in ends and function in ("min", "max"):
        value, key = df.expr[metric], df.expr[ends[metric]]
        return value.argmin(key) if function == "min" else value.argmax(key)
    if function in ("sum", "avg", "median", "std"):
        value = amounts(df, metric)
        return {"sum": value.sum, "avg": value.mean, "median": value.median, "std": value.std}[function]()
    value = column(df, metric)
    figures = {"min": value.min, "max": value.max, "count": value.count, "count_distinct": value.nunique}
    if function not in figures:
        raise StepError(f"there is no function {function!r}: take {', '.join(_FUNCTIONS)}")
    return figures[function]()
