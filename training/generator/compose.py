"""Drafts made whole: a shape, filters, a chart or a table, an order."""

from __future__ import annotations

import random

from .chart_shapes import CHART_SHAPES
from .filters import pick_filters
from .forms import Draft, Filter, Mixed
from .shapes import SHAPES
from .tables import Col, Table

FILTER_COUNTS, FILTER_WEIGHTS = (0, 1, 2, 3, 4), (40, 36, 18, 5, 1)
CHARTS: dict[str, tuple[tuple[str | None, float], ...]] = {
    "compare": (("bar", 16), (None, 84)),
    "two_groups": (("stacked_bar", 34), ("heatmap", 22), ("bar", 6), (None, 38)),
    "trend": (("line", 20), ("area", 6), ("bar", 5), (None, 69)),
    "trend_group": (("line", 22), ("stacked_bar", 9), ("area", 8), ("heatmap", 8), (None, 53)),
    "trend_groups": (("line", 18), ("stacked_bar", 4), (None, 78)),
    "three_groups": (("bar", 8), (None, 92)),
    "best_series": (("line", 22), ("area", 4), (None, 74)),
    "best_series_count": (("line", 22), (None, 78)),
    "periods_apart": (("bar", 12), (None, 88)),
    "periods_by": (("bar", 18), ("stacked_bar", 4), (None, 78)),
    "across": (("heatmap", 34), ("line", 6), ("bar", 4), (None, 56)),
    "across_years": (("line", 30), (None, 70)),
    "per_period_by": (("bar", 10), (None, 90)),
    "per_thing_by": (("bar", 10), (None, 90)),
    "share_group": (("arc", 12), (None, 88)),
    "rank_top": (("bar", 10), (None, 90)),
    "rank_top_count": (("bar", 10), (None, 90)),
    "cumulative": (("line", 12), ("area", 16), (None, 72)),
    "moving": (("line", 22), (None, 78)),
    "change": (("line", 6), ("bar", 6), (None, 88)),
    "forecast": (("line", 8), (None, 92)),
    "ratio_by": (("bar", 12), (None, 88)),
    "difference_by": (("bar", 12), (None, 88)),
    "duration_by": (("bar", 12), (None, 88)),
    "named": (("bar", 10), (None, 90)),
    "named_count": (("bar", 10), (None, 90)),
}
SORTED = ("compare", "ratio_by", "difference_by", "duration_by", "share_group", "pie")
PREDICATES = ("share_filter", "named", "named_count", "gap", "gap_count", "periods_apart", "periods_by")
UNMIXED = (*PREDICATES, "share_metric", "lookup_one", "lookup_value")
MIXED = 0.25
CHART_STYLE = 0.09


def compose(table: Table, rng: random.Random) -> Draft | None:
    """A whole draft that the table can bear; None when the shape that was drawn does not fit."""
    shapes = CHART_SHAPES if rng.random() < CHART_STYLE else SHAPES
    shape = rng.choices([each for each, _ in shapes], [weight for _, weight in shapes])[0]
    draft = shape(table, rng)
    if draft is None:
        return None
    draft = with_alternatives(with_filters(draft, table, rng), table, rng)
    if draft.family.startswith("cs_"):
        return draft
    return with_order(with_output(draft, rng), table, rng)


def with_filters(draft: Draft, table: Table, rng: random.Random) -> Draft:
    """The draft with conditions on columns that it does not use otherwise."""
    if draft.family == "lookup_rows":
        return _either(draft, rng)
    wanted = rng.choices(FILTER_COUNTS, FILTER_WEIGHTS)[0]
    if draft.family in PREDICATES:
        draft = draft.change(extra={**draft.extra, "pred": 0})
    if draft.family in ("lookup_value", "lookup_two", "lookup_three"):
        wanted = max(wanted, 1)
    if draft.family == "lookup_one" and rng.random() < 0.9:
        wanted = 1
    wanted = max(0, wanted - len(draft.filters))
    taken = _taken(draft)
    found = [each for each in pick_filters(table, rng, wanted, draft.group) if _fits(each, draft, taken)]
    return _either(draft.change(filters=(*draft.filters, *found)), rng)


def with_alternatives(draft: Draft, table: Table, rng: random.Random) -> Draft:
    """Now and then, in place of its conditions, three or four of which some are joined by and, some by or."""
    grouped = bool(draft.group) and draft.group[0].type == "text" and not draft.family.startswith("cs_")
    if grouped or draft.family in UNMIXED or rng.random() >= MIXED:  # a follow-up may leave out a value of the group
        return draft
    wanted = 3 if rng.random() < 0.8 else 4
    taken = _taken(draft.change(filters=()))
    found = [each for each in pick_filters(table, rng, wanted, draft.group) if _fits(each, draft, taken)]
    if len(found) < wanted or any(each.op in ("period", "in", "not_in") for each in found):
        return draft
    cut = 2 if wanted == 4 or rng.random() < 0.6 else 1
    parts = (tuple(found[:cut]), tuple(found[cut:]))
    return draft.change(filters=(Mixed(found[0].column, "mixed", None, parts),), join="or")


def _taken(draft: Draft) -> set[Col]:
    columns = {each.column for each in draft.metrics if each.column} | {each.column for each in draft.filters}
    return columns | set(draft.of) | ({draft.per} if draft.per and draft.per is not draft.time else set())


def _fits(condition: Filter, draft: Draft, taken: set[Col]) -> bool:
    if condition.column in taken:
        return False
    if condition.column in draft.group and draft.family in PREDICATES:
        return False
    cyclic = draft.grain in ("weekday", "hour", "month_of_year", "unknown")
    if condition.column is not draft.time or condition.op != "period" or cyclic:
        return True
    if condition.value.sort == "rel":  # a year by year view of last week makes no sense
        return draft.grain in ("day", "week", "hour") or bool(condition.value.long and draft.grain != "year")
    return draft.grain != "year" or condition.value.sort == "span"


def _either(draft: Draft, rng: random.Random) -> Draft:
    """Now and then the conditions are joined by or."""
    if draft.family.startswith("cs_") and len(draft.filters) > 1 and rng.random() < 0.2:
        return draft.change(join="or") if all(each.op != "period" for each in draft.filters) else draft
    plain = draft.family not in PREDICATES and all(each.op not in ("!=", "not_in", "period") for each in draft.filters)
    if len(draft.filters) == 2 and plain and rng.random() < 0.12:
        return draft.change(join="or")
    return draft


def with_output(draft: Draft, rng: random.Random) -> Draft:
    """The draft with a chart kind, a chart of no kind, or a table asked for."""
    if draft.chart:
        return draft
    options = CHARTS.get(draft.family)
    if options:
        chart = rng.choices([each for each, _ in options], [weight for _, weight in options])[0]
        if chart:
            return draft.change(chart=chart, outputs=("chart",))
        roll = rng.random()
        if roll < 0.04:
            return draft.change(outputs=("chart",))
        if roll < 0.07:
            return draft.change(outputs=("table",))
    elif draft.family.startswith("lookup") and draft.family != "lookup_one" and rng.random() < 0.06:
        return draft.change(outputs=("table",))
    return draft


def with_order(draft: Draft, table: Table, rng: random.Random) -> Draft:
    """The draft with an order asked for."""
    if draft.sort is not None:
        return draft
    roll = rng.random()
    if draft.family in SORTED and len(draft.metrics) in (1, 2):
        if roll < 0.15:
            return draft.change(sort=("metric", "desc" if rng.random() < 0.7 else "asc"))
        if roll < 0.19 and draft.group[0].kind != "flag":
            return draft.change(sort=("group", "asc" if rng.random() < 0.75 else "desc"))
    if draft.family == "lookup_rows" and table.kinds("time") and roll < 0.05:
        return draft.change(
            sort=("time", "desc" if rng.random() < 0.7 else "asc"), time=table.kinds("time")[0], grain="unknown"
        )
    if draft.family == "trend" and draft.grain in ("month", "year", "quarter", "week", "day") and roll < 0.03:
        return draft.change(sort=("time", "desc" if rng.random() < 0.7 else "asc"))
    return draft
