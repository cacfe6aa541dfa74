"""Shapes over time: trends, changes, forecasts, the newest rows."""

from __future__ import annotations

import random

from .forms import Draft
from .parts import analyses, dates, grain, groups, limit, metric
from .tables import Table


def trend(table: Table, rng: random.Random) -> Draft | None:
    found, time = metric(table, rng, 0.35), dates(table, rng)
    if found is None or time is None:
        return None
    return Draft("trend", analyses(found, "trend"), (found,), time=time, grain=grain(time, rng))


def trend_group(table: Table, rng: random.Random) -> Draft | None:
    draft, group = trend(table, rng), groups(table, rng)
    if draft is None or not group:
        return None
    return draft.change(family="trend_group", group=group)


def rank_time(table: Table, rng: random.Random) -> Draft | None:
    found, time = metric(table, rng, 0.45), dates(table, rng)
    if found is None or time is None or time.kind != "time":
        return None
    order = "desc" if rng.random() < 0.75 else "asc"
    chosen = rng.choice(("month", "year", "day", "weekday", "week", "quarter", "month_of_year"))
    family = "rank_time" if found.column else "rank_time_count"
    return Draft(family, ("rank",), (found,), time=time, grain=chosen, sort=("metric", order), limit=1)


def recent(table: Table, rng: random.Random) -> Draft | None:
    """The newest or the oldest rows."""
    main = table.kinds("time")
    if not main:
        return None
    number = limit(rng) if rng.random() < 0.6 else 1
    family = "recent" if number > 1 else "recent_one"
    order = "desc" if rng.random() < 0.75 else "asc"
    return Draft(family, ("lookup",), time=main[0], grain="unknown", sort=("time", order), limit=number)


def over_time(table: Table, rng: random.Random, family: str) -> Draft | None:
    draft = trend(table, rng)
    if draft is None or draft.time is None or draft.time.kind != "time":
        return None
    column = draft.metrics[0].column
    if column and draft.metrics[0].agg not in ("sum", "avg"):
        return None
    return draft.change(family=family, of=(column,) if column else ())


def cumulative(table: Table, rng: random.Random) -> Draft | None:
    draft = over_time(table, rng, "cumulative")
    if draft is None or draft.metrics[0].agg == "avg" or draft.grain in ("weekday", "hour", "month_of_year"):
        return None
    return draft.change(derive="cumulative", grain=draft.grain if rng.random() < 0.6 else "unknown")


def share_time(table: Table, rng: random.Random) -> Draft | None:
    """What part of the whole falls on each period."""
    draft = over_time(table, rng, "share_time")
    if draft is None or draft.metrics[0].agg == "avg":
        return None
    chosen = "month" if draft.grain == "unknown" else draft.grain
    return draft.change(analysis=("share",), derive="percent_of_total", grain=chosen)


def moving(table: Table, rng: random.Random) -> Draft | None:
    draft = over_time(table, rng, "moving")
    if draft is None:
        return None
    chosen, windows = rng.choice((("day", (7, 14, 30)), ("week", (2, 4, 6, 8)), ("month", (2, 3, 6, 12))))
    return draft.change(derive="moving_average", grain=chosen, window=rng.choice(windows))


def change(table: Table, rng: random.Random) -> Draft | None:
    draft = over_time(table, rng, "change")
    if draft is None:
        return None
    chosen = rng.choice(("month", "year", "quarter", "week"))
    return draft.change(analysis=("change",), derive="percent_change", grain=chosen)


def forecast(table: Table, rng: random.Random) -> Draft | None:
    draft = over_time(table, rng, "forecast")
    if draft is None:
        return None
    chosen = rng.choices(("month", "quarter", "week", "year", "day"), (45, 20, 15, 12, 8))[0]
    return draft.change(analysis=("forecast",), grain=chosen, of=(), window=None)
