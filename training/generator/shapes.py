"""Shapes of questions: for each family a draft that the table can bear, or None."""

from __future__ import annotations

import random

from .average_shapes import across, per_period, per_thing
from .derived import derived_name
from .filters import make_filter, pick_filters, rounded
from .forms import Draft, Metric
from .named_shapes import gap, named
from .parts import COUNT, Shape, analyses, dates, groups, metric, pair, usual
from .rank_shapes import ends, extremes, rank_each, rank_one, rank_rows, rank_top
from .series_shapes import best_cell, best_each, best_series, periods_apart, three_groups, trend_groups, trend_two
from .tables import Table
from .time_shapes import change, cumulative, forecast, moving, rank_time, recent, share_time, trend, trend_group


def total(table: Table, rng: random.Random) -> Draft | None:
    found = metric(table, rng, count=0.0)
    return None if found is None or found.column is None else Draft("total", ("total",), (found,))


def count(table: Table, rng: random.Random) -> Draft | None:
    return Draft("count", ("count",), (COUNT,))


def distinct(table: Table, rng: random.Random) -> Draft | None:
    columns = [each for each in table.kinds("name", "group", "code") if not each.shared]
    if not columns:
        return None
    found = Metric(rng.choice(columns), "count_distinct")
    group = groups(table, rng) if rng.random() < 0.45 else ()
    if group and group[0] is not found.column:
        return Draft("compare", ("count", "compare"), (found,), group)
    return Draft("distinct", ("count",), (found,))


def compare(table: Table, rng: random.Random) -> Draft | None:
    found, group = metric(table, rng, 0.33), groups(table, rng)
    if found is None or not group:
        return None
    return Draft("compare", analyses(found, "compare"), (found,), group)


def two_groups(table: Table, rng: random.Random) -> Draft | None:
    found, group = metric(table, rng, 0.4), groups(table, rng, 2)
    return Draft("two_groups", analyses(found, "compare"), (found,), group) if found and group else None


def share_group(table: Table, rng: random.Random) -> Draft | None:
    found, group = _summed(table, rng), groups(table, rng)
    if not group:
        return None
    of = (found.column,) if found.column else ()
    return Draft("share_group", ("share",), (found,), group, derive="percent_of_total", of=of)


def pie(table: Table, rng: random.Random) -> Draft | None:
    draft = share_group(table, rng)
    return draft and draft.change(family="pie", chart="arc", outputs=("chart",))


def share_filter(table: Table, rng: random.Random) -> Draft | None:
    """The part of the rows, or of an amount, that meets a condition."""
    columns = [each for each in table.kinds("flag", "group", "name", "avg", "sum") if not each.shared and each.values]
    if not columns:
        return None
    weights = [{"flag": 5.0, "group": 3.0}.get(each.kind, 1.0) for each in columns]
    condition = make_filter(rng.choices(columns, weights)[0], rng, table.lang)
    if condition is None or condition.op in ("is_null", "not_null", "!=", "not_in"):
        return None
    found = _summed(table, rng) if rng.random() < 0.5 else COUNT
    if found.column is condition.column:
        return None
    family, of = ("share_metric", (found.column,)) if found.column else ("share_filter", ())
    return Draft(family, ("share",), (found,), filters=(condition,), derive="percent_of_total", of=of)


def _summed(table: Table, rng: random.Random) -> Metric:
    columns = [each for each in table.kinds("sum") if not each.shared]
    return Metric(rng.choice(columns), "sum") if columns and rng.random() < 0.5 else COUNT


def lookup_rows(table: Table, rng: random.Random) -> Draft | None:
    filters = pick_filters(table, rng, rng.choices((1, 2, 3, 4), (45, 38, 14, 3))[0])
    name = table.called()
    shown = (Metric(name, "none"),) if name and all(each.column is not name for each in filters) else ()
    return Draft("lookup_rows", ("lookup",), shown, filters=filters) if filters else None


def lookup_values(table: Table, rng: random.Random) -> Draft | None:
    columns = [each for each in table.columns if each.kind not in ("flag", "free") and not each.shared]
    number = rng.choices((1, 2, 3), (50, 38, 12))[0]
    if len(columns) <= number:
        return None
    chosen = tuple(Metric(each, "none") for each in rng.sample(columns, number))
    family = ("lookup_value", "lookup_two", "lookup_three")[number - 1]
    return Draft(family, ("lookup",), chosen)


def lookup_one(table: Table, rng: random.Random) -> Draft | None:
    """A value of the one row that a name or a code picks."""
    keys = [each for each in table.kinds("name", "code") if each.values and not each.shared]
    columns = [each for each in table.columns if each.kind not in ("free", "code", "flag") and not each.shared]
    if not keys:
        return None
    key = rng.choice(keys)
    columns = [each for each in columns if each is not key]
    condition = make_filter(key, rng, table.lang, "=")
    if not columns or condition is None:
        return None
    return Draft("lookup_one", ("lookup",), (Metric(rng.choice(columns), "none"),), filters=(condition,))


def distribution(table: Table, rng: random.Random) -> Draft | None:
    columns = [each for each in table.kinds("sum", "avg") if not each.shared]
    if not columns:
        return None
    found = Metric(rng.choice(columns), "none")
    group = groups(table, rng) if rng.random() < 0.4 else ()
    if group:
        chart = "box" if rng.random() < 0.7 else None
        return Draft("spread", ("distribution",), (found,), group, chart=chart, outputs=("chart",) if chart else ())
    chart = rng.choices(("histogram", "box", None), (45, 15, 40))[0]
    return Draft("distribution", ("distribution",), (found,), chart=chart, outputs=("chart",) if chart else ())


def correlation(table: Table, rng: random.Random) -> Draft | None:
    found_pair = pair(table, rng, "sum", "avg")
    if found_pair is None:
        return None
    chart = "point" if rng.random() < 0.35 else None
    found = (Metric(found_pair[0], "none"), Metric(found_pair[1], "none"))
    return Draft("correlation", ("correlation",), found, chart=chart, outputs=("chart",) if chart else ())


def anomaly(table: Table, rng: random.Random) -> Draft | None:
    columns = [each for each in table.kinds("sum", "avg") if not each.shared]
    if not columns:
        return None
    column, time = rng.choice(columns), dates(table, rng)
    if time is not None and time.kind == "time" and rng.random() < 0.35:
        chosen = rng.choice(("day", "week", "month"))
        return Draft("anomaly_time", ("anomaly",), (Metric(column, usual(column)),), time=time, grain=chosen)
    return Draft("anomaly", ("anomaly",), (Metric(column, "none"),))


def several(table: Table, rng: random.Random) -> Draft | None:
    """Two or three metrics, most often by group."""
    columns = [each for each in table.kinds("sum", "avg") if not each.shared]
    if len(columns) < 3:
        return None
    roll = rng.random()
    chosen = rng.sample(columns, 3 if roll < 0.3 else 2)
    found = tuple(Metric(each, usual(each)) for each in chosen)
    if roll > 0.65:
        aggs = ("avg", "median", "min", "max", *(("sum",) if chosen[0].kind == "sum" else ()))
        found = tuple(Metric(chosen[0], agg) for agg in rng.sample(aggs, 2 if roll < 0.85 else 3))
    elif roll > 0.5:
        found = (COUNT, found[1])
    first = tuple(dict.fromkeys(each for one in found for each in analyses(one)))
    group = groups(table, rng) if rng.random() < 0.75 else ()
    if not group:
        return Draft("total", first or ("total",), found)
    return Draft("compare", (*first, "compare"), found, group)


def ratio(table: Table, rng: random.Random) -> Draft | None:
    return _derived(table, rng, "ratio")


def difference(table: Table, rng: random.Random) -> Draft | None:
    return _derived(table, rng, "difference")


def _derived(table: Table, rng: random.Random, kind: str) -> Draft | None:
    found_pair = pair(table, rng, "sum")
    if found_pair is None:
        return None
    if kind == "difference" and found_pair[0].spec.unit != found_pair[1].spec.unit:
        return None
    found = (Metric(found_pair[0], "sum"), Metric(found_pair[1], "sum"))
    group = groups(table, rng) if rng.random() < 0.6 else ()
    family = f"{kind}_by" if group else kind
    return Draft(family, ("compare",) if group else ("total",), found, group, derive=kind, of=found_pair)


def duration(table: Table, rng: random.Random) -> Draft | None:
    columns = table.kinds("time", "date")
    if len(columns) < 2:
        return None
    order = {column.name: str(min(column.values)) for column in columns}
    first, second = sorted(rng.sample(columns, 2), key=lambda each: order[each.name])
    agg = rng.choices(("avg", "median", "max", "min"), (70, 12, 12, 6))[0]
    group = groups(table, rng) if rng.random() < 0.55 else ()
    family = "duration_by" if group else "duration"
    analysis = ("compare",) if group else ("total",)
    return Draft(family, analysis, (Metric(None, agg),), group, derive="duration", of=(first, second))


def summary(table: Table, rng: random.Random) -> Draft | None:
    return Draft("summary", ("summary",))


def having(table: Table, rng: random.Random) -> Draft | None:
    draft = compare(table, rng)
    if draft is None or draft.metrics[0].agg == "count_distinct":
        return None
    column = draft.metrics[0].column
    op = rng.choices((">", ">=", "<", "<="), (48, 25, 20, 7))[0]
    if column is None:
        return draft.change(family="having_count", having=(op, rng.choice((2, 3, 5, 10, 20, 25, 50, 100, 200, 500))))
    numbers = [each for each in column.values if isinstance(each, int | float)] or [10]
    scale = rng.choice((5, 10, 100, 1000)) if draft.metrics[0].agg == "sum" else 1
    value = rounded(rng.uniform(min(numbers), max(numbers)) * scale, scale > 1 or column.type == "integer", rng)
    return draft.change(family="having", having=(op, value))


SHAPES: tuple[tuple[Shape, float], ...] = (
    *((total, 7.5), (count, 7), (distinct, 3), (compare, 14), (two_groups, 3.5), (trend, 12), (trend_group, 4)),
    *(
        (share_group, 2.5),
        (share_time, 2),
        (pie, 2),
        (share_filter, 4.5),
        (rank_one, 6),
        (rank_top, 6.5),
        (rank_rows, 5.5),
        *((extremes, 2.5), (derived_name, 5)),
    ),
    *((rank_time, 2.6), (lookup_rows, 7.5), (lookup_values, 4.5), (lookup_one, 2), (recent, 1.8), (distribution, 4.5)),
    *((correlation, 4), (anomaly, 3), (several, 4.5), (ratio, 3.5), (difference, 4), (duration, 4.5)),
    *((cumulative, 3.2), (moving, 2.4), (change, 3.4), (forecast, 3.4), (summary, 2), (having, 3.5)),
    *((named, 4.5), (gap, 2.5), (ends, 2), (per_period, 3.5), (per_thing, 2.5), (across, 2)),
    *((three_groups, 0.8), (trend_groups, 1.5), (trend_two, 1.5), (best_series, 2), (best_cell, 1)),
    *((periods_apart, 3), (rank_each, 3), (best_each, 1.5)),
)
