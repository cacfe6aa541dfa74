"""Figures of groups, of rows among others, and what is kept of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from groundplan.errors import StepError
from groundplan.query.language import parts as p
from groundplan.query.language.read import read_expression
from groundplan.query.language.show import show
from groundplan.query.periods import DAYS
from groundplan.query.tools.values import as_text, day_place, of_weekday, standing, value
from groundplan.sources.frame import Frame


def group(
    df: Frame, *, by: Sequence[str] = (), figures: Mapping[str, str] | None = None, along: Sequence[str] = ()
) -> Frame:
    """One row for each group with its figures, by the names that they get; `along`: what first and last go by."""
    read = {name: _figure(text) for name, text in (figures or {}).items()}
    runs = {name: one for name, one in read.items() if one.fn == "longest_run"}
    made = {name: _aggregate(one, df.expr, along) for name, one in read.items() if name not in runs}
    groups = df.expr.aggregate(by=list(by), **(made or {"#rows": df.expr.count()}))
    for name, one in runs.items():
        longest = (
            _longest(one, df.expr, by, along).rename({f"other {key}": key for key in by}).rename({name: "#longest"})
        )
        if by:
            agree = [groups[key].identical_to(longest[f"other {key}"]) for key in by]
            groups = groups.left_join(longest, agree).drop(*(f"other {key}" for key in by))
        else:
            groups = groups.cross_join(longest)
        groups = groups.mutate(**{name: groups[name].fill_null(0)})
    return df.then(groups)


def _figure(text: str) -> p.Figure:
    found = read_expression(text)
    if not isinstance(found, p.Figure):
        raise StepError(f"{text!r} is no figure")
    return found


def _in_rows(found: Any, table: Any) -> Any:
    """A value in each row; one that is the same in all has no rows of its own."""
    import ibis

    here = table[table.columns[0]].isnull()
    return ibis.ifelse(here, found, found) if isinstance(found, ibis.expr.types.Scalar) else found


def _aggregate(figure: p.Figure, table: Any, along: Sequence[str]) -> Any:
    where = value(figure.where, table) if figure.where else None
    if figure.fn == "count" and not figure.of:
        return table.count(where=where)
    of = [_in_rows(value(each, table, strict=figure.fn == "rate"), table) for each in figure.of]
    if figure.fn in ("min", "max") and of_weekday(figure.of[0]):
        place = _AGGREGATES[figure.fn](figure, [day_place(of[0])], where)
        return place.cases(*enumerate(DAYS))
    if figure.fn == "list":
        return _listed(of[0], where)
    if figure.fn in ("first", "last"):
        return _at_an_end(figure, of[0], table, along, where)
    try:
        return _AGGREGATES[figure.fn](figure, of, where)
    except (AttributeError, IndexError):
        raise StepError(f"{figure.fn} cannot be taken of {len(of)} values of this kind") from None


def _at_an_end(figure: p.Figure, of: Any, table: Any, along: Sequence[str], where: Any) -> Any:
    """The first or last value that is filled; rows without a time are skipped."""
    own = [standing(figure.by, table)] if figure.by else []
    times = [*own, *(table[name] for name in (along[-1:] if own else along))]
    held = of.notnull() if where is None else of.notnull() & where
    held = held & times[0].notnull()
    order = [each.desc() if figure.fn == "last" else each.asc() for each in times]
    return of.first(where=held, order_by=order)


def _listed(of: Any, where: Any) -> Any:
    """The different values in one text."""
    import ibis

    return ibis.literal("; ").join(as_text(of).collect(where=where, distinct=True).sort())


def _counted(_figure: p.Figure, of: Sequence[Any], where: Any) -> Any:
    if of[0].type().is_boolean():
        return (of[0] if where is None else of[0] & where).fill_null(False).cast("int64").sum().fill_null(0)
    return of[0].count(where=where)


_AGGREGATES: dict[str, Callable[[p.Figure, Sequence[Any], Any], Any]] = {
    "count": _counted,
    "distinct": lambda _, of, where: of[0].nunique(where=where),
    "sum": lambda _, of, where: of[0].sum(where=where),
    "average": lambda _, of, where: of[0].mean(where=where),
    "median": lambda _, of, where: of[0].median(where=where),
    "min": lambda _, of, where: of[0].min(where=where),
    "max": lambda _, of, where: of[0].max(where=where),
    "deviation": lambda _, of, where: of[0].std(how="sample", where=where),
    "percentile": lambda one, of, where: of[0].quantile((one.n or 0) / 100, where=where),
    "correlation": lambda _, of, where: _correlated(of, where),
    "rate": lambda _, of, where: of[0].cast("float64").mean(where=where),
}


def _correlated(of: Sequence[Any], where: Any) -> Any:
    """Missing where one side is always the same: there is nothing to go along with."""
    found = of[0].corr(of[1], how="pop", where=where)
    return found.isnan().ifelse(None, found)


def _longest(figure: p.Figure, table: Any, by: Sequence[str], along: Sequence[str]) -> Any:
    """The most rows in a row for which the test is true: between two that fail, all have failed as often before."""
    import ibis  # slow, and a help text needs none of it

    held = _in_rows(value(figure.of[0], table), table).fill_null(False)
    first = standing(figure.by, table) if figure.by else table[along[0]]
    kept = first.notnull()  # what has no time stands in no row
    kept = kept & value(figure.where, table) if figure.where else kept
    table = table.mutate(**{"#held": held, "#first": first}).filter(kept)
    held, order = table["#held"], [table["#first"], table[along[-1]]]
    so_far = ibis.window(group_by=list(by) or None, order_by=order, preceding=None, following=0)
    marked = table.mutate(**{"#failed": (~held).cast("int64").sum().over(so_far)})
    runs = marked.filter(marked["#held"]).aggregate(by=[*by, "#failed"], **{"#rows": lambda t: t.count()})
    return runs.aggregate(by=list(by), **{"#longest": lambda t: t["#rows"].max()})


def along(
    df: Frame,
    *,
    values: Mapping[str, str],
    by: Sequence[str] = (),
    each: Sequence[str] = (),
    steps: Sequence[Any] = (),
) -> Frame:
    """Figures of each row or group among its fellows, those before it or all; `each`: of which it is held apart.

    `steps`: the order of the values of the first column that they go along, where it is not their own.
    """
    table, read = df.expr, {name: _figure(text) for name, text in values.items()}
    order = [key for name in by[:1] for key in _stepped(table, name, steps)] + [table[name] for name in by[1:]]
    return df.then(table.mutate(**{name: _among(one, table, order, each) for name, one in read.items()}))


def _stepped(table: Any, column: str, steps: Sequence[Any]) -> list[Any]:
    """By what rows stand by a column: the place of its value among the steps, then the value."""
    if not steps:
        return [table[column]]
    placed = table[column].cases(*((step, place) for place, step in enumerate(steps)), else_=len(steps))
    return [table[column].notnull().ifelse(placed, None), table[column]]


def _among(figure: p.Figure, table: Any, order: Sequence[Any], each: Sequence[str]) -> Any:
    import ibis

    of = value(figure.of[0], table)
    if figure.where:
        of = value(figure.where, table).ifelse(of, None)
    order = [standing(figure.by, table), *order[-1:]] if figure.by else order
    apart: dict[str, Any] = {"group_by": [table[name] for name in each] or None}
    if figure.fn == "rank":
        best = standing(figure.of[0], table) if not figure.where else of
        ranked = ibis.rank().over(ibis.window(**apart, order_by=best.desc(nulls_first=False))) + 1
        return of.notnull().ifelse(ranked, None)
    if figure.fn == "share":
        return of.cast("float64") / of.cast("float64").sum().over(ibis.window(**apart)).nullif(0)
    placed = order[0].notnull() if order else ibis.literal(False)  # what has no time, or no key, has no neighbours
    apart = {"group_by": [*(table[name] for name in each), placed], "order_by": [one.asc() for one in order]}
    if figure.fn in ("prev", "next", "change"):
        beside = (of.lead(1) if figure.fn == "next" else of.lag(1)).over(ibis.window(**apart))
        found = of.cast("float64") / beside.cast("float64").nullif(0) - 1 if figure.fn == "change" else beside
    else:
        before = int((figure.n or 1) - 1) if figure.fn == "moving" else None
        so_far = ibis.window(**apart, preceding=before, following=0)
        found = (of.mean() if figure.fn == "moving" else of.sum()).over(so_far)
    return placed.ifelse(found, None)


def keep_first(
    df: Frame,
    *,
    n: float = 1,
    place: bool = False,
    percent: bool = False,
    each: Sequence[str] = (),
    by: str | None = None,
    lowest: bool = False,
    single: bool = False,
    order: Sequence[Mapping[str, Any]] = (),
    steps: Sequence[Any] = (),
    apart: Sequence[str] = (),
) -> Frame:
    """The first rows, by a column or as they are ordered; equal ones stay together where one place is asked for.

    `steps`: the order of the values of that column, where it is not their own; `apart`: columns by which equal ones
    are told apart.
    """
    import ibis

    table = df.expr.filter(df.expr[by].notnull()) if by else df.expr
    standing = [*_stepped(table, by, steps)[:1], *(table[name] for name in apart)] if by else []
    best = [key.asc() if lowest else key.desc() for key in standing]
    within: dict[str, Any] = {"group_by": [table[name] for name in each] or None}
    ranked = ibis.window(**within, order_by=best) if best else None
    named = {text for name in (by, *apart) if name for text in (name, show(p.Path(steps=(name,))))}
    rest = [one for one in order if one["by"] not in named]
    placed = ibis.row_number().over(ibis.window(**within, order_by=[*best, *sorts(table, rest)]))
    if place and ranked is not None:
        kept = ibis.dense_rank().over(ranked) == n - 1
    elif place:
        kept = placed == n - 1
    elif percent:
        kept = placed < (table.count().over(ibis.window(**within)) * n / 100).ceil()
    elif n == 1 and not single and ranked is not None:
        kept = ibis.rank().over(ranked) == 0
    else:
        kept = placed < math.floor(n)
    return df.then(table.mutate(**{"#kept": kept}).filter(lambda rows: rows["#kept"]).drop("#kept"))


def present(
    df: Frame, *, columns: Mapping[str, str], order: Sequence[Mapping[str, Any]] = (), texts: Sequence[str] = ()
) -> Frame:
    """The columns that are shown, by their names, in order; `texts`: those that are told as texts."""
    shown = {name: value(text, df.expr) for name, text in columns.items()}
    shown |= {name: as_text(shown[name]) for name in texts}
    keys = sorts(df.expr, order)
    return df.then((df.expr.order_by(keys) if keys else df.expr).select(**shown))


def sorts(table: Any, order: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The order as ibis takes it; what is missing stands last, the steps of a scale as they go up."""
    made: list[Any] = []
    first = {one["by"]: one for one in reversed(order)}  # what is ordered by already needs no second time
    for one in sorted(first.values(), key=order.index):
        key = value(one["by"], table)
        steps = one.get("steps") or ()
        key = key.cases(*((step, place) for place, step in enumerate(steps)), else_=len(steps)) if steps else key
        if steps:
            made.append(value(one["by"], table).isnull().asc())
        made.append(key.desc(nulls_first=False) if one.get("desc") else key.asc(nulls_first=False))
        if steps:  # what is no step stands by itself behind them
            made.append(value(one["by"], table).asc(nulls_first=False))
    return made
