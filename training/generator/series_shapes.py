"""Shapes of several series at once: groups over time, the best groups over time, periods side by side."""

from __future__ import annotations

import random

from .filters import Filter
from .forms import Draft
from .parts import analyses, dates, groups, limit, metric, unsaid
from .periods import make_period
from .tables import Table
from .time_shapes import trend

BESIDE = ("year", "month", "quarter")
BESIDE_WEIGHTS = (55, 30, 15)


def three_groups(table: Table, rng: random.Random) -> Draft | None:
    found, group = metric(table, rng, 0.4), groups(table, rng, 3)
    return Draft("three_groups", analyses(found, "compare"), (found,), group) if found and group else None


def trend_groups(table: Table, rng: random.Random) -> Draft | None:
    """Two groups over time."""
    draft, group = trend(table, rng), groups(table, rng, 2)
    return draft.change(family="trend_groups", group=group) if draft and group else None


def trend_two(table: Table, rng: random.Random) -> Draft | None:
    """Two figures over time."""
    draft, other = trend(table, rng), metric(table, rng, 0.2)
    if draft is None or other is None or other.column is None or other.column is draft.metrics[0].column:
        return None
    first = tuple(dict.fromkeys((*analyses(draft.metrics[0]), *analyses(other))))
    return draft.change(analysis=(*first, "trend"), metrics=(*draft.metrics, other))


def best_series(table: Table, rng: random.Random) -> Draft | None:
    """How the best groups went over time."""
    draft, group = trend(table, rng), groups(table, rng)
    if draft is None or not group:
        return None
    order = "desc" if rng.random() < 0.85 else "asc"
    family = "best_series" if draft.metrics[0].column else "best_series_count"
    analysis = (*draft.analysis, "rank")
    return draft.change(family=family, analysis=analysis, group=group, sort=("metric", order), limit=limit(rng))


def best_cell(table: Table, rng: random.Random) -> Draft | None:
    """The group and the period in which a figure was largest or least."""
    draft, group = trend(table, rng), groups(table, rng)
    if draft is None or not group or draft.time is None or draft.time.kind != "time" or draft.grain == "unknown":
        return None
    order, several = "desc" if rng.random() < 0.75 else "asc", rng.random() < 0.3
    family = "best_cells" if several else "best_cell"
    return draft.change(
        family=family, analysis=("rank",), group=group, sort=("metric", order), limit=limit(rng) if several else 1
    )


def best_each(table: Table, rng: random.Random) -> Draft | None:
    """The best period of each group, or the best group of each period."""
    draft = best_cell(table, rng)
    if draft is None or draft.grain in ("hour", "month_of_year"):
        return None
    several, counted, silent = rng.random() < 0.25, draft.metrics[0].column is None, unsaid(table, rng)
    family = "best_period" if rng.random() < 0.6 else "best_of_period"
    each = draft.group[0] if family == "best_period" else draft.time
    if silent and not several:
        return draft.change(family=f"{family}_unsaid", metrics=(silent,), each=each, limit=1)
    family += "_count" if counted else ""
    return draft.change(family=f"{family}s" if several else family, each=each, limit=limit(rng) if several else 1)


def periods_apart(table: Table, rng: random.Random) -> Draft | None:
    """Two periods side by side, of each group or of all rows."""
    found, time = metric(table, rng, 0.35), dates(table, rng)
    if found is None or time is None or time.kind != "time":
        return None
    grain = rng.choices(BESIDE, BESIDE_WEIGHTS)[0]
    words = make_period(time, rng, table.lang, f"beside_{grain}")
    if words is None:
        return None
    group = groups(table, rng) if rng.random() < 0.5 else ()
    family = "periods_by" if group else "periods_apart"
    condition = Filter(time, "period", words)
    return Draft(family, analyses(found, "compare"), (found,), group, time=time, grain=grain, filters=(condition,))
