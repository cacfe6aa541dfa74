"""Changes that a follow-up asks for: a draft before, a draft after, the name of the change."""

from __future__ import annotations

import random
from collections.abc import Callable

from .filters import make_filter, pick_filters
from .forms import Draft, Filter, Metric
from .parts import GRAIN_WEIGHTS, GRAINS, groups, limit, usual
from .periods import make_period
from .tables import Table

SIMPLE = ("total", "count", "compare", "trend", "trend_group", "two_groups")
LISTS = ("lookup_rows", "lookup_value", "lookup_two")
RANKS = ("rank_top", "rank_top_count")
FAMILIES = (*SIMPLE, *LISTS, *RANKS)
Changed = tuple[str, Draft]
Change = Callable[[Draft, Table, random.Random], Changed | None]


def restate(draft: Draft) -> Draft:
    """The draft with the analysis and the family that its slots now mean."""
    if not draft.metrics or draft.derive or draft.family not in SIMPLE:
        return draft
    agg = draft.metrics[0].agg
    first = ["count"] if agg.startswith("count") else ["total"] if agg == "sum" else []
    more = ["trend"] if draft.time else ["compare"] if draft.group else []
    if draft.time:
        family = "trend_group" if draft.group else "trend"
    else:
        family = ("count" if agg == "count" else "total", "compare", "two_groups")[min(len(draft.group), 2)]
    return draft.change(analysis=tuple(first + more) or ("total",), family=family)


def grain(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    chosen = rng.choices(GRAINS[:6], GRAIN_WEIGHTS[:6])[0]
    if draft.time and draft.family in ("trend", "trend_group", "cumulative") and chosen != draft.grain:
        return "grain", draft.change(grain=chosen)
    if not draft.time and draft.family in ("total", "count", "compare") and table.kinds("time") and not draft.sort:
        return "time_add", restate(draft.change(time=table.kinds("time")[0], grain=chosen, chart=None, outputs=()))
    return None


def group(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    found = groups(table, rng)
    used = {each.column for each in draft.filters} | set(draft.group) | {each.column for each in draft.metrics}
    if not found or found[0] in used or found[0].kind == "flag":
        return None
    if draft.family in ("total", "count"):
        return "group_first", restate(draft.change(group=found))
    if draft.family == "trend":
        return "line_add", restate(draft.change(group=found))
    if draft.family == "compare" and len(draft.metrics) == 1:
        if rng.random() < 0.4 and not draft.sort and draft.chart in (None, "bar"):
            return "group_add", restate(draft.change(group=(*draft.group, *found)))
        return "group", draft.change(group=found)
    return ("group", draft.change(group=found)) if draft.family in RANKS else None


def filter_add(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    used = {each.column for each in draft.filters} | set(draft.group) | {each.column for each in draft.metrics}
    found = [each for each in pick_filters(table, rng, 1) if each.column not in used]
    if not found or draft.join == "or":
        return None
    if found[0].op == "!=" and found[0].column.type == "text":
        return "exclude", draft.change(filters=(*draft.filters, found[0]))
    return "filter_add", draft.change(filters=(*draft.filters, found[0]))


def filter_value(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    """Another value in place of an old one, or beside it."""
    places = [place for place, each in enumerate(draft.filters) if each.op == "=" and each.column.type == "text"]
    places = [place for place in places if draft.filters[place].column.kind != "flag"]
    if not places:
        return None
    place = rng.choice(places)
    old = draft.filters[place]
    others = [each for each in old.column.values if each != old.value and table.owners(each) == 1]
    if not others:
        return None
    value = rng.choice(others)
    if rng.random() < 0.2:
        return "filter_more", _at(draft, place, Filter(old.column, "in", [old.value, value]))
    return "filter_value", _at(draft, place, Filter(old.column, "=", value))


def period(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    places = [place for place, each in enumerate(draft.filters) if each.op == "period"]
    if not places:
        return None
    old = draft.filters[places[0]]
    made = make_period(old.column, rng, table.lang, "at" if rng.random() < 0.7 else "rel")
    return ("period", _at(draft, places[0], Filter(old.column, "period", made))) if made and made != old.value else None


def _at(draft: Draft, place: int, condition: Filter) -> Draft:
    filters = (*draft.filters[:place], condition, *draft.filters[place + 1 :])
    return draft.change(filters=filters, extra={**draft.extra, "new": place})


def exclude(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    """A value of the grouping column left out."""
    if not draft.group or draft.group[0].type != "text" or draft.group[0] in {each.column for each in draft.filters}:
        return None
    made = make_filter(draft.group[0], rng, table.lang, "!=") if draft.group[0].values else None
    if made is None or draft.group[0].kind == "flag":
        return None
    return "exclude", draft.change(filters=(*draft.filters, made))


def filter_drop(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    if not draft.filters or draft.join == "or" or draft.family in (*LISTS, "share_filter", "gap", "gap_count"):
        return None
    if len(draft.filters) == 1 and rng.random() < 0.6:
        return "filter_drop", draft.change(filters=(), extra={})
    gone = rng.choice(draft.filters)
    if gone.column.kind == "flag":
        return None
    left = tuple(each for each in draft.filters if each is not gone)
    return "filter_drop_named", draft.change(filters=left, extra={"gone": gone.column})


def chart(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    kinds = {
        "compare": ("bar", "bar", "line"),
        "trend": ("line", "line", "area", "bar"),
        "trend_group": ("line", "area", "stacked_bar", "heatmap"),
        "two_groups": ("stacked_bar", "heatmap"),
        "rank_top": ("bar",),
        "rank_top_count": ("bar",),
        "correlation": ("point",),
        "distribution": ("histogram", "box"),
    }.get(draft.family)
    if kinds and rng.random() < 0.85:
        chosen = rng.choice(kinds)
        return ("chart", draft.change(chart=chosen, outputs=("chart",))) if chosen != draft.chart else None
    if draft.family in ("compare", "trend", *LISTS) and "table" not in draft.outputs:
        return "table", draft.change(chart=None, outputs=("table",))
    return None


def limits(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    number = limit(rng)
    if draft.family in RANKS and number != draft.limit:
        if rng.random() < 0.3 and draft.sort and draft.sort[1] == "desc":
            return "limit_flip", draft.change(limit=number, sort=("metric", "asc"))
        return "limit", draft.change(limit=number)
    if draft.family == "compare" and len(draft.metrics) == 1 and not draft.sort:
        ranked = draft.change(analysis=("rank",), sort=("metric", "desc"), family="rank_top")
        if rng.random() < 0.25:
            return "one_first", ranked.change(limit=1)
        return "limit_first", ranked.change(limit=number)
    return None


def sort(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    if draft.family not in ("compare", "ratio_by", "duration_by") or draft.sort:
        return None
    name, order = rng.choice((("metric", "desc"), ("metric", "asc"), ("group", "asc")))
    return f"sort_{name}_{order}", draft.change(sort=(name, order))


def agg(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    if draft.family not in SIMPLE or len(draft.metrics) != 1 or not draft.metrics[0].column:
        return None
    old = draft.metrics[0]
    if old.agg not in ("sum", "avg", "median", "min", "max"):
        return None
    new = rng.choice([each for each in ("avg", "median", "min", "max", "sum") if each != old.agg])
    if new == "sum" and old.column and old.column.kind == "avg":
        return None
    return "agg", restate(draft.change(metrics=(Metric(old.column, new),)))


def metric(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    if draft.family not in (*SIMPLE, "rank_top") or len(draft.metrics) != 1 or not draft.metrics[0].column:
        return None
    old = draft.metrics[0]
    columns = [each for each in table.kinds("sum", "avg") if each is not old.column and not each.shared]
    columns = [each for each in columns if each not in {one.column for one in draft.filters}]
    if not columns or old.agg not in ("sum", "avg"):
        return None
    column = rng.choice(columns)
    new = Metric(column, usual(column))
    if rng.random() < 0.3 and draft.family in ("compare", "total"):
        return "metric_add", draft.change(metrics=(old, new), analysis=_both(draft, new))
    return "metric", restate(draft.change(metrics=(new,), extra={**draft.extra, "old": old.column}))


def _both(draft: Draft, new: Metric) -> tuple[str, ...]:
    return ("total", *draft.analysis) if new.agg == "sum" and "total" not in draft.analysis else draft.analysis


def share(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    if draft.family != "compare" or len(draft.metrics) != 1 or draft.metrics[0].agg not in ("sum", "count"):
        return None
    column = draft.metrics[0].column
    return "to_share", draft.change(analysis=("share",), derive="percent_of_total", of=(column,) if column else ())


def counted(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    if draft.family != "lookup_rows":
        return None
    return "to_count", draft.change(
        family="count",
        analysis=("count",),
        metrics=(Metric(None, "count"),),
        sort=None,
        time=None,
        grain="",
        outputs=(),
    )


def running(draft: Draft, table: Table, rng: random.Random) -> Changed | None:
    if draft.family != "trend" or draft.metrics[0].agg not in ("sum", "count"):
        return None
    if draft.grain in ("weekday", "hour", "month_of_year"):
        return None
    column = draft.metrics[0].column
    return "cumulative", draft.change(derive="cumulative", of=(column,) if column else (), family="cumulative")


CHANGES: tuple[tuple[Change, float], ...] = (
    *((grain, 13), (group, 18), (filter_add, 10), (filter_value, 12), (period, 8), (exclude, 6), (filter_drop, 9)),
    *((chart, 10), (limits, 11), (sort, 9), (agg, 9), (metric, 12), (share, 4), (counted, 6), (running, 5)),
)
