"""Shapes of averages over periods and over things, and of two grains of one time."""

from __future__ import annotations

import random

from .forms import Draft, Metric
from .parts import COUNT, analyses, groups, limit, metric
from .tables import Col, Table

PERIODS, PERIOD_WEIGHTS = ("month", "day", "week", "year", "quarter", "hour"), (34, 28, 18, 10, 6, 4)
ACROSS = (("month", "weekday"), ("week", "weekday"), ("year", "weekday"), ("quarter", "weekday"), ("year", "quarter"))


def per_period(table: Table, rng: random.Random) -> Draft | None:
    """What a period has on average: `average monthly revenue`, `how many orders per day on average`."""
    found, main = _added(table, rng), table.kinds("time")
    if found is None or not main:
        return None
    grain = rng.choices(PERIODS, PERIOD_WEIGHTS)[0]
    grain = "day" if grain == "hour" and main[0].type != "datetime" else grain
    draft = Draft("per_period", analyses(found), (found,), time=main[0], grain=grain, per=main[0])
    return _grouped(draft, table, rng)


def per_thing(table: Table, rng: random.Random) -> Draft | None:
    """What a thing has on average: `orders per customer on average`."""
    found, things = _added(table, rng), [each for each in groups(table, rng) if _repeats(each, table)]
    if found is None or not things:
        return None
    return _grouped(Draft("per_thing", analyses(found), (found,), per=things[0]), table, rng)


def _added(table: Table, rng: random.Random) -> Metric | None:
    """What adds up: rows, or a column of amounts."""
    columns = [each for each in table.kinds("sum") if not each.shared]
    return COUNT if not columns or rng.random() < 0.5 else Metric(rng.choice(columns), "sum")


def _repeats(column: Col, table: Table) -> bool:
    """Whether it names things that have several rows."""
    return column.kind in ("group", "name") and column is not table.called()


def _grouped(draft: Draft, table: Table, rng: random.Random) -> Draft:
    """Of each group, of the best of them, or of all rows."""
    group = tuple(each for each in groups(table, rng) if each is not draft.per)
    counted = "" if draft.metrics[0].column else "_count"
    roll = rng.random()
    if not group or roll < 0.5:
        return draft.change(family=f"{draft.family}{counted}")
    if roll < 0.8:
        return draft.change(family=f"{draft.family}_by{counted}", analysis=(*draft.analysis, "compare"), group=group)
    order, several = "desc" if rng.random() < 0.75 else "asc", rng.random() < 0.3
    family = f"{draft.family}_{'top' if several else 'best'}{counted}"
    return draft.change(
        family=family, analysis=("rank",), group=group, sort=("metric", order), limit=limit(rng) if several else 1
    )


def across(table: Table, rng: random.Random) -> Draft | None:
    """Two grains of one time: weekdays by hours, years by months."""
    found, main = metric(table, rng, 0.5), table.kinds("time")
    if found is None or not main:
        return None
    draft = Draft("across", analyses(found, "compare"), (found,), time=main[0])
    if rng.random() < 0.3:
        return draft.change(family="across_years", grain="year", across="month")
    if main[0].type == "datetime" and rng.random() < 0.7:
        draft = draft.change(grain="weekday", across="hour")
    else:
        grain, other = rng.choice(ACROSS)
        draft = draft.change(grain=grain, across=other)
    if rng.random() < 0.15:
        family = "across_best" if found.column else "across_best_count"
        return draft.change(family=family, analysis=("rank",), sort=("metric", "desc"), limit=1)
    return draft
