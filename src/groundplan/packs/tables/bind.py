"""Tool, Brief -> arguments: how each tool serves a filled form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from groundplan.contracts import Brief
from groundplan.packs.tables import bind_plots
from groundplan.packs.tables.framed_form import Figure, FramedForm, framed, grain_of, shown_as, span, spread_column
from groundplan.plan.walk import ref
from groundplan.query.asked import is_query
from groundplan.query.form import Filter
from groundplan.query.joins import named
from groundplan.query.requirements import gap, raw

Args = dict[str, Any]


def bind(tool: str, brief: Brief) -> tuple[Args, ...]:
    """The arguments of each call the form needs of this tool; none if it has nothing to do."""
    binder = BINDERS.get(tool)
    found = binder(framed(brief)) if binder and not is_query(brief.form) else None
    return tuple(found) if isinstance(found, list) else ((found,) if found is not None else ())


def _join(r: FramedForm) -> list[Args]:
    return [
        {"other": ref("source", j.table), "left_on": j.left_on, "right_on": j.right_on, "table": j.table}
        for j in r.route.joins
    ]


def _parse(r: FramedForm) -> Args | None:
    column = r.per if r.form.per_period else r.time
    return {"column": column} if column else None


def _split(r: FramedForm) -> list[Args]:
    return [{"column": name, "separator": separator} for name, separator in r.lists.items()]


def _latest(r: FramedForm) -> Args | None:
    if not r.form.latest or not r.history:
        return None
    of, by = r.history
    return {"of": of, "by": by}


def _added(r: FramedForm) -> list[Args]:
    return [{"name": name, "expression": expression} for name, expression in r.added.items()]


def _filter(r: FramedForm) -> Args | None:
    return _conditions(r, r.limits) if r.limits else None


def _conditions(r: FramedForm, filters: Sequence[Filter]) -> Args:
    where = [named(r.route, condition) for condition in filters]
    return {"where": where, "match": "any" if r.form.join == "or" else "all"}


def _duration(r: FramedForm) -> Args | None:
    if not r.form.derive or r.form.derive.kind != "duration" or len(r.form.derive.of) < 2:
        return None
    start, end = (r.route.name(column) for column in r.form.derive.of[:2])
    unit = {"unit": r.form.derive.unit, "name": span(r.form)} if r.form.derive.unit else {}
    return {"start": start, "end": end, **unit}


def _best(r: FramedForm) -> Args | None:
    if not r.form.best_series or not r.figures or r.per:
        return None
    figure = r.figures[0]
    metric = {"metric": figure.column} if figure.column else {}
    return {"group": r.groups[0], **metric, "agg_func": figure.agg, **_limited(r), **_own(r.figures[:1])}


def _aggregate(r: FramedForm) -> Args | None:
    return None if r.per else _figures(r)


def _average_per(r: FramedForm) -> Args | None:
    args = _figures(r)
    if not args or not r.per or r.per in r.groups:
        return None
    periods = {"time_column": r.per, "grain": grain_of(r)} if r.form.per_period else {}
    return {"per": r.per, **args, **periods}


def _figures(r: FramedForm) -> Args | None:
    """What is aggregated, how, by what, and what the figures are called."""
    if raw(r.form) or not r.figures or r.segmented or r.rate:
        return None
    functions = [figure.agg for figure in r.figures]
    columns = [figure.column or r.counted for figure in r.figures]
    only_rows = functions == ["count"] and r.figures[0].column is None
    args: Args = {
        "group_by": [*([r.time] if r.time else []), *r.groups],
        "metrics": [] if only_rows else columns,
        "agg_func": functions[0] if len(set(functions)) == 1 else functions,
        "names": [figure.name for figure in r.figures],
    }
    across = {"across": r.form.across, "across_name": r.across} if r.across else {}
    return {**args, **_bucketed(r), **across, **_own(r.figures)}


def _own(figures: Sequence[Figure]) -> Args:
    """The expressions of figures with an aggregate of their own."""
    expressions = {figure.column: figure.expression for figure in figures if figure.agg == "figure"}
    return {"figures": expressions} if expressions else {}


def _bucketed(r: FramedForm) -> Args:
    return {"time_column": r.time, "grain": grain_of(r)} if r.time else {}


def _rate(r: FramedForm) -> Args | None:
    if not r.rate:
        return None
    figure, groups = r.figures[0], [*([r.time] if r.time else []), *r.groups]
    shared = {"metric": figure.column} if figure.column else {}
    args = {**_conditions(r, r.rate.part), **shared, "agg_func": figure.agg, "group_by": groups}
    return {**args, **_bucketed(r), "names": r.rate_names}


def _segment(r: FramedForm) -> Args | None:
    return {"segment_by": r.groups[0], "metric": r.figures[0].column} if r.segmented else None


def _having(r: FramedForm) -> Args | None:
    if not r.form.having or raw(r.form) or not r.figures:
        return None
    return {"column": r.figures[0].name, "op": r.form.having.op, "value": r.form.having.value}


def _ratio(r: FramedForm) -> Args | None:
    kind = r.form.derive.kind if r.form.derive else None
    if kind not in ("ratio", "difference") or len(r.figures) < 2:
        return None
    top, bottom = r.figures[0].name, r.figures[1].name
    return {"numerator": top, "denominator": bottom, "kind": kind, "name": kind}


def _gap(r: FramedForm) -> Args | None:
    return {"group": r.groups[0], "metric": r.figures[0].name} if gap(r.form) and r.figures else None


def _share(r: FramedForm) -> Args | None:
    if not r.parts:
        return None
    split = len(r.groups) + (r.time is not None) > 1
    return {"metric": r.figures[0].name, "within": [r.x] if split else []}


def _series(r: FramedForm) -> Args | None:
    if not r.time or not r.figures or r.across:  # two grains are no series
        return None
    return {"time_column": r.time, "metric": r.figures[0].name, "by": list(r.groups)}


def _moving_average(r: FramedForm) -> Args | None:
    args = _series(r)
    window = r.form.derive.window if r.form.derive else None
    return {**args, "window": window} if args and window else args


def _ungrouped_series(r: FramedForm) -> Args | None:
    args = _series(r)
    return {k: v for k, v in args.items() if k != "by"} if args and not r.groups and not r.cyclic else None


def _forecast(r: FramedForm) -> Args | None:
    args = _ungrouped_series(r)
    return {**args, **({"periods": r.form.ahead} if r.form.ahead else {})} if args else None


def _anomalies(r: FramedForm) -> Args | None:
    if not r.figures or "anomaly" not in r.form.analysis:
        return None
    series = r.time and not r.cyclic and not r.across
    return {"metric": r.figures[0].name, **({"time_column": r.time} if series else {})}


def _sort(r: FramedForm) -> Args | None:
    by = _sorted_by(r)
    order = r.form.sort.order if r.form.sort else "desc"
    asked = r.form.sort or "rank" in r.form.analysis
    return {"by": by, "order": order} if by and asked and r.form.limit is None else None


def _top(r: FramedForm) -> Args | None:
    by = _sorted_by(r)
    if not by or r.form.limit is None or r.form.best_series:
        return None
    each = r.route.name(r.form.each) if r.form.each else None
    within = {"within": each} if each is not None and each in (*r.groups, r.time) else {}
    return {"by": by, **_limited(r), **within}


def _limited(r: FramedForm) -> Args:
    """Which end of an order is taken, how many or which part of a hundred, and from which place on."""
    first = {} if r.form.place is None else {"first": r.form.place}
    percent = {"percent": True} if r.form.percent else {}
    return {"order": r.form.sort.order if r.form.sort else "desc", "n": r.form.limit, **first, **percent}


def _sorted_by(r: FramedForm) -> str | None:
    by = r.form.sort.by if r.form.sort else "metric"
    chosen = {"metric": r.y or r.x, "group": r.groups[0] if r.groups else r.x, "time": r.time or r.x}[by]
    return chosen or r.y


def _select(r: FramedForm) -> Args | None:
    if not raw(r.form) or r.form.derive or "anomaly" in r.form.analysis:  # of unusual rows, all columns are shown
        return None
    columns = [*([r.time] if r.time else []), *r.groups, *(f.column for f in r.figures if f.column)]
    if columns and r.form.limit is not None and not r.time and not r.groups:
        columns = [*r.named, *columns]  # "the highest price" says little without what has it
    elif columns:
        columns = [*_told_apart(r), *columns]
    distinct = all(column in r.labels for column in columns)
    return {"columns": list(dict.fromkeys(columns)), "distinct": distinct} if columns else None


def _told_apart(r: FramedForm) -> list[str]:
    """`when did A and B open`: the dates of two things say little without which is whose."""
    several = [f.column for f in r.form.filters if f.op == "in" or f.join == "or" or r.form.join == "or"]
    return [r.route.name(column) for column in several]


def _stats(r: FramedForm) -> Args | None:
    if "summary" not in r.form.analysis or r.segmented:
        return None
    return {"columns": [shown_as(r, figure) for figure in r.figures if figure.column]}


def _correlation(r: FramedForm) -> Args | None:
    columns = [shown_as(r, f) for f in r.figures if f.column in r.numeric]
    extra = [group for group in r.groups if group in r.numeric]
    both = list(dict.fromkeys([*extra, *columns]))
    return {"columns": both} if "correlation" in r.form.analysis and len(both) >= 2 else None


def _spread(r: FramedForm) -> Args | None:
    column = spread_column(r)
    return {"column": column} if column and "distribution" in r.form.analysis else None


BINDERS: dict[str, Callable[[FramedForm], Args | list[Args] | None]] = {
    "join_tables": _join,
    "parse_datetime": _parse,
    "split_list": _split,
    "latest_of_each": _latest,
    "add_figure": _added,
    "filter_rows": _filter,
    "derive_duration": _duration,
    "best_groups": _best,
    "aggregate": _aggregate,
    "average_per": _average_per,
    "segment_metric": _segment,
    "share_of_rows": _rate,
    "filter_groups": _having,
    "derive_ratio": _ratio,
    "difference_between": _gap,
    "share_of_total": _share,
    "period_over_period": _series,
    "moving_average": _moving_average,
    "cumulative": _series,
    "detect_anomalies": _anomalies,
    "change_points": _ungrouped_series,
    "forecast": _forecast,
    "sort_rows": _sort,
    "top_n": _top,
    "select_columns": _select,
    "compute_summary_stats": _stats,
    "correlation": _correlation,
    "distribution_stats": _spread,
    "plot_line": bind_plots.plot("line"),
    "plot_bar": bind_plots.plot("bar"),
    "plot_stacked": bind_plots.plot("stacked_bar"),
    "plot_area": bind_plots.plot("area"),
    "plot_scatter": bind_plots.plot("point"),
    "plot_histogram": bind_plots.histogram,
    "plot_box": bind_plots.box,
    "plot_heatmap": bind_plots.heatmap,
    "plot_pie": bind_plots.pie,
    "save_dataframe": lambda r: {},
}
